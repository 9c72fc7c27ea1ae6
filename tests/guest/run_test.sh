#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# qemu/run itself: what goes in, what comes out, how it ends; and a guest without a PMU.
# tests/run: time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

cat >"$TMP/script" <<'END'
#!/bin/sh
echo "args: $# $1|$2"
echo "to stderr" >&2
printf 'a\r\nb\0c\n'
pwd
ls
cat data/one
cat /proc/modules | cut -d' ' -f1
./needs
readlink /proc/self/fd/0
grep -c processor /proc/cpuinfo
exit 7
END
cat >"$TMP/needs" <<'END'
#!/usr/bin/env perl
print "perl ran\n";
END
chmod +x "$TMP/script" "$TMP/needs"
mkdir "$TMP/data"
echo "one of a folder" >"$TMP/data/one"

# ---- Refused before a guest is started ----
status 125 "an unknown option" "$RUN" --frob -- true
status 125 "an unknown processor" "$RUN" --cpu 486 -- true
status 125 "too many CPUs" "$RUN" --smp 64 -- true
status 125 "a file that is not there" "$RUN" --add "$TMP/nothing" -- true
status 125 "a kernel that is not there" "$RUN" --kernel 2.4 -- true
status 125 "a module that is not there" "$RUN" --module nonesuch -- true
status 125 "no command" "$RUN" --cpu none
status 127 "a command that is not found" "$RUN" -- no-such-command
status 127 "a path that is not there" "$RUN" -- ./no-such-command
status 126 "a file that cannot be executed" "$RUN" -- "$TOP/README.md"
like "$("$RUN" --cpu help)" 'amd-perfmon-v2' "the processors are listed"
mkdir "$TMP/other"
cp "$(command -v ls)" "$TMP/other/script"
status 125 "two files of one name" "$RUN" --add "$TMP/other/script" -- "$TMP/script"
for m in $("$RUN" --cpu help | awk '{ print $1 }'); do
	[ "$m" = amd-perfmon-v2 ] || "$PMC" list --models | awk '{ print $1 }' | grep -qxF "$m" || missing="$missing $m"
done
is "${missing:-}" "" "every processor is one of pmc's models"

# ---- Runs ----
run_one() {
	case $1 in
	script) guest script --add "$TMP/data" --add "$TMP/needs" --module msr -- "$TMP/script" "it's" 'two  words $HOME' ;;
	signal) guest signal -- sh -c 'kill -SEGV $$' ;;
	input) "$RUN" --cpu none --stdin -- sh -c 'wc -c; nproc' >"$TMP/input.out" 2>&1 <<<"some input" ;;
	late) GUEST_TIME=20 guest late --cpu none -- sh -c 'echo begun; while :; do :; done' ;;
	warn) guest warn --cpu none -- sh -c 'echo 1 >/proc/sys/kernel/sysrq; echo c >/proc/sysrq-trigger' ;;
	warning) guest warning --cpu none -- sh -c 'echo "<4>WARNING: CPU: 0 PID: 1 at made/up.c:1" >/dev/kmsg; exit 3' ;;
	folder) guest folder --cpu none --kernel "$("$TOP/qemu/kernel" 6.1)" --log "$TMP/a,b" -- uname -r ;;
	plain) guest plain --cpu none --add "$PMC" -- sh -c './pmc info; cat /proc/uptime; dmesg | grep "Performance Events"' ;;
	big) guest big --cpu none -- sh -c 'head -c 3000000 /dev/zero; echo end >&2' ;;
	esac
}
guests run_one script signal late warn warning folder plain big input

is "$(cat "$TMP/script.rc")" 7 "the status is the command's"
is "$(cat "$TMP/script.err")" "to stderr" "stderr is apart"
is "$(tr -d '\0' <"$TMP/script.out")" "args: 2 it's|two  words \$HOME
a"$'\r'"
bc
/guest
data
needs
script
one of a folder
msr
perl ran
/dev/null
1" "stdout, as it was written; the files, their interpreter, the module"
is "$(tr -cd '\0' <"$TMP/script.out" | wc -c)" 1 "a zero byte too"
is "$(cat "$TMP/signal.rc")" 139 "a signal"
is "$(cat "$TMP/input.out")" "11
1" "standard input"
is "$(cat "$TMP/late.rc") $(cat "$TMP/late.out")" "124 begun" "not done in time; what it printed is there"
is "$(cat "$TMP/warn.rc")" 123 "a panic of the kernel"
like "$(cat "$TMP/warn.err")" 'Kernel panic - not syncing: sysrq triggered crash' "its lines are shown"
is "$(cat "$TMP/warning.rc")" 123 "a WARNING, whatever the command says"
like "$(cat "$TMP/warning.err")" 'WARNING: CPU: 0 PID: 1 at made/up.c:1' "is shown"
is "$(cat "$TMP/folder.out")" "$(cat "$("$TOP/qemu/kernel" 6.1)/release")" "a kernel by its folder"
ok "a log whose name has a comma" grep -q 'pmc-rig: exit 0' "$TMP/a,b"
is "$(wc -c <"$TMP/big.out") $(cat "$TMP/big.err")" "3000000 end" "three megabytes come out whole"
like "$(cat "$TMP/plain.out")" 'none is announced by CPUID' "without the property there is no PMU: CPUID"
like "$(cat "$TMP/plain.out")" 'PMU not available' "and Linux says so"

began=$(date +%s%N)
status 0 "true" "$RUN" -- true
note "true: $((($(date +%s%N) - began) / 1000000)) ms"
# By the processor's time, so that a busy machine does not matter.
TIMEFORMAT='%U %S'
spent=$({ time "$RUN" -- true >/dev/null 2>&1; } 2>&1 | awk '{ print int(($1 + $2) * 1000) }')
ok "from start to end in less than six seconds of a processor's time ($spent ms)" [ "${spent:-9999}" -lt 6000 ]
finish
