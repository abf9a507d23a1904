package computer

import (
	"errors"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// family is a program and the processes that it starts: a job object, which they cannot leave. Windows ends them with the job, also
// when hikyaku itself is ended.
type family struct {
	job windows.Handle
}

// start starts cmd in a job of its own.
func (f *family) start(cmd *exec.Cmd) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return errors.Join(err, windows.CloseHandle(job))
	}
	if err := assign(job, uint32(cmd.Process.Pid)); err != nil {
		return errors.Join(err, cmd.Process.Kill(), cmd.Wait(), windows.CloseHandle(job))
	}
	f.job = job
	return nil
}

// assign puts a process into a job.
func assign(job windows.Handle, pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	return errors.Join(windows.AssignProcessToJobObject(job, process), windows.CloseHandle(process))
}

// kill ends all of them at once.
func (f *family) kill() {
	_ = windows.TerminateJobObject(f.job, 1)
}

// close gives the job back.
func (f *family) close() { _ = windows.CloseHandle(f.job) }
