#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmcstat -G: the call graph of a log, and -g: its profiles for gprof. Logs with known chains, which
# an independent writer makes (pmclog_write.py), give a known text; a program that is sampled gives
# the graph of its calls.
# tests/run: long=san parallel
. "$(dirname "$0")/../tap.sh"
stat=$BUILD/pmcstat
graph() { "$stat" -R "$TMP/log" -G - "$@" 2>"$TMP/err"; }
write() { python3 tests/compat/pmclog_write.py "$TMP/log"; }

# ---- A program at fixed addresses, and a library that is mapped somewhere ----
cat >"$TMP/program.c" <<'C'
__attribute__((noinline)) void inner(long n)
{
	for (volatile long i = 0; i < n; i++)
		;
}
__attribute__((noinline)) void often(long n) { inner(n); __asm__ volatile(""); }
__attribute__((noinline)) void seldom(long n) { inner(n); __asm__ volatile(""); }
int main(void)
{
	often(150000000);
	seldom(50000000);
	return 0;
}
C
cat >"$TMP/library.c" <<'C'
/* The call is the last instruction: it returns to where the next function begins. */
__asm__(".globl ends, begins\n.type ends, @function\n.type begins, @function\n"
	"ends: nop\ncall begins\n.size ends, . - ends\n"
	"begins: nop\nret\n.size begins, . - begins\n"
	"nop\nnop\n"); /* of no function */
C
gcc -O1 -fno-omit-frame-pointer -no-pie -o "$TMP/program" "$TMP/program.c"
gcc -O1 -nostdlib -shared -fPIC -o "$TMP/library.so" "$TMP/library.c"
# at FILE FUNCTION [OFFSET [START]]: an address, in a file that is mapped for START
text() { readelf -lW "$1" | awk '$1 == "LOAD" && / R E / { print $3; exit }'; }
at() {
	printf '%#x ' $((16#$(nm "$1" | awk -v f="$2" '$3 == f { print $1 }') + ${3:-0} +
		${4:-$(text "$1")} - ($(text "$1") & ~4095)))
}
program() { at "$TMP/program" "$1" "${2:-0}" "$(($(text "$TMP/program") & ~4095))"; }
library() { at "$TMP/library.so" "$1" "$2" 0x7f0000000000; }
start=$(printf '%#x' $(($(text "$TMP/program") & ~4095)))
kernel=0xffffffff81000010
{
	echo "event 0x10 CLOCK.CPU"
	echo "event 0x11 PAGE_FAULT.ALL"
	echo "event 0x12 CLOCK.CPU" # another CPU's
	echo "exec 100 0x10 0 0 $TMP/program"
	echo "map-in 100 $start $TMP/program"
	echo "map-in 100 0x7f0000000000 $TMP/library.so"
	echo "fork 100 200"
	echo "fork 300 400" # no mapping of either is known
	for pid in 100 100 200; do
		echo "chain $pid 0x10 $(program inner 5)$(program often 8)$(program main 8)"
	done
	echo "chain 200 0x12 $(program inner)$(program seldom 8)$(program main 8)"
	# The kernel was entered at the first instruction of `begins`, which `ends` called.
	echo "chain 100 0x10 $kernel 0xffffffff81234567 $(library begins 0)$(library begins 0)$(
		program main 4)"
	echo "chain 100 0x10 $(library begins 3)$(program main 4)"
	echo "chain 100 0x10 0x10 $(program main 4)"
	echo "chain 100 0x10 $(program inner)0x10 $(program main 4)"
	echo "chain 200 0x11 $(library begins 0)"
	echo "map-out 200 0x7f0000000000 0x7f0000001000"
	echo "chain 200 0x11 $(library begins 0)"
	echo "exec 200 0x10 0 0 $TMP/library.so" # nothing of the program is left
	echo "chain 200 0x11 $(program inner)"
} >"$TMP/lines"
write <"$TMP/lines"
ok "a log is written" test -s "$TMP/log"
nowhere=$(printf '%#x' $((16#$(nm "$TMP/library.so" | awk '$3 == "begins" { print $1 }') + 3)))
whole="@ CLOCK.CPU [7 samples]

71.43%  [5]        inner @ $TMP/program
 60.00%  [3]         often
  100.0%  [3]          main
 20.00%  [1]         main
 20.00%  [1]         seldom
  100.0%  [1]          main

14.29%  [1]        [kernel]
 100.0%  [1]         begins @ $TMP/library.so
  100.0%  [1]          ends
   100.0%  [1]           main @ $TMP/program

14.29%  [1]        $nowhere @ $TMP/library.so
 100.0%  [1]         main @ $TMP/program

@ PAGE_FAULT.ALL [1 samples]

100.0%  [1]        begins @ $TMP/library.so"
is "$(graph)" "$whole" "-G: the graph of known chains"
is "$(cat "$TMP/err")" \
	"pmcstat: 3 of 11 samples lie in no file that is in the log, and are not in the graph" \
	"samples elsewhere are told"
is "$(graph -z 1)" "@ CLOCK.CPU [7 samples]

71.43%  [5]        inner @ $TMP/program

14.29%  [1]        [kernel]

14.29%  [1]        $nowhere @ $TMP/library.so

@ PAGE_FAULT.ALL [1 samples]

100.0%  [1]        begins @ $TMP/library.so" "-z 1: without callers"
is "$(graph -z 2 | grep -c main)" 2 "-z 2: only who called them"
graph -z 512 >"$TMP/deep"
is "$(cat "$TMP/deep")" "$whole" "-z 512"

# ---- Names of the kernel's functions ----
cat >"$TMP/kallsyms" <<'K'
ffffffff81234567 t next	[module]
ffffffff81234500 t enter	[module]
ffffffff81000000 T handle
ffffffff81000000 D data
ffffffff81000020 W later
0000000000000000 T absent
K
is "$(graph -k "$TMP/kallsyms" | sed -n '/kernel/,/main/p')" "14.29%  [1]        handle @ [kernel]
 100.0%  [1]         enter @ [module]
  100.0%  [1]          begins @ $TMP/library.so
   100.0%  [1]           ends
    100.0%  [1]            main @ $TMP/program" "-k: the kernel's functions, and those of modules"
like "$(graph -k "$TMP/none"; cat "$TMP/err")" "pmcstat: $TMP/none: No such file" "-k: no such file"
grep absent "$TMP/kallsyms" >"$TMP/hidden"
like "$(graph -k "$TMP/hidden"; cat "$TMP/err")" "pmcstat: $TMP/hidden has no addresses" \
	"-k: addresses that the system hides"

# ---- Profiles for gprof ----
# flat FILE PROFILE: SAMPLES CALLS FUNCTION
flat() {
	gprof -b -p "$1" "$2" | awk 'NF >= 4 && $1 ~ /^[0-9]/ { print $3, (NF > 4 ? $4 : 0), $NF }'
}
mkdir "$TMP/profiles"
profiles=$TMP/profiles
is "$("$stat" -R "$TMP/log" -g -D "$profiles" 2>&1)" \
	"pmcstat: 4 of 11 samples lie in the kernel, or in no file that is in the log, and are in \
no profile" "-g: samples elsewhere are told"
is "$(cd "$profiles" && printf '%s\n' */*)" "CLOCK.CPU/library.so.gmon
CLOCK.CPU/program.gmon
PAGE_FAULT.ALL/library.so.gmon" "-g: a file for each event and each file with samples"
if command -v gprof >/dev/null; then
	is "$(flat "$TMP/program" "$profiles/CLOCK.CPU/program.gmon")" "5.00 4 inner
0.00 3 often
0.00 1 seldom" "-g: gprof shows the samples, and the calls"
	is "$(gprof -b -q "$TMP/program" "$profiles/CLOCK.CPU/program.gmon" |
		awk '$3 ~ /\/4$/ { print $3, $4 }' | sort)" "1/4 inner
1/4 seldom
3/4 inner
3/4 often" "-g: and who called whom"
	cp "$TMP/log" "$TMP/first"
	{
		grep -v '^chain' "$TMP/lines" | grep -v '^exec 200'
		yes "chain 100 0x10 $(program inner 5)" | head -70000
		yes "chain 100 0x10 $(program often)" | head -3
		echo "chain 100 0x11 $(library ends 1)" # gprof leaves out the last function
	} | write
	"$stat" -R "$TMP/log" -g -D "$profiles"
	is "$(flat "$TMP/program" "$profiles/CLOCK.CPU/program.gmon")" "70000.00 0 inner
3.00 0 often" "-g: more samples of an instruction than a bin can count"
	is "$(flat "$TMP/library.so" "$profiles/PAGE_FAULT.ALL/library.so.gmon")" "1.00 0 ends" \
		"-g: a shared library"
	mv "$TMP/first" "$TMP/log"
else
	skip "gprof is not installed (binutils)" 4
fi

$stat -R "$TMP/log" -G "$TMP/file" 2>/dev/null >"$TMP/out"
is "$(cat "$TMP/file"; wc -c <"$TMP/out")" "$whole"$'\n\n'0 "-G FILE: there, and no text of the log"
$stat -R "$TMP/log" -o "$TMP/file" -G - 2>/dev/null
is "$(cat "$TMP/file")" "$whole" "-G -: where -o says"

# ---- A position-independent program of FreeBSD's log: EXEC alone tells where it is ----
gcc -O1 -fno-omit-frame-pointer -pie -fPIE -o "$TMP/pie" "$TMP/program.c"
base=0x555500000000
pie() { at "$TMP/pie" "$1" "${2:-0}" $((base + ($(text "$TMP/pie") & ~4095))); }
printf '%s\n' "event 0x10 CLOCK.CPU" "exec 7 0x10 0 $base $TMP/pie" \
	"chain 7 0x10 $(pie inner 4)$(pie seldom 8)" | write
expected="@ CLOCK.CPU [1 samples]

100.0%  [1]        inner @ $TMP/pie
 100.0%  [1]         seldom"
is "$(graph)" "$expected" "a position-independent program"
mkdir -p "$TMP/root$TMP"
mv "$TMP/pie" "$TMP/root$TMP/pie"
is "$(graph -r "$TMP/root")" "$expected" "-r: in another folder"
is "$(graph)" "" "no file: no graph, for where it lay is unknown"
like "$(cat "$TMP/err")" "1 of 1 samples lie in no file" "it is told"
printf '%s\n' "event 0x10 CLOCK.CPU" "map-in 7 0x1000 /nonexistent/x" "chain 7 0x10 0x1234" | write
is "$(graph)" "@ CLOCK.CPU [1 samples]

100.0%  [1]        0x234 @ /nonexistent/x" "no file, but a mapping: where in it"
like "$(cat "$TMP/err")" "^pmcstat: .*/nonexistent/x" "it is told"

# ---- Logs that are cut or have nothing ----
write <"$TMP/lines"
cp "$TMP/log" "$TMP/all"
head -c -20 "$TMP/all" >"$TMP/log"
is "$(graph; echo $?)" "$whole"$'\n\n'1 "a log that was cut: what is there, and status 1"
like "$(cat "$TMP/err")" "log ends within a record" "it is told"
echo "event 0x10 CLOCK.CPU" | write
is "$(graph; cat "$TMP/err")" "pmcstat: $TMP/log has no samples; -P and -S make them" "no samples"
cp /bin/true "$TMP/log"
status 1 "a foreign file" graph
status 1 "a full disk" $stat -R "$TMP/all" -G /dev/full
ok "cut and damaged logs end without a crash" python3 - "$stat" "$TMP" <<'P'
import random, subprocess, sys
data = open(sys.argv[2] + "/all", "rb").read()
random.seed(22)
for i in range(60):
    bad = bytearray(data[:random.randrange(len(data))] if i % 2 else data)
    for _ in range(i % 8):
        bad[random.randrange(len(bad))] = random.randrange(256)
    open(sys.argv[2] + "/bad", "wb").write(bad)
    run = subprocess.run([sys.argv[1], "-R", sys.argv[2] + "/bad", "-G", "-"], capture_output=True)
    assert run.returncode in (0, 1), (i, run)
    run = subprocess.run([sys.argv[1], "-R", sys.argv[2] + "/bad", "-g", "-D",
                          sys.argv[2] + "/profiles"], capture_output=True)
    assert run.returncode in (0, 1), (i, run)
P

# ---- A program that is sampled ----
if $stat -n 1000000 -P clock.cpu -o "$TMP/out" -G "$TMP/live" "$TMP/program" 2>"$TMP/err"; then
	inner=$(awk '/ inner/ { gsub(/[^0-9]/, "", $2); n = $2; exit } END { print n }' "$TMP/live")
	often=$(awk '/ often/ { gsub(/[^0-9]/, "", $2); n = $2; exit } END { print n }' "$TMP/live")
	ok "three quarters of ${inner:=0} samples are below often (${often:=0})" \
		test "$inner" -gt 20 -a $((often * 100)) -ge $((inner * 60)) \
		-a $((often * 100)) -le $((inner * 90))
	if [ "$(id -u)" = 0 ] && ! grep -q '^0* ' /proc/kallsyms; then
		# Work of the kernel, since an idle one has no samples.
		"$stat" -n 100000 -c '*' -S clock.cpu -G "$TMP/live" \
			dd if=/dev/zero of=/dev/null bs=1M count=3000 2>"$TMP/err"
		is $? 0 "-S -G: system-wide samples"
		like "$(cat "$TMP/live")" " [a-z_0-9.]+ @ \[kernel\]" "-S -G: kernel functions"
	else
		skip "the kernel hides its addresses" 2
	fi
else
	skip "software events cannot be sampled here: $(head -1 "$TMP/err")" 3
fi

# ---- Bad calls ----
said() { is "$("$stat" "${@:2}" 2>&1 | head -1)" "pmcstat: $1" "${*:2}"; }
said "-G needs samples: those of a log (-R), of -P or of -S" -G - -p page_fault.all true
said "-O keeps the log for later; then -R x -G y prints its graph" -O x -G y -P clock.cpu true
said "-g needs samples: those of a log (-R), of -P or of -S" -g -p page_fault.all true
said "-g writes profiles instead of the graph that -G prints; choose one of them" -g -G - \
	-R "$TMP/all"
said "-O keeps the log for later; then -R x -g writes its profiles" -O x -g -P clock.cpu true
said "-k names functions in the graph that -G prints" -k x -R "$TMP/all"
said "-D is where -g writes" -D x -R "$TMP/all"
said "-z is the depth of the graph that -G prints" -z 3 -R "$TMP/all"
said "'0' is no depth of a graph; write a number from 1 to 512" -z 0 -G - -R "$TMP/all"
said "'3x' is no depth of a graph; write a number from 1 to 512" -z 3x -G - -R "$TMP/all"
said "$TMP/all is the log itself; write to another file" -R "$TMP/all" -G "$TMP/all"
said "$TMP/all is the log itself; write to another file" -R "$TMP/all" -o "$TMP/all"
ok "the log is still there" test -s "$TMP/all"
said "/nonexistent/f: No such file or directory" -G /nonexistent/f -R "$TMP/all"
finish
