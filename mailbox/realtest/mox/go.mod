module mox

go 1.26.0

tool github.com/mjl-/mox

require (
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/cespare/xxhash/v2 v2.2.0 // indirect
	github.com/matttproud/golang_protobuf_extensions/v2 v2.0.0 // indirect
	github.com/mjl-/adns v0.0.0-20250321173553-ab04b05bdfea // indirect
	github.com/mjl-/autocert v0.0.0-20250321204043-abab2b936e31 // indirect
	github.com/mjl-/bstore v0.0.9 // indirect
	github.com/mjl-/flate v0.0.0-20250221133712-6372d09eb978 // indirect
	github.com/mjl-/mox v0.0.15 // indirect
	github.com/mjl-/sconf v0.0.7 // indirect
	github.com/mjl-/sherpa v0.6.7 // indirect
	github.com/mjl-/sherpadoc v0.0.16 // indirect
	github.com/mjl-/sherpaprom v0.0.2 // indirect
	github.com/mjl-/sherpats v0.0.6 // indirect
	github.com/mjl-/xfmt v0.0.2 // indirect
	github.com/prometheus/client_golang v1.18.0 // indirect
	github.com/prometheus/client_model v0.5.0 // indirect
	github.com/prometheus/common v0.45.0 // indirect
	github.com/prometheus/procfs v0.12.0 // indirect
	go.etcd.io/bbolt v1.3.11 // indirect
	golang.org/x/crypto v0.37.0 // indirect
	golang.org/x/mod v0.24.0 // indirect
	golang.org/x/net v0.39.0 // indirect
	golang.org/x/sync v0.13.0 // indirect
	golang.org/x/sys v0.32.0 // indirect
	golang.org/x/text v0.24.0 // indirect
	golang.org/x/tools v0.32.0 // indirect
	google.golang.org/protobuf v1.31.0 // indirect
	rsc.io/qr v0.2.0 // indirect
)
