#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs real programs natively and under the engine, each in an empty folder. Output, messages (so
# none of the engine's), exit status and, for some, files must be the same. REAL=words runs only the
# programs whose name contains one of the words.
# tests/run: parallel time=900
. "$(dirname "$0")/../tap.sh"
real=$TOP/tests/emu/real
python=/usr/bin/python3
[ -x $python ] || python=python3
cc=${CC:-gcc}
export HOME=$TMP GIT_CONFIG_NOSYSTEM=1

# chosen NAME
chosen() {
	local word
	[ -n "${REAL-}" ] || return 0
	for word in $REAL; do
		[ "${1#*"$word"}" = "$1" ] || return 0
	done
	return 1
}

# plausible COUNT MICROSECONDS: can a program have executed so many instructions in that time? No
# program ends before some 10,000, and no processor executes 50,000 a microsecond.
plausible() {
	((${#1} < 17 && $1 > 10000 && $1 < $2 * 50000 * $(nproc)))
}

# same NAME NEED COMMAND...: the check is skipped if the program NEED is missing. The variable
# `files` names files of the folder that must be equal, too. Both outputs first go through the
# command in the variable `filter`.
same() {
	local name=$1 need=$2 dir=$TMP/dir status_n status_e file began took count
	shift 2
	chosen "$name" || return 0
	if ! command -v "$need" >/dev/null; then
		skip "$need is not installed"
		return
	fi
	rm -rf "$dir" "$TMP/native" && mkdir "$dir"
	(cd "$dir" && exec timeout -k 5 120 "$@" </dev/null >"$TMP/out.n" 2>"$TMP/err.n")
	status_n=$?
	mv "$dir" "$TMP/native" && mkdir "$dir"
	began=$EPOCHREALTIME
	(cd "$dir" && exec timeout -k 5 240 "$PMC" stat --backend emulated -e instructions -x, \
		-o "$TMP/report" -- "$@" </dev/null >"$TMP/out.e" 2>"$TMP/err.e")
	status_e=$?
	took=$((${EPOCHREALTIME/./} - ${began/./}))
	count=$(cut -d, -f1 "$TMP/report" | grep -m1 '^[0-9]')
	if [ -n "${filter-}" ]; then
		for file in out.n out.e err.n err.e; do
			eval "$filter" <"$TMP/$file" >"$TMP/filtered" &&
				mv "$TMP/filtered" "$TMP/$file"
		done
	fi
	{
		[ $status_n = $status_e ] || echo "status natively $status_n, emulated $status_e"
		diff "$TMP/out.n" "$TMP/out.e" | head -20
		diff "$TMP/err.n" "$TMP/err.e" | head -20
		for file in ${files-}; do cmp "$TMP/native/$file" "$dir/$file"; done
		plausible "${count:-0}" "$took" || echo "${count:-no} instructions in $took us"
	} >"$TMP/differ" 2>&1
	if [ ! -s "$TMP/differ" ]; then
		pass "$name (status $status_n, $count instructions)"
	else
		fail "$name"
		note "$(cat "$TMP/differ")"
	fi
}

# same_long NAME NEED COMMAND...: with LONG=1 only
same_long() {
	[ -z "${LONG:-}" ] || same "$@"
}

"$cc" -O2 -o "$TMP/native-ends" "$real/native.c" || exit 1
perl "$TOP/bench/work/text.pl" 512 >"$TMP/text"
cp -r "$real" "$TMP/real"

# ---- shells and small tools ----

filter="sed -E 's/(line [0-9]+:|process) +[0-9]+/\1 N/'"
same "bash: pipelines, traps, jobs" bash bash "$real/scripts.sh"
filter=
same "coreutils and their neighbours" bash bash "$real/coreutils.sh"
same "dash" dash dash -c '
	trap "echo bye" EXIT; i=0; while [ $i -lt 200 ]; do i=$((i + 1)); done
	echo $i | cat; (exit 4) || exit 3'
same "grep -P (PCRE JIT)" grep grep -nP '(?<=[aeiou])(\w)\1(?!\w).*\b(\w+)\b.* \2\b' "$TMP/text"
same "grep -E, sed, awk" bash bash -c '
	grep -cE "(ba|ce)+ .*st\." "$1"; sed -E "s/(\w+) (\w+)/\2 \1/g" "$1" | md5sum
	awk "{n[\$1]++} END {for (k in n) print n[k], k}" "$1" | sort | tail -3' - "$TMP/text"
same "perl" perl perl -e '
	$| = 1; $SIG{USR1} = sub { print "usr1\n" }; kill USR1 => $$;
	pipe(my $r, my $w); if (!fork) { print $w "from the child\n"; exit 3 }
	print scalar <$r>; wait; print $? >> 8, "\n";
	print `echo \$((2 + 3))`; my %h = map { $_ => $_ ** 2 } 1 .. 999;
	my $s = 0; $s += $_ for values %h; print "$s\n";
	local $SIG{ALRM} = sub { die "alarm\n" }; eval { alarm 1; 1 while 1 }; print $@;
	print join(",", sort { $a <=> $b } grep { !($_ % 37) } keys %h), "\n";
	exec "sh", "-c", "exit 12"'
same "sqlite3 with a file" sqlite3 bash -c '
	sqlite3 db "create table t(a integer primary key, b text); begin;
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
		insert into t select i, hex(i * 7919) from n; commit; create index x on t(b);"
	sqlite3 db "pragma journal_mode = wal; update t set b = b || a where a % 3 = 0;
		select count(*), max(b), sum(length(b)) from t; vacuum; pragma integrity_check;"
	sqlite3 db .dump | md5sum; sqlite3 db "syntax error"; echo $?'
same "bc and dc" bc bash -c 'echo "scale = 200; 4 * a(1)" | bc -l; echo "2 1000 ^ p" | dc'

# ---- compressors ----

files="xz gz back"
same "xz -T2, gzip, back again" xz bash -c '
	xz -T2 --block-size=100KiB -c "$1" >xz && xz -T2 -dc xz >back && cmp back "$1" &&
		gzip -9nc "$1" >gz && zcat gz | cmp - "$1"
	head -c 1000 xz | xz -dc | wc -c; echo $?' - "$TMP/text"
files=
same "bzip2" bzip2 bash -c 'bzip2 -c "$1" | bunzip2 | md5sum' - "$TMP/text"
same "tar" tar bash -c 'tar czf - -C "$1" . --sort=name | tar tzf - | sort' - "$TMP/real"

# ---- python3 ----

same "python3: processes, threads, signals, made code" "$python" "$python" "$real/many.py" a b
same "python3: an exception, and a thread that dies" "$python" "$python" -c '
import threading, sys
threading.excepthook = lambda a: print("thread", a.exc_value)
t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()
sys.setrecursionlimit(5000)
def f(n): return f(n + 1)
try: f(0)
except RecursionError: print("deep")
raise SystemExit("end")'

# ---- git ----

same_long "git: init, commit, clone, log, gc, merge" git bash -c '
	set -e
	export GIT_AUTHOR_DATE="2001-02-03T04:05:06Z" GIT_COMMITTER_DATE="2001-02-03T04:05:06Z"
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	git init -q -b main one; cd one
	for i in $(seq 30); do
		seq $((i * 10)) >f$((i % 7)); git add .; git commit -qm "change $i"
	done
	git checkout -qb side HEAD~5; echo side >side; git add .; git commit -qm side
	git checkout -q main; git merge -q side -m merged
	cd ..; git clone -q one two; cd two; git log --oneline --graph | cat
	git gc -q; git fsck --full --strict; git count-objects | cut -d, -f1
	git log -p -3 | md5sum; git blame f3 | tail -2; git diff HEAD~3 --stat | cat
	git rev-parse HEAD; git status -sb; git show nothing'

# ---- compilers and make ----

files="a.out a.s"
same "gcc -O2" "$cc" bash -c '"$1" -O2 -S -o a.s "$2/jumps.c" &&
	"$1" -O2 -o a.out "$2/jumps.c" && ./a.out' - "$cc" "$TMP/real"
files="a.out"
same "g++: exceptions" g++ bash -c 'g++ -O1 -o a.out "$1/exceptions.cc" && ./a.out' - "$TMP/real"
files=
same "gcc: errors" "$cc" bash -c 'echo "int f(void) { return x; }" >e.c; "$1" -c e.c' - "$cc"
if [ "${REAL-}" = "" ] || chosen "make"; then
	mkdir "$TMP/tree" && git -C "$TOP" ls-files -z 2>/dev/null |
		grep -zE '^(Makefile|mk/|abi/|core/|json/|lib/|cli/|emu/|include/)' |
		(cd "$TOP" && xargs -0 cp --parents -t "$TMP/tree") ||
		cp -r "$TOP"/{Makefile,mk,abi,json,core,lib,cli,emu,include} "$TMP/tree"
fi
# Three folders of the engine: the whole takes most of a minute, and shows nothing more.
parts=$(cd "$TMP/tree" 2>/dev/null && printf 'b/obj/%s.o ' emu/{run,decode,machine}/*.c)
files=$parts
filter="sort"
same_long "make -j2 of this project's engine, in part" make make -s -j2 -C "$TMP/tree" \
	BUILD="$TMP/dir/b" OPT=-O0 $(printf "$TMP/dir/%s " $parts)
files= filter=
same "gcc -fsanitize=address: a program and its report" "$cc" bash -c '
	echo "#include <stdlib.h>
	int main(int c, char **v) { char *p = malloc(10); p[9] = c; free(p);
		return p[c + 8] = 1; }" >a.c
	"$1" -g -fsanitize=address,undefined -o a a.c; ./a 2>err; echo $?
	sed -nE "s/^==[0-9]+==(ERROR: AddressSanitizer: [a-z-]+).*/\1/p" err
	grep -c "freed by" err' - "$cc"

# ---- JITs ----

same "node: JIT, WebAssembly, workers" node node "$real/many.js"
same "node: an exception" node node -e \
	'process.on("exit", c => console.log("exit", c)); setTimeout(() => { null.x }, 1)'
if command -v javac >/dev/null; then
	# UsePerfData would leave files in /tmp/hsperfdata, so it is off.
	java=(java -XX:-UsePerfData)
	same "javac and java: HotSpot" java bash -c \
		'javac -J-XX:-UsePerfData -d . "$1/Many.java" && java -XX:-UsePerfData Many' \
		- "$TMP/real"
	javac -J-XX:-UsePerfData -d "$TMP/classes" "$TMP/real/Many.java"
	same "java: interpreter, serial collector" java java -XX:-UsePerfData -Xint \
		-XX:+UseSerialGC -Xmx64m -cp "$TMP/classes" Many
else
	skip "javac is not installed" 2
fi
same "openssl: digests and ciphers" openssl bash -c '
	for d in md5 sha1 sha256 sha512 sha3-256 blake2b512; do
		openssl dgst -$d "$1" | sed "s/.*= //"
	done
	for c in aes-256-cbc aes-128-gcm chacha20 camellia-256-ctr; do
		openssl enc -$c -K $(seq -s "" 10 41) -iv $(seq -s "" 10 25) -in "$1" 2>&1 | md5sum
	done
	openssl prime 1000003
	openssl genrsa 1024 2>/dev/null | openssl rsa -check -noout 2>&1' - "$TMP/text"
filter="sed -E 's/[0-9]+/N/g; s/ +/ /g'"
same "openssl speed" openssl openssl speed -seconds 1 -bytes 1024 sha256 aes-128-gcm
filter=

# ---- crashes ----

# Like perf and like a shell, pmc reports the signal that ended the command.
filter='grep -v "^$TMP/native-ends: [A-Z]"; true'
for how in segv abort fpe ill trap bus overflow exit; do
	same "a program that ends by $how" bash "$TMP/native-ends" $how 2>/dev/null
done
filter=
same "a program that crashes in a shell" bash bash -c \
	'exec 2>/dev/null; "$1" segv; echo $?; "$1" abort; echo $?' - "$TMP/native-ends"

# ---- tools that look into programs ----

# (A traced program runs natively, uncounted; the report says so, see outer_test.sh.)
filter="sed -E 's/0x[0-9a-f]+/ADDR/g; s/process [0-9]+/process N/"
filter+="; s/[Tt]hread ADDR \(LWP [0-9]+\)/T/g'"
same "gdb: a breakpoint, a crash" gdb bash -c '
	gdb -nx -q -batch -ex "break main" -ex run -ex bt -ex "info registers rip" -ex continue \
		--args "$1" segv 2>&1 |
		grep -vE "debuginfod|linux-vdso|libthread_db"' - "$TMP/native-ends"
filter="sed -E 's/^[0-9]+ //; s/0x[0-9a-f]+/ADDR/g; s/(pid|tid|_tid)=?[0-9]+/P/g'"
same "strace" strace bash -c '
	strace -f -e trace=execve,openat,exit_group -o log sh -c "cat /dev/null; exit 3"; echo $?
	grep -c execve log; grep -o "exit_group([0-9]*)" log | sort'
filter=
if chosen "nested"; then
	is "$("$PMC" stat --backend emulated -e instructions -o /dev/null -- \
		"$PMC" stat --backend emulated -e instructions:u -x, -o "$TMP/inner" -- \
		sh -c 'echo inside; exit 3'; echo $?)" "inside
3" "pmc stat inside pmc stat"
fi

# ---- static programs, raw threads, environment ----

same "busybox (static)" busybox bash -c '
	busybox sh -c "busybox seq 100 | busybox awk \"{s+=\\\$1} END {print s}\"
		busybox ls -a / | busybox wc -l >/dev/null; exit 5"'
same "a static program" "$cc" bash -c \
	'"$1" -O2 -static -o s "$2/jumps.c" && ./s' - "$cc" "$TMP/real"
same "a static position-independent program" "$cc" bash -c \
	'"$1" -O2 -static-pie -o s "$2/jumps.c" && ./s' - "$cc" "$TMP/real"
same "go: its own threads and stacks" go bash -c '
	export GOCACHE=$PWD/cache GOFLAGS=-mod=mod; cat >m.go <<E
package main
import ("fmt"; "os"; "sync")
func main() {
	var wg sync.WaitGroup; var mu sync.Mutex; sum := 0
	for i := 0; i < 200; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done(); s := 0; for j := 0; j < 20000; j++ { s += j % (i + 1) }
			mu.Lock(); sum += s; mu.Unlock()
		}(i)
	}
	wg.Wait(); fmt.Println(sum)
	defer func() { fmt.Println("recovered:", recover()); os.Exit(4) }()
	var p *int; *p = 1
}
E
	go build -o m m.go && ./m'
same "ulimit -v" bash bash -c '
	ulimit -v 300000; ls / | wc -l; "$1" -c "print(len(bytearray(50 << 20)))"
	"$1" -c "bytearray(500 << 20)" 2>&1 | tail -1' - "$python"
same "env -i" env env -i /bin/sh -c 'set | grep -c .; echo "$0"'
same "man" man bash -c 'MANWIDTH=80 man -P cat sh 2>&1 | md5sum'
finish
