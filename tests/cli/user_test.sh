#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The command as an ordinary user, who has fewer rights: it counts, or says why it cannot.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

[ "$(id -u)" = 0 ] || skip_all "not root: the other tests run as an ordinary user anyway"
command -v setpriv >/dev/null || skip_all "setpriv is not here"
mkdir "$TMP/bin"
cp "$BUILD/pmc" "$BUILD/pmc-emu" "$TMP/bin/" 2>/dev/null
chmod 755 "$TMP" "$TMP/bin"
mkdir -m 1777 "$TMP/home"
cd "$TMP/home" || exit 1
user() { setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs env HOME="$TMP/home" \
	"$@"; }
PMC=$TMP/bin/pmc
user "$PMC" --version >/dev/null 2>&1 || skip_all "another user cannot run what lies in $TMP"
level=$(cat /proc/sys/kernel/perf_event_paranoid)

out=$(user "$PMC" stat --backend emulated -- ls / 2>&1)
is $? 0 "emulated: status"
like "$out" '[0-9]+ +instructions:u' "emulated: counts"
a=$(user "$PMC" stat --backend emulated --deterministic -x, -e instructions -- true 2>&1)
# In the same environment, because a program's counts depend on it.
b=$(setpriv --no-new-privs env HOME="$TMP/home" "$PMC" stat --backend emulated --deterministic -x, \
	-e instructions -- true 2>&1)
is "${a%%,*}" "${b%%,*}" "emulated: the same count as root's"
out=$(user "$PMC" stat -- true 2>&1)
is $? 0 "the default: status"
like "$out" '[0-9]+ +(instructions|page-faults)' "the default: counts"
for event in task-clock page-faults; do
	out=$(user "$PMC" stat -x, -e $event -- true 2>&1)
	like "$out" "^[0-9.]+,(msec)?,$event(:u)?,[0-9]+,100.00," "$event at level $level"
done
if [ "$level" -ge 1 ]; then
	out=$(user "$PMC" stat -a -- true 2>&1)
	is $? 125 "-a: status 125"
	like "$out" '^pmc: .*(perf_event_paranoid|[Pp]ermission|not allowed|privilege)' \
		"-a: says why"
else
	skip "-a: perf_event_paranoid is $level, which lets users count whole CPUs" 2
fi
sleep 60 &
out=$(user "$PMC" stat -p $! -e task-clock -- true 2>&1)
is $? 125 "-p of root's process: status 125"
like "$out" '^pmc: -p, column 1: ' "-p of root's process: says which"
kill $!
like "$(user "$PMC" info)" "perf_event_paranoid is $level" "info"
status 0 "list" user "$PMC" list
status 126 "a file that may not be executed" user "$PMC" stat -e task-clock -- /etc/passwd
out=$(user "$PMC" stat -o /etc/pmc-test-report -e task-clock -- true 2>&1)
is $? 125 "-o where one may not write: status"
like "$out" "Permission denied" "-o where one may not write: says why"

# A file that may be executed but not read is not counted, and the report says so.
cp "$(type -P true)" "$TMP/bin/secret"
chmod 711 "$TMP/bin/secret"
out=$(user "$PMC" stat --backend emulated -e instructions -- sh -c "$TMP/bin/secret; exit \$?" 2>&1)
is $? 0 "a child that cannot be read: it runs"
like "$out" 'note: .*secret' "a child that cannot be read: the report names it"
like "$(user "$PMC" stat --backend emulated -x, -e instructions -- sh \
	-c "$TMP/bin/secret; exit \$?" 2>&1)" $'\n# note: .*secret' \
	"in CSV"
like "$(user "$PMC" stat --backend emulated -j -e instructions -- sh \
	-c "$TMP/bin/secret; exit \$?" 2>&1)" $'\n\{"note" : ".*secret.*"\}' \
	"in JSON"

mkdir -m 700 "$TMP/closed"
out=$(user env PATH="$TMP/closed:/usr/bin:/bin" "$PMC" stat -- no-such-command 2>&1)
is $? 127 "not found, with a closed folder in PATH: the status of a shell"
like "$out" "command 'no-such-command' not found" "and its sentence"
ok "found behind a closed folder" user env PATH="$TMP/closed:/usr/bin:/bin" "$PMC" stat -- true
finish
