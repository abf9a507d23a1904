//go:build unix

package main

import "syscall"

// freeBytes returns the free space on the disk of a folder in bytes.
func freeBytes(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(dir, &disk)
	return uint64(disk.Bavail) * uint64(disk.Bsize), err
}
