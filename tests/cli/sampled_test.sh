#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc record that samples, without a PMU: page faults interrupt as a PMU's events do, and a program
# has a known number of them at a known place; clocks do, too. Beside perf record where that is
# installed.
# tests/run: long=san parallel
. "$(dirname "$0")/../tap.sh"
cd "$TMP" || exit 1

touch none.data
why=$("$PMC" record -q -e page-faults:u -c 1 -o none.data -- true 2>&1) ||
	skip_all "the kernel lets nobody sample: $why"
gcc -O0 -g -o faults "$TOP/tests/cli/record/faults.c" || exit 1

# count FILE FUNCTION: its own count
count() {
	"$PMC" report -i "$1" --stdio --sort symbol -t '|' 2>/dev/null |
		awk -F'|' -v f="$2" '$NF == f { gsub(/[^0-9]/, "", $3); print $3 }'
}
all() {
	"$PMC" report -i "$1" --stdio 2>/dev/null |
		sed -n 's/^# [a-z].*: \([0-9,]*\) from \([0-9,]*\) samples.*/\1 \2/p'
}

# ---- A command ----

"$PMC" record -e page-faults:u -c 1 -o one.data -- ./faults >out 2>err
is "$?" 0 "a command is sampled"
did='[0-9]+ samples of page-faults:u in 1 process, by backend perf'
like "$(cat err)" "^\[ pmc record: one\.data: [0-9.]+ KiB; $did \]\$" \
	"a line says what was written"
is "$(count one.data touch)" 900 "a sample for each event"
"$PMC" record -q -e page-faults:u -c 7 -o seven.data -- ./faults
n=$(count seven.data touch)
ok "with a period of 7, as many events" test "${n:-0}" -gt 889 -a "${n:-0}" -lt 911
is "$((${n:-1} % 7))" 0 "each sample stands for 7"
"$PMC" record -q -e page-faults:u -c 1 -g -o chains.data -- ./faults
"$PMC" script -i chains.data --to collapsed >chains
is "$(sed -n 's/.*;main;few;touch //p' chains) $(sed -n 's/.*;main;many;touch //p' chains)" \
	"300 600" \
	"-g: the callers have their parts"
"$PMC" annotate -i one.data --stdio touch >listing 2>&1
like "$(grep '100' listing)" 'page = 1|mov' "annotate finds the line"
cp one.data before.data
"$PMC" record -q -e page-faults:u -c 1 -o after.data -- ./faults 600
like "$("$PMC" diff before.data after.data 2>&1 | grep touch)" '1,?800' "diff compares two"

# ---- Code that is made at run time ----

gcc -O1 -o made "$TOP/tests/cli/record/made.c" || exit 1
rm -f "$("$PMC" record -q -e page-faults:u -c 1 -o made.data -- ./made)"
is "$(count made.data made_at_run_time)" 200 "code of a JIT has its name"
is "$(grep -c never_run made.data)" 0 "… and the file only names with samples"

# ---- Chains without frame pointers ----

gcc -O2 -fomit-frame-pointer -o unwound "$TOP/tests/cli/record/unwound.c" || exit 1
if "$PMC" record -q -e page-faults:u -c 1 --call-graph dwarf,32768 -m 16384 -o unwound.data -- \
	./unwound 2>err; then
	"$PMC" script -i unwound.data --to collapsed >chains
	ends() {
		sed -n "s/^unwound;.*;$1;touch //p" chains
	}
	is "$(ends 'main;few') $(ends 'main;many') $(ends '__restore_rt;handler')" "300 600 100" \
		"--call-graph dwarf: the callers have their parts"
	like "$(grep ';handler;touch ' chains)" ';main;.*raise;.*;__restore_rt;handler;touch 100$' \
		"… through a signal's frame"
	"$PMC" record -q -e page-faults:u -c 1 --call-graph dwarf,256 -o short.data -- ./unwound
	"$PMC" script -i short.data --to collapsed >chains
	like "$(cat chains)" 'unwound;many;touch 600|main;many;touch 600' \
		"a short copy of the stack cuts chains off"
	if [ "$(id -u)" = 0 ] && perf record -q -m 8192 --call-graph dwarf,16384 -e page-faults:u \
		-c 1 -o perf.dwarf ./unwound >/dev/null 2>&1; then
		"$PMC" script -i perf.dwarf --to collapsed >chains
		is "$(ends 'main;few') $(ends 'main;many') $(ends '__restore_rt;handler')" \
			"300 600 100" "the same of perf record's file"
	else
		skip "perf does not sample here, or has little memory"
	fi
else
	like "$(cat err)" "chains by call frame information need libdw" "there is no libdw"
	skip "pmc has no libdw" 3
fi

# ---- The first samples, and each of them ----

"$PMC" record -q --samples 10 -e page-faults:u -c 1 -o ten.data -- ./faults >ten.out
is "$? $(all ten.data) $(wc -c <ten.out)" "0 10 10 $(wc -c <out)" \
	"--samples: ten samples, and the command runs to its end"
"$PMC" report -i one.data --raw >raw
read -r all_counts all_samples <<<"$(all one.data)"
is "$(wc -l <raw)" "${all_samples//,/}" "--raw: a line for each sample"
is "$(awk -F'\t' '$3 == "faults" && $4 == "touch" && $5 == "faults"' raw | wc -l)" 900 \
	"… with command, function and object"
at=$(nm faults | awk '$3 == "touch" { print $1 }')
ok "… with addresses" awk -F'\t' -v low=$((16#$at)) '$4 == "touch" {
	n = 0
	for (i = 1; i <= length($1); i++)
		n = n * 16 + index("0123456789abcdef", substr($1, i, 1)) - 1
	if (n < low || n > low + 64) bad = 1
} END { exit bad }' raw
tid=$(awk 'NR == 1 { print $2 }' raw)
is "$("$PMC" report -i one.data --raw --tid "$tid" -S touch | cut -f2,4 | sort -u)" \
	"$tid	touch" \
	"… that the filters let pass"
"$PMC" report -i seven.data --raw -S touch >raw7
is "$(wc -l <raw7)" "$((n / 7))" "… each of which stands for seven"
"$PMC" record -q -e page-faults:u -F 100 -o often.data -- ./faults
"$PMC" record -q -o exact.data -- true
for try in "often.data --raw|-F" \
	"exact.data --raw|has no samples of instructions:u, but exact counts" \
	"one.data --raw -j|leave out -j, -t" "one.data --raw -n|leave out --sort" \
	"one.data --raw -S nothing|the profile has no such function"; do
	like "$("$PMC" report -i ${try%%|*} 2>&1 >/dev/null)" "^pmc: .*${try#*|}" \
		"${try%%|*} is refused"
done
like "$("$PMC" record --samples 0 -- true 2>&1)" "expects a number of samples from 1" "--samples 0"

# ---- Two events ----

"$PMC" record -q -e page-faults:u,minor-faults:u -c 1 -o two.data -- ./faults
is "$("$PMC" report -i two.data --stdio -e minor-faults:u -t '|' --sort symbol 2>/dev/null |
	awk -F'|' '$NF == "touch" { print $3 }') $(count two.data touch)" "900 900" \
	"two events are sampled together"
like "$("$PMC" report -i two.data --raw -e page-faults:u,minor-faults:u 2>&1)" \
	"^pmc: --raw shows the samples of one event; choose it by -e$" "--raw: of one event"

# ---- Children, threads, processes that run, CPUs ----

"$PMC" record -q -e page-faults:u -c 1 -o tree.data -- sh -c './faults 100; ./faults 100 & wait'
is "$(count tree.data touch)" 600 "children are sampled"
"$PMC" record -q -i -e page-faults:u -c 1 -o alone.data -- sh -c './faults 100; :'
is "$(count alone.data touch)" "" "-i leaves them out"
# attached OPTION: records a process that stands at a known place
attached() {
	mkfifo in
	./faults 300 wait <in >ready &
	local pid=$!
	exec 3>in
	until grep -q ready ready 2>/dev/null; do sleep 0.02; done
	"$PMC" record "$1" "${2:-$pid}" -e page-faults:u -c 1 -o attached.data 2>err &
	local recorder=$!
	while ! grep -q perf_event <(ls -l /proc/$recorder/fd 2>/dev/null); do sleep 0.02; done
	sleep 0.3
	echo >&3
	exec 3>&-
	wait $pid
	[ "$1" != -C ] || kill -INT $recorder
	wait $recorder
	status=$?
	rm in ready
}
attached -p
is "$status $(count attached.data touch)" "0 900" "-p samples a process that runs already"
like "$(cat err)" "page-faults:u in 1 process" "and ends with it"
attached -t
is "$status $(count attached.data touch)" "0 900" "-t a thread"
if "$PMC" record -q -a -e page-faults:u -c 1 -o cpus.data -- ./faults 2>err; then
	is "$("$PMC" report -i cpus.data --stdio -t '|' --sort comm,symbol 2>/dev/null |
		awk -F'|' '$(NF - 1) == "faults" && $NF == "touch" { print $3 }')" 900 \
		"-a samples every process, and ends with the command"
	attached -C "$(sed 's/-.*//; s/,.*//' /sys/devices/system/cpu/online)"
	is "$status" 130 "-C without a command ends by a signal"
	ok "and writes what there is" "$PMC" report -i attached.data --stdio
else
	skip "-a: $(cat err)" 3
fi

# ---- Ends ----

"$PMC" record -e page-faults:u -c 1 -o cut.data -- sh -c './faults; kill -INT $PPID; sleep 20' 2>err
is "$?" 130 "a signal ends the command"
is "$(count cut.data touch)" 900 "and what was sampled is written"
"$PMC" record -e page-faults:u -c 1 -m 1 -o lost.data -- ./faults 100000 2>err
n=$(count lost.data touch)
if [ "${n:-0}" -lt 300000 ]; then
	like "$(cat err)" '^pmc: [0-9]+ samples or other records were lost' "lost samples are told"
	like "$("$PMC" report -i lost.data --stdio 2>&1 | head -5)" 'note: [0-9]+ samples' \
		"and stand in the file"
else
	skip "no sample was lost" 2
fi

# Nobody reads while the program runs, so most of it is lost, and no record follows that tells.
mkfifo go
"$PMC" record -e page-faults:u -c 1 -o stopped.data -- \
	sh -c ': >there; read -r line <go; ./faults 20000; : >ended' 2>err &
recorder=$!
for ((i = 0; i < 400; i++)); do
	[ -e there ] && break
	sleep 0.05
done
kill -STOP $recorder
echo >go
for ((i = 0; i < 400; i++)); do
	[ -e ended ] && break
	sleep 0.05
done
kill -CONT $recorder
wait $recorder
lost=$(sed -n 's/^pmc: \([0-9]*\) samples or other records were lost.*/\1/p' err)
sum=$(($(all stopped.data | sed 's/.* //; s/,//g') + ${lost:-0}))
if [ "$(all stopped.data | sed 's/.* //; s/,//g')" -gt 59000 ]; then
	skip "no sample was lost while the reader stood still"
elif ! uname -r | grep -Eq '^([6-9]|[1-9][0-9]+)\.'; then
	skip "this kernel does not say what was lost last"
else
	ok "with ${lost:-0} lost ones there are $sum samples of 60,000 and some" \
		test "$sum" -gt 60000 -a "$sum" -lt 62000
fi
"$PMC" record -e page-faults:u -c 1000000000 -o nothing.data -- true 2>err
like "$(cat err)" 'pmc: no sample was taken' "no sample is told"
ok "and the file can be read" "$PMC" report -i nothing.data --stdio

# ---- Beside perf ----

same="script --to collapsed"
if command -v perf >/dev/null &&
	perf record -q -e page-faults:u -c 1 -g -o perf.data -- setarch -R ./faults 2>err; then
	"$PMC" record -q -e page-faults:u -c 1 -g -o ours.data -- setarch -R ./faults
	for f in perf ours; do
		"$PMC" $same -i $f.data | grep ';main;' | sed 's/.*;main;//' | sort >$f.chains
	done
	is "$(cat ours.chains)" "$(cat perf.chains)" "the same chains as perf's, and as often"
	perf script -i perf.data -F ip,sym -G 2>/dev/null | awk '$2 == "touch" { print $1 }' |
		sort | uniq -c | awk '{ print $2, $1 }' >perf.places
	is "$(awk '{ n += $2 } END { print n, NR }' perf.places)" "900 1" "perf script, too"
else
	skip "perf is not installed, or may not sample" 2
fi
"$PMC" record -e cpu-clock -F 1000 -o clock.data -- \
	sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done' 2>err
read -r sum samples <<<"$(all clock.data | tr -d ,)"
is "$sum" "${samples}000000" "a clock at 1000 Hz: a sample each millisecond"

# ---- The example ----

case $BUILD in
*/san) skip "the sanitizer build's library needs its compiler's runtime" 3 ;;
*)
	ok "the example compiles" gcc -Wall -Wextra -Werror -O1 -g -I"$TOP/include" \
		"$TOP/examples/samples.c" "$BUILD/libpmc.a" -pthread -o samples
	# By user's time alone: on a busy machine the kernel does others' work in interrupts, and
	# the loop takes less than 30 ms where a store is forwarded to its load at no cost.
	./samples cpu-clock:u >shares
	like "$(head -n 1 shares)" '^ *(9[0-9]|100)\.[0-9]+ % +[0-9]+  work  .*/samples$' \
		"it says in which function it was"
	is "$(awk '{ sum += $1 } END { print int(sum + 0.5) }' shares)" 100 "and where else"
	;;
esac

# ---- Bad input ----

refused() {
	local want=$1 what=$2
	shift 2
	"$PMC" record "$@" >out 2>err
	is "$? $(head -n 1 err)" "125 pmc: $want" "$what"
}
refused "-c and -F: a period and a frequency exclude each other; choose one" "-c and -F" \
	-c 5 -F 5 -- true
refused "-c 0: expects a period from 1 to 9223372036854775807" "a period of 0" -c 0 -- true
refused "-m: the number of pages must be a power of two" "three pages" -m 3 -- true
why="profiles are sampled by driver, perf and emulated, and exact by emulated"
refused "--backend: $why" "msr" --backend msr -- true
why="it comes from rusage and /proc, which do not interrupt"
refused "-e, column 1: 'max_rss' cannot be sampled: $why" \
	"an event that does not interrupt" -c 1 -e dummy:u -e max_rss -- true
refused "-p and -t: cannot sample processes and threads together; choose one" "-p and -t" -p 1 -t 1
refused "-p, column 1: there is no process 99999999" "no such process" -e cpu-clock -p 99999999
ways="must be fp (frame pointers), dwarf (call frame information), dwarf,BYTES with a multiple"
exact="or exact (the call tree, by the translator)"
for way in lbr dwarf,7 dwarf,0 dwarf,65536 dwarf,8k dwarf, dwarfs; do
	refused "--call-graph: $ways of 8 up to 65528, $exact" "--call-graph $way" \
		--call-graph $way -- true
done
"$PMC" record -e cpu-clock -F 999999 -- true >out 2>err
like "$? $(cat err)" '^125 pmc: -F 999999: the frequency must be at most [0-9]+' "a high frequency"
"$PMC" record -e cpu-clock -- ./nothing-here >out 2>err
is "$?" 127 "a command that is not found"
# ---- perf.data in pieces, one CPU's behind another's, while a map takes the place of another ----

python3 - >"$TMP/pieces.perf" <<'END'
import struct, sys

def record(kind, body, time, sample=False):
    if not sample:
        body += struct.pack("<IIQ", 1, 1, time)  # pid, tid, time: sample_id_all
    return struct.pack("<IHH", kind, 2, 8 + len(body)) + body
def mmap(path, time):
    path += b"\0" * (8 - len(path) % 8)
    return record(1, struct.pack("<IIQQQ", 1, 1, 0x1000, 0x1000, 0) + path, time)
def sample(time):
    return record(9, struct.pack("<QIIQQ", 0x1100, 1, 1, time, 7), time, True)
data = mmap(b"/a", 10) + sample(20) + sample(40)
data += mmap(b"/b", 30) + sample(50) + sample(15) + sample(16)
# software, cpu-clock; IP, TID, TIME, PERIOD; sample_id_all
attr = struct.pack("<IIQQQQQ", 1, 136, 0, 1, 1 | 2 | 4 | 256, 0, 1 << 18)
attr = attr.ljust(136, b"\0") + bytes(16)
places = (104, len(attr), 104 + len(attr), len(data), 0, 0)
header = struct.pack("<8sQQ6Q", b"PERFILE2", 104, len(attr), *places)
sys.stdout.buffer.write(header.ljust(104, b"\0") + attr + data)
END
like "$("$PMC" report --stdio -i "$TMP/pieces.perf" -s object | grep -v '^#')" \
	'60\.00% +[0-9.]+ +21  a.*40\.00% +[0-9.]+ +14  b' "samples are looked up by their times"
finish
