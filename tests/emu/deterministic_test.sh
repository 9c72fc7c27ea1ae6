#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# --deterministic: real programs have one count in every environment, on every machine, and where
# they do not read them in every directory and for every user. Other machines are pretended
# (PMC_EMU_HOST, see emu/launch.h).
# tests/run: parallel time=240
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/numbers.sh"
machine=$BUILD/tests/emu/prog/machine
events=instructions:u,branches:u,branches-taken:u,calls:u,loads:u,stores:u,syscalls:u
hosts=(no-avx2 caches cpus no-avx2,caches,cpus)
as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
chmod 755 "$TMP"
unset LD_LIBRARY_PATH PMC_EMU_HOST
# The programs themselves, and neither ccache nor wrappers of a user.
PATH=/usr/bin:/bin

# ---- What a program sees ----

det=("$PMC" stat --deterministic -e instructions:u -o /dev/null)
flag() { grep -qw "$1" /proc/cpuinfo; }
sees=()
flag rdtscp && sees+=(--env RDTSCP=1)
flag rdpid && sees+=(--env RDPID=1)
for level in v1 v2 v3; do
	see=("${det[@]}" --cpu-features $level "${sees[@]}" --)
	if [ $level = v3 ] && ! { flag avx2 && flag bmi2 && flag movbe && flag abm; }; then
		skip "this processor has no level v3" 10
		continue
	fi
	"${see[@]}" "$machine" >"$TMP/sees" 2>&1
	is $? 0 "$level: the program ends well"
	for host in caches cpus; do
		PMC_EMU_HOST=$host "${see[@]}" "$machine" >"$TMP/sees.$host" 2>&1
		ok "$level: the same machine when the host has other $host" \
			cmp "$TMP/sees" "$TMP/sees.$host"
	done
	"${see[@]}" "$machine" fork >"$TMP/sees.fork" 2>&1
	ok "$level: after fork" cmp "$TMP/sees" "$TMP/sees.fork"
	"${see[@]}" sh -c '"$0" fork; :' "$machine" >"$TMP/sees.exec" 2>&1
	ok "$level: after exec" cmp "$TMP/sees" "$TMP/sees.exec"
	like "$(cat "$TMP/sees")" "affinity: 8 bytes, 1 CPUs; nprocs 1, conf 1, sysconf 1" \
		"$level: one CPU"
	like "$(cat "$TMP/sees")" "memory 4294967296, free 2147483648, pages 1048576, 524288" \
		"$level: memory"
	like "$("${see[@]}" cat /proc/meminfo)" "MemAvailable:    2097152 kB" \
		"$level: /proc/meminfo"
	like "$(cat "$TMP/sees")" "model name	: pmc x86-64-$level" "$level: /proc/cpuinfo"
	like "$(cat "$TMP/sees")" "getcpu 0 0, sched_getcpu 0
set CPU 0: 0, CPU 7: -1
of no process: -1" "$level: it runs on CPU 0"
	cp "$TMP/sees" "$TMP/sees.$level"
done
PMC_EMU_HOST=no-avx2 "${det[@]}" "${sees[@]}" -- "$machine" >"$TMP/sees.old" 2>&1
ok "v2 is the default, also when the host has no AVX2" cmp "$TMP/sees.v2" "$TMP/sees.old"
like "$(cat "$TMP/sees.v2")" \
	"hwcap 78bfbff hwcap2 0 platform x86_64 minsigstksz 4096 vdso 0 rseq 0" \
	"the auxiliary vector"
! flag rdtscp || like "$(cat "$TMP/sees.v2")" "rdtscp 0 " "RDTSCP says CPU 0"
! flag rdpid || like "$(cat "$TMP/sees.v2")" "rdpid 0" "RDPID says CPU 0"
like "$(cat "$TMP/sees.v2")" "no xsave" "v2 has no XSAVE"
if [ -s "$TMP/sees.v3" ]; then
	like "$(cat "$TMP/sees.v3")" "xcr0 0:7 size 832, components ok, restored" \
		"v3: XSAVE stays within the size that is shown"
else
	skip "this processor has no level v3"
fi

# The C library and the compiler judge for themselves.
loader=/lib64/ld-linux-x86-64.so.2
for level in v1 v2 v3; do
	[ $level = v1 ] || [ -s "$TMP/sees.$level" ] || continue
	"${det[@]}" --cpu-features $level -- $loader --help >"$TMP/loader" 2>&1
	case $level in
	v1) want="" ;;
	v2) want="v2" ;;
	v3) want="v3 v2" ;;
	esac
	is "$(sed -n 's/^ *x86-64-\(v[234]\) (supported.*/\1/p' "$TMP/loader" | paste -sd' ')" \
		"$want" "glibc takes it for $level"
done
for pair in v1:x86-64 v2:nehalem v3:haswell; do
	level=${pair%:*}
	if [ -s "$TMP/sees.$level" ] && command -v gcc >/dev/null; then
		"${det[@]}" --cpu-features $level -- gcc -march=native -Q --help=target >"$TMP/gcc"
		is "$(awk '$1 == "-march=" { print $2 }' "$TMP/gcc")" "${pair#*:}" \
			"gcc takes it for ${pair#*:}"
	else
		skip "gcc is not installed, or this processor has no level $level"
	fi
done

# The switch works: what is not fixed follows the pretended host.
is "$(PMC_EMU_HOST=cpus "$PMC" stat --backend emulated -e instructions:u -o /dev/null -- nproc)" \
	64 "not deterministic: the number of CPUs is pretended"
see=("${det[@]}" --cpu-features host -- getconf LEVEL1_DCACHE_SIZE)
isnt=$("${see[@]}")
unlike "$(PMC_EMU_HOST=caches "${see[@]}")" "^$isnt$" "--cpu-features host: caches are pretended"
is "$("${det[@]}" -- getconf LEVEL3_CACHE_SIZE)" 8388608 "the default: fixed caches"
if PMC_EMU_HOST=old "${det[@]}" -- true 2>"$TMP/err"; then
	fail "a processor that is too old"
else
	is "$?" 125 "a processor that is too old: status 125"
fi
like "$(cat "$TMP/err")" "too old for CPU features 'v2'.*'v1' by --cpu-features" \
	"and the way out"
ok "which works" env PMC_EMU_HOST=old "${det[@]}" --cpu-features v1 -- true

# ---- Ten programs ----

perl "$TOP/bench/work/text.pl" 4 >"$TMP/text" 2>/dev/null || cp "$TOP/README.md" "$TMP/text"
printf '#include <stdio.h>\nint main(void) { return printf("%%d", 42) != 2; }\n' >"$TMP/x.c"
mkdir -p "$TMP/a" "$TMP/another/working directory"
chmod -R a+rX "$TMP"
gzip -k "$TMP/text"

# count COMMAND...: prints all counts of the command
count() {
	"${namespace[@]}" "${caller[@]}" "$PMC" stat --deterministic -x, -e $events \
		"${options[@]}" -o "$TMP/report" -- "$@" >"$TMP/out" 2>&1 </dev/null ||
		echo "status $?"
	sed -n 's/^\([0-9][0-9]*\),,[^,]*,.*/\1/p' "$TMP/report" | paste -sd' '
}
options=() caller=()
many=()
for i in {1..40}; do many+=("CI_VARIABLE_$i=refs/heads/some/branch/$i"); done
environments=(
	"env -i PATH=$PATH"
	"env ${many[*]}"
	"env HOME=$TMP USER=somebody LANG=de_DE.UTF-8 LC_ALL=C.UTF-8 TZ=Asia/Tokyo LANGUAGE=de"
	"env GLIBC_TUNABLES=glibc.malloc.arena_max=1 PYTHONHASHSEED=7 PERL_HASH_SEED=3"
	"env BIG=$(printf '%05000d' 0) POSIXLY_CORRECT=1 COLUMNS=200 LINES=3 EDITOR=vi PAGER=less"
)

# one NAME READS COMMAND...: READS has d if the program reads its directory, u if its user
one() {
	local name=$1 reads=$2 first e host got=""
	shift 2
	if ! command -v "$1" >/dev/null; then
		skip "$1 is not installed" 4
		return
	fi
	cd "$TMP/a" || exit 1
	caller=() first=$(count "$@")
	[ "$name" != python3 ] || first=$(count "$@") # the first run may have compiled modules
	for e in "${environments[@]}"; do
		read -ra caller <<<"$e"
		got+=$(count "$@")$'\n'
	done
	caller=()
	is "$(sort -u <<<"$got" | grep .)" "$first" "$name: $first, in five environments"
	got=
	for host in "${hosts[@]}"; do
		got+=$(PMC_EMU_HOST=$host count "$@")$'\n'
	done
	is "$(sort -u <<<"$got" | grep .)" "$first" "$name: on four other hosts"
	if [[ $reads = *d* ]]; then
		skip "$name reads its working directory"
	else
		cd "$TMP/another/working directory" || exit 1
		is "$(count "$@")" "$first" "$name: in another directory"
	fi
	cd "$TMP/a" || exit 1
	if [[ $reads = *u* ]]; then
		skip "$name reads its user's number or name"
	elif [ "$(id -u)" = 0 ] && "${as_user[@]}" test -x "$PMC"; then
		caller=("${as_user[@]}") && : >"$TMP/report" && chmod 666 "$TMP/report"
		is "$(count "$@")" "$first" "$name: for another user"
		caller=()
	else
		skip "the tree cannot be used as another user"
	fi
}
# Without -S it asks how much memory is free.
one sort - sort -S 10M "$TMP/text"
one python3 - python3 -I -c 'import json
print(json.dumps({str(i): i * i for i in range(99)})[:50])'
one perl u perl -e 'my %h = map { $_ => length } qw(one two three); print join(",", %h), "\n"'
one gcc d gcc -O2 -S -o /dev/null "$TMP/x.c"
one sqlite3 u sqlite3 :memory: 'create table t(a, b); insert into t values (1, 2.5), (3, 4);
	select sum(a * b), count(*) from t'
one gzip - gzip -c "$TMP/text"
one gunzip - gzip -dc "$TMP/text.gz"
one xz - xz -1 -c "$TMP/text"
one awk - awk '{ n[$1] += NF } END { for (k in n) s += n[k]; print s }' "$TMP/text"
one sed - sed -n -E 's/([a-z]+) ([a-z]+)/\2 \1/gp;50q' "$TMP/text"
one bash du bash -c 'for i in 1 2 3; do a[i]=$((i * i)); done; echo "${a[@]}"'
one sh d sh -c 'x=1; while [ ${#x} -lt 50 ]; do x=$x$x; done; echo $x'
one fork d env sh -c 'sort "$0" >/dev/null; gzip -c "$0" >/dev/null' "$TMP/text"
cd "$TOP" || exit 1

# Before, both differed.
options=(--env-all)
caller=() first=$(count true)
read -ra caller <<<"${environments[1]}"
unlike "$(count true)" "^$first$" "--env-all: the environment counts"
caller=()
if flag avx2 && flag bmi2; then
	options=(--cpu-features host)
	first=$(count sort "$TMP/text")
	unlike "$(PMC_EMU_HOST=no-avx2 count sort "$TMP/text")" "^$first$" \
		"--cpu-features host: the processor counts"
else
	skip "this processor has no AVX2"
fi

# ---- The environment ----

plain=("${det[@]}")
is "$(env -i PATH="$PATH" A=1 "${plain[@]}" -- env | sort | paste -sd' ')" \
	"HOME=/dev/null LANG=C PATH=$PATH TZ=UTC0 USER=nobody" "the fixed environment"
is "$(A=1 B=2 "${plain[@]}" --env A --env=NOT_SET_AT_ALL --env C=3= --env HOME=/x -- env | sort |
	paste -sd' ')" "A=1 C=3= HOME=/x LANG=C PATH=$PATH TZ=UTC0 USER=nobody" "--env"
is "$(env -i A=1 "${plain[@]}" --env-all --env B=2 -- /usr/bin/env | sort | paste -sd' ')" \
	"A=1 B=2" "--env-all"
is "$("${plain[@]}" --env A=1 --env B=2 -- env | md5sum)" \
	"$("${plain[@]}" --env B=2 --env A=1 -- env | md5sum)" "options in another order"
like "$("${plain[@]}" --env =x -- true 2>&1; echo $?)" \
	"--env: '=x' names no variable; write NAME or NAME=VALUE.125" "--env without a name"
for o in "--env A" --env-all "--cpu-features v2"; do
	# shellcheck disable=SC2086
	like "$("$PMC" stat $o -- true 2>&1; echo $?)" "what --deterministic fixes.*125" \
		"${o%% *} needs --deterministic"
done
like "$("${plain[@]}" --cpu-features v9 -- true 2>&1; echo $?)" \
	"no CPU features 'v9'; choose v1, v2, v3 or host.125" "features that do not exist"
# ---- The record ----

hash_of() {
	"$PMC" summary --deterministic -x, "$@" -- true 2>&1 |
		sed -n 's/.*-hash=\([0-9a-f]*\),.*/\1/p'
}
like "$(hash_of)" '^[0-9a-f]{16}$' "a checksum of the environment"
is "$(A=1 hash_of)" "$(hash_of)" "what does not get through does not show"
unlike "$(hash_of --env A=1)" "^$(hash_of --env A=2)$" "the checksum tells values apart"
like "$("$PMC" stat --deterministic -e calls -- true 2>&1 | tr -s '\n ' ' ')" \
	" fixed: cpu-features=v2, cpus=1, memory=4GiB, .*PATH=" "in the table of pmc stat"
many=$(for i in {1..200}; do echo "--env VARIABLE_OF_THIS_TEST_$i=1"; done)
like "$("$PMC" stat --deterministic $many -e calls -- true 2>&1 | tr -s '\n ' ' ')" \
	" fixed: .*VARIABLE_OF_THIS_TEST_200.*, PATH=" "… all of it, however long it is"
unlike "$("$PMC" stat --backend emulated -e calls -- true 2>&1)" "fixed:" "only what is fixed"
"$PMC" stat --deterministic -x, -o "$TMP/csv" -e calls -- true
like "$(cat "$TMP/csv")" \
	"# fixed: cpu-features=v2, cpus=1, memory=4GiB, addresses=[a-z]*, .*PATH=$PATH" \
	"-x: in the file"
is "$("$PMC" stat --deterministic -j -e calls -- true 2>&1 | python3 -c '
import json, sys
print([o for o in map(json.loads, sys.stdin) if "fixed" in o][0]["fixed"]["environment-hash"])')" \
	"$(hash_of)" "-j: the same checksum"
like "$("$PMC" summary --deterministic --env-all --cpu-features host -- true 2>&1)" \
	" fixed: cpu-features=host, cpus=1, .*environment=all,.*PATH=" "all and host"

# ---- pmc summary ----

like "$("$PMC" summary --deterministic -j -- true 2>&1)" '\{"fixed" : \{"cpu-features" : "v2"' \
	"pmc summary shows the record"
is "$("$PMC" summary --deterministic -o /dev/null --env A=5 -- env | sort | paste -sd' ')" \
	"A=5 HOME=/dev/null LANG=C PATH=$PATH TZ=UTC0 USER=nobody" "pmc summary does the same"
finish
