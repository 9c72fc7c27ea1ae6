#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run and both producers of TAP: what passes, what fails, and what the last line says.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
export TIME_SCALE=1 # the time limits below count as they are

# A test program that prints the given lines and ends with the given status.
program() {
	local file=$TMP/$1_test.sh
	printf '%s\n' '#!/bin/bash' "$2" >"$file"
	echo "$file"
}
# runs WANT_STATUS WANT_LAST_LINE NAME PROGRAM...
runs() {
	local status=$1 last=$2 name=$3 out rc
	shift 3
	out=$(tests/run --build "$TMP/b" "$@" 2>&1)
	rc=$?
	is "$(tail -n 1 <<<"$out"); status $rc" "$last; status $status" "$name" || note "$out"
	output=$out
}

good=$(program good 'echo "ok 1 - a"; echo "ok 2 # SKIP no such CPU"; echo 1..2')
bad=$(program bad 'echo 1..2; echo "not ok 1 - it adds up"; echo "#   got 3, want 4"; echo "ok 2"
exit 1')
runs 0 "1 passed, 0 failed, 1 skipped" "a program that passes and skips" "$good"
like "$output" 'skipped: no such CPU' "the reason to skip is shown"
runs 1 "1 passed, 1 failed, 0 skipped" "a failed check" "$bad"
like "$output" 'it adds up.*got 3, want 4' "its name and its comment are shown"
like "$output" 'failed: .*bad_test' "the failed programs are listed"
runs 1 "2 passed, 1 failed, 1 skipped" "totals over two programs" "$good" "$bad"
runs 1 "1 passed, 1 failed, 0 skipped" "a check less than planned" \
	"$(program few 'echo 1..2; echo ok 1')"
runs 1 "2 passed, 1 failed, 0 skipped" "a check more than planned" \
	"$(program many 'echo 1..1; echo ok 1; echo ok 2')"
runs 1 "1 passed, 1 failed, 0 skipped" "no plan" "$(program none 'echo ok 1')"
runs 1 "1 passed, 1 failed, 0 skipped" "passes, and ends with status 3" \
	"$(program st 'echo ok 1; echo 1..1; exit 3')"
runs 1 "1 passed, 1 failed, 0 skipped" "ends by a signal" \
	"$(program sig 'echo ok 1; echo 1..1; kill -SEGV $$')"
like "$output" 'ended by SIGSEGV after 1 checks' "which one is said"
runs 1 "0 passed, 1 failed, 0 skipped" "prints nothing" "$(program empty ':')"
runs 1 "0 passed, 1 failed, 0 skipped" "plans nothing without a reason" \
	"$(program zero 'echo 1..0')"
runs 1 "1 passed, 1 failed, 0 skipped" "skips without a reason" \
	"$(program why 'echo ok 1; echo "ok 2 # SKIP"; echo 1..2')"
runs 1 "0 passed, 0 failed, 1 skipped" "all skipped: nothing ran, so it is no success" \
	"$(program all 'echo "1..0 # SKIP not here"')"
runs 1 "1 passed, 1 failed, 0 skipped" "numbers that do not count up" \
	"$(program num 'echo ok 2; echo 1..1')"
runs 1 "0 passed, 1 failed, 0 skipped" "a program that is not there" "$TMP/not-there"
runs 1 "0 passed, 0 failed, 0 skipped" "no program"

# What is long may be left out.
long=$(program long '# tests/run: long'$'\n''echo ok 1; echo 1..1')
san=$(program san '# tests/run: long=san'$'\n''echo ok 1; echo 1..1')
runs 0 "3 passed, 0 failed, 1 skipped" "long programs" "$good" "$long" "$san"
runs 0 "2 passed, 0 failed, 1 skipped" "short ones alone" --short "$good" "$long" "$san"
like "$output" 'left to make check-long: 1 of 3 programs' "… and it says so"
runs 0 "1 passed, 0 failed, 1 skipped" "… with sanitizers" --short --build "$TMP/san" "$good" \
	"$long" "$san"

# A program that hangs, and one that leaves something running.
runs 1 "1 passed, 1 failed, 0 skipped" "a program that hangs is killed" \
	"$(program slow '# tests/run: time=1'$'\n''echo ok 1; sleep 61 & sleep 62')"
like "$output" 'not done after 1 seconds, killed' "and said to be so"
runs 0 "1 passed, 0 failed, 0 skipped" "a program that leaves a child behind passes" \
	"$(program left 'sleep 63 & echo ok 1; echo 1..1')"
# The name of any process may be no text; tests/run reads those of all.
cp "$(command -v sleep)" "$TMP/"$'\xff'
"$TMP/"$'\xff' 30 &
runs 0 "1 passed, 0 failed, 1 skipped" "beside a process with a name of bytes" "$good"
kill $!
sleep 0.1
is "$(ps -eo args | grep -c '^sleep 6[123]$')" "0" "nothing is left running"

# ---- A full disk ----

# small COMMAND...: runs it with a file system of 300 MB at $TMP/small
mkdir "$TMP/small"
small() {
	unshare -rm sh -c 'mount -t tmpfs -o size=300m small "$1" && shift && exec "$@"' small \
		"$TMP/small" "$@" 2>&1
}
fills=$(program fills "head -c 100M /dev/zero >$TMP/small/zero; echo 'not ok 1 - a'; echo 1..1")
if small true; then
	output=$(small tests/run --build "$TMP/small/b" "$fills" "$good"; echo "status $?")
	like "$output" 'stopped: the disk is full: tests need 256 MB in .*/small/b.*status 2$' \
		"a program that fails with a full disk ends the run with a sentence"
	unlike "$output" 'good_test' "and nothing runs after it"
else
	skip "no file system can be mounted here (unshare -rm)" 2
fi

# ---- Programs that share a server ----

cat >"$TMP/server" <<'END'
#!/bin/sh
echo "$2" >"$1/programs"
until [ "$(ls "$1" | grep -c ended)" = "$2" ]; do sleep 0.1; done
END
chmod +x "$TMP/server"
# meets NAME: a program that ends when two of its kind and the server have started
meets() {
	program "$1" "# tests/run: share=$TMP/server"'
touch "$GUEST_SHARE/here:$$"
until [ "$(ls "$GUEST_SHARE" | grep -c here)" = 2 ] && [ -s "$GUEST_SHARE/programs" ]; do
	sleep 0.1
done
echo "ok 1 - $(cat "$GUEST_SHARE/programs") programs"; echo 1..1'
}
runs 0 "2 passed, 0 failed, 0 skipped" "programs with a server run at the same time" \
	"$(meets one)" "$(meets two)"
# Each waits for the other: a parallel one, and one with a server.
beside=$(program beside "# tests/run: parallel"'
touch "'"$TMP"'/beside"
until [ -e "'"$TMP"'/besides" ]; do sleep 0.1; done
echo ok 1; echo 1..1')
beside_it=$(program beside_it "# tests/run: share=$TMP/server"'
until [ -e "'"$TMP"'/beside" ]; do sleep 0.1; done
touch "'"$TMP"'/besides"
echo ok 1; echo 1..1')
runs 0 "2 passed, 0 failed, 0 skipped" "and so do parallel ones, beside them" \
	"$beside" "$beside_it"
# order NAME COMMENT: a program that adds its name to a list
order() {
	program "$1" "# tests/run: $2"$'\n'"echo $1 >>$TMP/order; echo ok 1; echo 1..1"
}
runs 0 "3 passed, 0 failed, 0 skipped" "programs in an order of their own" -j 1 \
	"$(order short "parallel time=5")" "$(order long "parallel time=9")" "$(order single alone)"
is "$(xargs <"$TMP/order")" "single long short" "first what is alone, then what may take longest"

# ---- Once more ----

once=$(program once "[ -e $TMP/once ] && echo ok 1 || echo 'not ok 1 - the first time'"'
echo 1..1; touch '"$TMP/once")
runs 0 "2 passed, 0 failed, 1 skipped" "--again: what fails and passes alone" \
	--again "$once" "$good"
like "$output" "
failed at first, and passed alone: .*once_test.sh \[b\]
    once_test.sh \[b\]: the first time
" "… is named at the end, with what failed"
like "$(cat "$TMP/b/tests/log/"*once_test.sh.log.first)" "not ok 1" "… and its first log is kept"
rm "$TMP/once"
runs 1 "1 passed, 1 failed, 1 skipped" "without --again it fails" "$once" "$good"
runs 1 "1 passed, 1 failed, 0 skipped" "--again: what fails twice" --again "$bad"
like "$output" "once more, alone:.*FAILED" "… has run again"
many=()
for i in 1 2 3 4 5 6 7 8 9; do many+=("$(program "m$i" 'echo not ok 1; echo 1..1')"); done
runs 1 "0 passed, 9 failed, 0 skipped" "--again: many that fail" --again "${many[@]}"
unlike "$output" "once more" "… do not run again"

# tap.h
cat >"$TMP/c.c" <<'END'
#include "tests/tap.h"
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "skip"))
		skip_all("not here");
	plan(argc > 1 ? 3 : 7);
	ok(1, "a #%d", 2);
	is_int(-3, -3, "int");
	is_u64(5, 5, "u64");
	if (argc > 1)
		return done();
	is_str("a", NULL, "str");
	is_str("a", "a", "str");
	is_hex(1, 2, "hex");
	skip(1, "why");
	return done();
}
END
ok "tap.h compiles" gcc -std=gnu11 -Wall -Wextra -Werror -I. "$TMP/c.c" -o "$TMP/c"
runs 1 "4 passed, 2 failed, 1 skipped" "tap.h: failures" "$TMP/c"
like "$output" 'got "a", want "\(null\)"' "tap.h: both values are shown"
ok "tap.h: status 0 when all passed" "$TMP/c" pass
is "$("$TMP/c" skip)" "1..0 # SKIP not here" "tap.h: skip_all"

# tap.sh
cat >"$TMP/s_test.sh" <<END
. "$TOP/tests/tap.sh"
is a a "same"; is a b "differ"; ok "true" true; ok "false" false; status 3 "status" bash -c 'exit 3'
like abc '^a' "like"; unlike abc '^a' "unlike"; skip "why" 2; pass p; fail f; finish
END
runs 1 "5 passed, 4 failed, 2 skipped" "tap.sh: all its checks" "$TMP/s_test.sh"
finish
