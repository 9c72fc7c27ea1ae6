#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The 32-bit world: kernel, programs, pmc and libpmc, on the PMUs of that time.
# tests/run: long time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
echo 'int main(void) { return 0; }' | ${CC:-gcc} -m32 -x c - -o "$TMP/probe" 2>/dev/null ||
	skip_all "no 32-bit programs can be made here (gcc-multilib)"
need_rig 6.1-i386
ok "pmc is built for 32 bits" make_i386
PROG32=$BUILD/i386/tests/guest/prog

status 126 "a 64-bit program is refused" "$RUN" --kernel 6.1-i386 -- "$PMC" info
like "$("$RUN" --kernel 6.1-i386 -- "$PMC" info 2>&1)" \
	'pmc is a 64-bit program, and this guest runs 32-bit ones only$' \
	"in a sentence"

models="pentium3 k7 arch-v4"
# The driver for Pentium 4 counts right in Linux 5.10, but not in later kernels (docs/rig.md).
if why=$("$TOP/qemu/kernel" 5.10-i386 2>&1); then
	models="$models pentium4"
else
	skip "pentium4: no kernel 5.10 for 32 bits (later ones miscount): ${why##*$'\n'}"
fi
names() {
	case $1 in
	arch*) echo INSTRUCTION_RETIRED:u,BRANCH_INSTRUCTIONS_RETIRED:u ;;
	pentium3) echo INST_RETIRED:u,BR_INST_RETIRED:u ;;
	pentium4) echo \
		instr_retired:NBOGUSNTAG:u,retired_branch_type:CONDITIONAL:CALL:RETURN:INDIRECT:u \
		;;
	*) echo RETIRED_INSTRUCTIONS:u,RETIRED_BRANCH_INSTRUCTIONS:u ;;
	esac
}
one() {
	local kernel=6.1-i386
	[ "$1" != pentium4 ] || kernel=5.10-i386
	guest "$1" --cpu "$1" --kernel $kernel --add "$BUILD/i386/pmc" --add "$PROG32/self" \
		$(with_programs "$PROG32") -- "$INSIDE/compare" "$(names $1)" $PROGRAMS
}
guests one $models

for m in $models; do
	came_back $m "pmc counts" || continue
	is "$(got $m info)" available "$m: pmc info says that perf is there"
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u) $(got $m count $p branches:u)" \
			"$(both $m $p)" "$m: pmc counts $p"
	done
	if [ $m = arch-v4 ]; then
		u=$(got $m pmc group instructions:u) k=$(got $m pmc group instructions:k)
		is "$((u + k))" "$(got $m pmc group instructions)" \
			"$m: user and kernel mode are both"
	fi
	is "$(got $m pmc alone instructions:u)" 61 "$m: -i leaves the children out"
	is "$(got $m pmc repeat instructions:u)" 20000004 "$m: -r 3"
	is "$(got $m pmc attached instructions:u) $(got $m pmc attached branches:u)" \
		"$(both $m gate)" \
		"$m: -p, from where the process stood"
	is "$(got $m pmc threads instructions:u) $(got $m pmc threads branches:u)" \
		"$(both $m threads)" "$m: -p, three threads"
	is "$(got $m pmc each)" "2000004 4000004 6000004 " "$m: --per-thread"
	is "$(awk '$1 == "named" { print $3 }' "$TMP/$m.out" | tr '\n' ' ')" "$(both $m calls) " \
		"$m: $(names $m)"
	is "$(got $m pmc user instructions:u)" 4004 "$m: a user is given user mode"
	like "$(grep '^table' "$TMP/$m.out")" ' 20000004 +instructions:u' "$m: the report"
	[ $m = pentium4 ] ||
		like "$(got $m crowded)" "its group has more events" \
			"$m: a group that is too large is refused"
	# Linux's driver for Pentium 4 offers no RDPMC to programs.
	[ $m != pentium4 ] || continue
	for what in page count fast; do
		like "$(got $m self $what)" '^0 ' "$m: RDPMC in the program: $what"
	done
	like "$(got $m self bare)" '^139' "$m: RDPMC without leave ends by SIGSEGV"
	like "$(got $m closed count)" '^0 ' "$m: where RDPMC is closed the kernel reads"
done
finish
