#!/bin/sh
# Starts Cyrus, Courier and mox beside what up.sh has started, for the same users at cyrus.test, courier.test and localhost.
# Postfix delivers to the first two; mox takes and delivers its mail itself. Runs until it gets a SIGTERM. Needs root.
# Usage: more.sh DIR    DIR/x has the files of the packages that cannot be installed beside Dovecot, and DIR/mox.program is mox
set -eu
D=$(cd "$1" && pwd)
port=$(cat "$D/port")
cd "$D"
cat tls/key.pem tls/cert.pem >tls/both.pem
chmod 644 tls/*.pem
trap 'kill $pids; wait' TERM
pids=

# Cyrus: IMAP at port 7 and LMTP at port 8 after the first.
mkdir -p cyrus/conf/socket cyrus/mail cyrus/run
cat >cyrus/imapd.conf <<END
configdirectory: $D/cyrus/conf
defaultpartition: default
partition-default: $D/cyrus/mail
proc_path: $D/cyrus/run/proc
mboxname_lockpath: $D/cyrus/run/lock
servername: cyrus.test
virtdomains: userid
defaultdomain: cyrus.test
autocreate_quota: 0
autocreate_post: yes
idlesocket: $D/cyrus/run/idle
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: $D/cyrus/sasldb
sasl_mech_list: PLAIN
tls_server_cert: $D/tls/cert.pem
tls_server_key: $D/tls/key.pem
END
cat >cyrus/cyrus.conf <<END
START {
  recover cmd="/usr/sbin/cyrus ctl_cyrusdb -C $D/cyrus/imapd.conf -r"
  idled cmd="$D/x/usr/lib/cyrus/bin/idled -C $D/cyrus/imapd.conf"
}
SERVICES {
  imaps cmd="$D/x/usr/lib/cyrus/bin/imapd -C $D/cyrus/imapd.conf -s" listen="127.0.0.1:$((port + 7))"
  lmtp cmd="/usr/lib/cyrus/bin/lmtpd -C $D/cyrus/imapd.conf -a" listen="127.0.0.1:$((port + 8))"
}
EVENTS {
}
END
while IFS=: read -r name password; do
	printf %s "$password" | saslpasswd2 -c -p -f cyrus/sasldb -u cyrus.test "$name"
done <users
chown -R cyrus:mail cyrus
/usr/lib/cyrus/bin/master -D -C cyrus/imapd.conf -M "$D/cyrus/cyrus.conf" -p "$D/cyrus/master.pid" &
pids="$pids $!"

# Courier: IMAP at port 9. Its paths are fixed, so it runs among mounts of its own.
mkdir courier courier/etc courier/mail
while IFS=: read -r name password; do
	home=$D/courier/mail/$name
	mkdir "$home"
	for folder in cur new tmp; do mkdir -p "$home/Maildir/$folder"; done
	printf '%s@courier.test\tuid=%d|gid=%d|home=%s|imappw=%s\n' "$name" "$(id -u mail)" "$(id -g mail)" "$home" "$(openssl passwd -6 "$password")"
done <users >courier/etc/userdb
chmod 600 courier/etc/userdb
chown -R mail:mail courier/mail
printf 'authmodulelist="authuserdb"\ndaemons=2\nauthdaemonvar=/run/courier/authdaemon\n' >courier/etc/authdaemonrc
unshare --mount sh -euc '
	mount --bind courier/etc /etc/courier
	mount -t tmpfs tmpfs /run
	mkdir -p /run/courier/authdaemon
	makeuserdb
	/usr/lib/courier/courier-authlib/authdaemond &
	export TLS_CERTFILE="$1/tls/both.pem" TLS_VERIFYPEER=NONE IMAP_TLS=1 MAILDIRPATH=Maildir IMAP_IDLE_TIMEOUT=1 IMAP_KEYWORDS=1 \
		IMAP_MAILBOX_SANITY_CHECK=0 IMAP_CAPABILITY="IMAP4rev1 UIDPLUS CHILDREN NAMESPACE IDLE AUTH=PLAIN"
	trap "kill $! \$tcpd" TERM
	couriertcpd -address=127.0.0.1 -nodnslookup -noidentlookup "$2" /usr/bin/couriertls -server -tcpd \
		"$1/x/usr/lib/courier/courier/imaplogin" "$1/x/usr/bin/imapd" Maildir &
	tcpd=$!
	wait
' sh "$D" $((port + 9)) &
pids="$pids $!"

# mox: IMAP at port 10, submission at port 11, and what it sends to itself at port 12.
mkdir mox
head -c 24 /dev/urandom >mox/receivedid.key
printf %s "$D" >mox/adminpasswd
cat >mox/mox.conf <<END
DataDir: .
LogLevel: info
User: 0
Hostname: localhost
AdminPasswordFile: adminpasswd
Listeners:
	local:
		IPs:
			- 127.0.0.1
		TLS:
			KeyCerts:
				-
					CertFile: $D/tls/cert.pem
					KeyFile: $D/tls/key.pem
		IMAP:
			Enabled: true
			Port: $((port + 10))
		Submission:
			Enabled: true
			Port: $((port + 11))
		SMTP:
			Enabled: true
			Port: $((port + 12))
Postmaster:
	Account: alice
	Mailbox: Inbox
END
printf 'Domains:\n\tlocalhost: nil\nAccounts:\n' >mox/domains.conf
while IFS=: read -r name _; do
	printf '\t%s:\n\t\tDomain: localhost\n\t\tDestinations:\n\t\t\t%s@localhost: nil\n\t\tNoFirstTimeSenderDelay: true\n' "$name" "$name" >>mox/domains.conf
done <users
./mox.program localserve -dir mox &
pids="$pids $!"
while IFS=: read -r name password; do
	until echo "$password" | ./mox.program -config mox/mox.conf setaccountpassword "$name"; do sleep 0.2; done
done <users
touch more.ready
wait
