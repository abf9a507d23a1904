module hikyaku/cmd/hikyaku-club

go 1.26.0
