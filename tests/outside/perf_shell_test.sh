#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# perf's own shell tests, with pmc in perf's place. Debian's linux-perf installs those of its
# version; the variable PERF_SHELL names others: the folder tools/perf/tests/shell of a kernel's
# sources ("apt-get source linux", or its package linux-source). A check that fails without a line
# in perf_shell.differences that says why fails here, too; what a test skips it skips here.
#
# Options that say how perf itself works are left out: -B, --synth, --threads, -N, --no-bpf-event.
# perf test -w is a program of ours, with the functions that the tests look for.
# tests/run: time=1800
. "$(dirname "$0")/../tap.sh"

shell=${PERF_SHELL:-/usr/lib/perf-core/tests/shell}
[ -f "$shell/record.sh" ] ||
	skip_all "there is no $shell/record.sh; PERF_SHELL names the folder of perf's shell tests"
command -v cc nm python3 >/dev/null || skip_all "perf's tests need cc, nm and python3"
differences=$TOP/tests/outside/perf_shell.differences

cat >"$TMP/workload.c" <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile sig_atomic_t done;
static volatile unsigned count;
static void stop(int sig)
{
	(void)sig;
	done = 1;
}
__attribute__((noinline)) void test_loop(void)
{
	while (!done)
		count++;
}
__attribute__((noinline)) void noploop(void)
{
	while (!done)
		continue;
}
static void *run(void *arg)
{
	test_loop();
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t thread;

	signal(SIGALRM, stop);
	signal(SIGINT, stop);
	alarm(argc > 2 ? atoi(argv[2]) : 1);
	if (argc > 1 && !strcmp(argv[1], "thloop")) {
		pthread_create(&thread, NULL, run, NULL);
		test_loop();
		pthread_join(thread, NULL);
	} else {
		noploop();
	}
	return 0;
}
END
cc -O1 -g -pthread -o "$TMP/workload" "$TMP/workload.c" || exit 1

mkdir "$TMP/bin" "$TMP/run"
cat >"$TMP/bin/perf" <<'END'
#!/bin/bash
case "$1 $2" in
"test -w") exec "$TMP/workload" "${@:3}" ;;
test*) exec nm "$TMP/workload" ;;
"version --build-options") echo "libpython: [ OFF ]" && exit ;;
esac
args=()
for arg; do
	case $arg in
	--) args+=("${@:${#args[@]}+left_out+1}") && break ;;
	-aB) args+=(-a) ;;
	-B | -N | -BN | --synth=* | --threads=* | --no-bpf-event) left_out=$((left_out + 1)) ;;
	*) args+=("$arg") ;;
	esac
done
exec "$PMC" "${args[@]}"
END
chmod +x "$TMP/bin/perf"

# verdicts TEST STATUS: lines 'CHECK <tab> pass, skip or fail <tab> what the test said'
verdicts() {
	awk -v test="$1" -v status="$2" '
		function say(check, verdict) {
			sub(/^ +/, "", check); sub(/[ -]+$/, "", check)
			if (!((check, $0) in seen))
				printf "%s: %s\t%s\t%s\n", test, check, verdict, $0
			seen[check, $0] = said = 1
		}
		/\[Succ/ { line = $0; sub(/ *\[Succ.*/, "", line); say(line, "pass"); next }
		/\[Skip/ { line = $0; sub(/ *\[Skip.*/, "", line); say(line, "skip"); next }
		/\[Fail/ { line = $0; sub(/ *\[Fail.*/, "", line); say(line, "fail") }
		END {
			$0 = "exit status " status
			if (status == 2 && !said) say("all", "skip")
			else if (status == 124) say("all", "fail")
			else if (!said) say("all", status ? "fail" : "pass")
		}' "$TMP/$1.log"
}

# explained CHECK: prints why it fails
explained() {
	local check reason
	while IFS='|' read -r check reason; do
		# shellcheck disable=SC2053 # a pattern
		case $check in '#'*) ;; *) [[ $1 != ${check%% } ]] || echo "${reason# }" ;; esac
	done <"$differences"
}

judge() {
	local check verdict said why
	while IFS=$'\t' read -r check verdict said; do
		why=$(explained "$check")
		case $verdict in
		pass) pass "$check" ;;
		skip) skip "$check: $said" ;;
		*)
			if [ "$why" ]; then
				pass "$check: differs, as explained" && note "$why"
			else
				fail "$check" && true
				note "$said" && note "$(tail -n 20 "$TMP/$test.log")"
			fi
			;;
		esac
	done
}

for test in record annotate diff script record_sideband pipe_test stat stat+shadow_stat; do
	[ -f "$shell/$test.sh" ] || continue
	(cd "$TMP/run" && TMPDIR=$TMP/run PATH=$TMP/bin:$PATH timeout 300 \
		bash "$shell/$test.sh") >"$TMP/$test.log" 2>&1
	verdicts $test $? >"$TMP/verdicts"
	judge <"$TMP/verdicts"
done
finish
