#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# qemu/run itself: what goes in, what comes out, how it ends, what it leaves; several commands in
# one boot; a guest without a PMU; and a full disk.
# tests/run: long parallel time=400
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig

cat >"$TMP/script" <<'END'
#!/bin/sh
echo "args: $# $1|$2"
echo "$NONE, $SAID"
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
status 125 "too many CPUs" "$RUN" --smp 256 -- true
status 125 "a clock that is none" "$RUN" --clock fast -- true
status 125 "a file that is not there" "$RUN" --add "$TMP/nothing" -- true
status 125 "a kernel that is not there" "$RUN" --kernel 2.4 -- true
status 125 "a variable without a value" "$RUN" --env SAID -- true
status 125 "a module that is not there" "$RUN" --module nonesuch -- true
status 125 "no command" "$RUN" --cpu none
status 127 "a command that is not found" "$RUN" -- no-such-command
status 127 "a path that is not there" "$RUN" -- ./no-such-command
status 126 "a file that cannot be executed" "$RUN" -- "$TOP/README.md"
like "$("$RUN" --cpu help)" 'amd-perfmon-v2' "the processors are listed"
events=$("$RUN" --cpu pentium4 --events)
like "$events" '(^|'$'\n'')instr_retired +instructions' \
	"the events that a processor counts are listed"
unlike "$events" 'BSQ_cache_reference' "and no others"
mkdir "$TMP/other"
cp "$(command -v ls)" "$TMP/other/script"
status 125 "two files of one name" "$RUN" --add "$TMP/other/script" -- "$TMP/script"
for m in $("$RUN" --cpu help | awk '{ print $1 }'); do
	[ "$m" = amd-perfmon-v2 ] || "$PMC" list --models | awk '{ print $1 }' | grep -qxF "$m" || \
		missing="$missing $m"
done
is "${missing:-}" "" "every processor is one of pmc's models"

# ---- Runs ----
add_module=
modules_for_rows <<<"6.1"
[ "${module[6.1]}" = none ] || add_module="--add ${module[6.1]}"
run_one() {
	case $1 in
	script)
		guest script --env "SAID=it's  said" --env NONE= --add "$TMP/data" \
			--add "$TMP/needs" --module msr -- "$TMP/script" "it's" \
			'two  words $HOME' ;;
	signal) guest signal -- sh -c 'kill -SEGV $$' ;;
	input)
		"$RUN" --cpu none --stdin -- sh -c 'wc -c; nproc; head -c 1000000 /dev/zero
			echo end >&2' >"$TMP/input.out" 2>"$TMP/input.err" <<<"some input" ;;
	late)
		# A guest that is halted does nothing; one that sleeps goes from timer to timer, as
		# fast as QEMU can.
		GUEST_TIME=40 guest late --cpu none -- sh -c 'echo begun; sleep 1; halt -f'
		;;
	warn)
		guest warn --cpu none -- \
			sh -c 'echo 1 >/proc/sys/kernel/sysrq; echo c >/proc/sysrq-trigger' ;;
	warning)
		guest warning --cpu none -- \
			sh -c 'echo "<4>WARNING: CPU: 0 PID: 1 at made/up.c:1" >/dev/kmsg
				exit 3' ;;
	folder)
		guest folder --cpu none --kernel "$("$TOP/qemu/kernel" 6.1)" --log "$TMP/a,b" \
			--clock 4 --add "$PROG/loop" -- sh -c 'uname -r; time ./loop' ;;
	plain)
		guest plain --cpu none --add "$PMC" $add_module -- sh -c './pmc info
			cat /proc/uptime; dmesg | grep "Performance Events"
			[ ! -e pmc.ko ] || insmod pmc.ko
			./pmc info | sed -n "s/^  driver/module:/p"
			dmesg | grep "pmc:"' ;;
	esac
}
guests run_one script signal late warn warning folder plain input

is "$(cat "$TMP/script.rc")" 7 "the status is the command's"
is "$(cat "$TMP/script.err")" "to stderr" "stderr is apart"
is "$(tr -d '\0' <"$TMP/script.out")" "args: 2 it's|two  words \$HOME
, it's  said
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
is "$(head -n 2 "$TMP/input.out")" "11
1" "standard input"
is "$(wc -c <"$TMP/input.out") $(cat "$TMP/input.err")" "1000005 end" \
	"a megabyte comes out whole"
is "$(cat "$TMP/late.rc") $(cat "$TMP/late.out")" "124 begun" \
	"not done in time; what it printed is there"
is "$(cat "$TMP/warn.rc")" 123 "a panic of the kernel"
like "$(cat "$TMP/warn.err")" 'Kernel panic - not syncing: sysrq triggered crash' \
	"its lines are shown"
is "$(cat "$TMP/warning.rc")" 123 "a WARNING, whatever the command says"
like "$(cat "$TMP/warning.err")" 'WARNING: CPU: 0 PID: 1 at made/up.c:1' "is shown"
is "$(cat "$TMP/folder.out")" "$(cat "$("$TOP/qemu/kernel" 6.1)/release")" "a kernel by its folder"
# The loop executes 20 million instructions.
like "$(cat "$TMP/folder.err")" 'user.*0m 0\.3' "a clock of 16 ns for an instruction"
ok "a log whose name has a comma" grep -q 'pmc-rig: exit 0' "$TMP/a,b"
like "$(cat "$TMP/plain.out")" 'CPUID announces none' \
	"without the property there is no PMU: CPUID"
like "$(cat "$TMP/plain.out")" 'PMU not available' "and Linux says so"
if [ -n "$add_module" ]; then
	# QEMU lets the counters of an AMD processor be read and written, and keeps nothing.
	like "$(cat "$TMP/plain.out")" 'pmc: CPUID announces no counters, and they keep nothing' \
		"and so does pmc.ko, which tries the counters"
	unlike "$(cat "$TMP/plain.out")" 'module: *available' "nor does pmc offer it"
fi

"$RUN" -- true >"$TMP/true" 2>&1
echo $? >>"$TMP/true"
is "$(cat "$TMP/true")" 0 "true"

# ---- A signal ends the guest, too ----

# A word in the environment marks the processes of a run, TMPDIR its folders.
# left LABEL: prints how many processes are left
left() {
	grep -lz "^PMC_RUN_TEST=$TMP/$1$" /proc/[0-9]*/environ 2>/dev/null | wc -l
}
# reached LABEL MOMENT: has this run got there?
reached() {
	local dir=$TMP/$1
	case $2 in
	early) compgen -G "$dir/pmc-run.*" >/dev/null ;;
	boot) compgen -G "$dir/pmc-run.*/qemu" >/dev/null && [ "$(left "$1")" -gt 3 ] ;;
	command | after) grep -q begun "$dir/out" ;;
	esac
}
# signalled SIGNAL.MOMENT.TARGET: starts a guest, and sends the signal to qemu/run itself, or to its
# process group
signalled() {
	local signal moment target pid dir=$TMP/$1 command='echo begun; while :; do :; done' n=0
	IFS=. read -r signal moment target <<<"$1"
	[ "$moment" != after ] || command='echo begun'
	mkdir "$dir"
	PMC_RUN_TEST=$dir TMPDIR=$dir setsid env --default-signal=HUP,INT,TERM \
		"$RUN" --cpu none -- sh -c "$command" >"$dir/out" 2>"$dir/err" &
	pid=$!
	until reached "$1" "$moment" || [ $n = 1200 ]; do
		sleep 0.05
		n=$((n + 1))
	done
	[ "$target" = itself ] || pid=-$pid
	kill -"$signal" -- $pid
	wait ${pid#-} 2>/dev/null
	echo $? >"$dir/rc"
	# The kernel ends the rest after SIGKILL.
	n=0
	while [ "$(left "$1")" != 0 ] && [ $n -lt 100 ]; do
		sleep 0.05
		n=$((n + 1))
	done
	echo "$n $(left "$1") $(ls -d "$dir"/pmc-run.* 2>/dev/null | wc -l)" >"$dir/left"
}
declare -A number=([HUP]=129 [INT]=130 [TERM]=143 [KILL]=137)
runs="TERM.early.itself INT.early.group HUP.early.itself TERM.boot.group INT.boot.itself
	HUP.boot.group TERM.command.itself INT.command.group HUP.command.itself TERM.after.itself
	KILL.command.itself"
for r in $runs; do
	signalled $r &
	[ "$(jobs -r | wc -l)" -lt 2 ] || wait -n
done
wait
for r in $runs; do
	read -r late processes folders <"$TMP/$r/left"
	is "$processes" 0 "$r: no process is left"
	rc=$(cat "$TMP/$r/rc") want=${number[${r%%.*}]}
	case $r in
	# The guest may have ended before.
	*.after.*) like "$rc" "^(0|$want)$" "$r: exit status $rc" ;;
	*) is "$rc" "$want" "$r: exit status" ;;
	esac
	[ "${r%%.*}" = KILL ] || is "$folders" 0 "$r: no folder is left"
	case $r in
	KILL* | *.early.*) ;;
	*) is "$late" 0 "$r: it waits for the end of the guest" ;;
	esac
done
# A run that was killed cannot remove its folder: the next run does, when the folder is a minute
# old.
touch -d '2 minutes ago' "$TMP"/KILL.command.itself/pmc-run.*
status 125 "another run" env TMPDIR="$TMP/KILL.command.itself" "$RUN" --add "$TMP/nothing" -- true
is "$(ls "$TMP/KILL.command.itself" | grep -c pmc-run)" 0 "KILL: the next run removes the folder"

# tests/run ends a test that takes too long, and so its guest.
mkdir "$TMP/slow"
cat >"$TMP/slow_test.sh" <<'END'
# tests/run: time=3
"$RUN" --cpu none -- sh -c "while :; do :; done"
END
RUN=$RUN PMC_RUN_TEST=$TMP/slow TMPDIR=$TMP/slow TIME_SCALE=1 \
	tests/run --build "$TMP/slow/build" "$TMP/slow_test.sh" >"$TMP/slow/said" 2>&1
like "$(cat "$TMP/slow/said")" 'not done after 3 seconds, killed' "a test with a guest is killed"
is "$(left slow) $(ls -d "$TMP"/slow/pmc-* 2>/dev/null | wc -l)" "0 0" \
	"nothing of its guest is left"

# ---- Several commands in one boot ----

# job NAME ARG...: writes its request
job() {
	mkdir -p "$TMP/job.$1"
	printf '%s\0' "${@:2}" >"$TMP/job.$1/request"
}
job 1 --module msr --add "$TMP/needs" -- sh -c 'cd /tmp; sleep 1000 &
	echo 2 >/proc/sys/kernel/kptr_restrict
	echo left >/tmp/left; ls /guest; printf "no newline"; echo words >&2; exit 7'
job 2 --add "$TMP/script" -- sh -c 'ls; ls /tmp
	cat /proc/modules /proc/sys/kernel/kptr_restrict; pidof sleep
	kill -TERM $$'
job 3 --module msr -- sh -c 'echo "<4>WARNING: CPU: 0 PID: 1 at made/up.c:1" >/dev/kmsg'
job 4 -- sh -c 'echo c >/proc/sysrq-trigger'
job 5 -- true
status 123 "five commands in a guest" "$RUN" --cpu none --append sysrq_always_enabled --job \
	"$TMP/job.1" \
	--job "$TMP/job.2" --job "$TMP/job.3" --job "$TMP/job.4" --job "$TMP/job.5"
is "$(cat "$TMP"/job.[1-5]/status | xargs)" "7 143 123 123" \
	"their statuses; the last one did not run"
is "$(cat "$TMP/job.1/out") $(cat "$TMP/job.1/err")" "needs
no newline words" "the output of the first"
is "$(cat "$TMP/job.2/out")" "script
0" "the second finds a fresh guest"
like "$(cat "$TMP/job.3/err")" 'made/up.c:1' "complaints are those of the command"
unlike "$(cat "$TMP/job.2/log" "$TMP/job.4/err")" 'made/up.c:1' "and of no other"

# ---- A full disk ----

# small COMMAND...: runs it with a file system of 8 MB at $TMP/small
mkdir "$TMP/small"
small() {
	unshare -rm sh -c 'mount -t tmpfs -o size=8m small "$1" && shift && exec "$@"' small \
		"$TMP/small" "$@" 2>&1
}
if small true; then
	like "$(small env TMPDIR="$TMP/small" "$RUN" -- true; echo $?)" \
		'the disk is full: a guest needs [0-9]+ MB in .*/small, and only [0-9]+ MB.*125$' \
		"qemu/run says that the disk is full"
	like "$(small env PMC_RIG_CACHE="$TMP/small" qemu/kernel 5.10; echo $?)" \
		'the disk is full: .*/small.*1$' "so does qemu/kernel"
	like "$(small env PMC_RIG_CACHE="$TMP/small" qemu/build; echo $?)" \
		'the disk is full: .*/small.*1$' "so does qemu/build"
else
	skip "no file system can be mounted here (unshare -rm)" 3
fi
finish
