#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The bare-metal checks (tests/bare) in QEMU with a PMU, one machine for each model. Every check of
# the guest is a check here, and the answers must equal those of core/'s register model for the same
# PMU, line by line.
# tests/run: parallel time=300
# MODELS='arch-v4 k7/2' runs only these. k7/2 is a machine with two processors (QEMU's -smp).
. "$(dirname "$0")/../tap.sh"

models=${MODELS:-p5 pentium-mmx arch-v1 arch-v2 arch-v3 arch-v4 arch-v5 arch-v6 core2 nehalem \
	skylake icelake pentiumpro
	pentium2 pentium3 pentium-m pentium4 pentium4-prescott k7 k8 fam10h fam15h zen1 zen2 zen4
	arch-v2/2 arch-v5/4 pentium3/2 pentium4/2 zen4/2 pentium4/2,threads=2 \
		pentium4-prescott/2,threads=2}

[ -e "$BUILD/bare.elf" ] || skip_all "$BUILD/bare.elf is not built"

# boot QEMU OPTION...: prints what the kernel says; the kernel switches the machine off
boot() {
	local qemu=$1
	shift
	timeout 20 "$qemu" -L /usr/share/qemu -L /usr/share/seabios -M pc -m 32 -nodefaults \
		-no-user-config \
		-display none -serial stdio -no-reboot "$@" -kernel "$BUILD/bare.elf" </dev/null \
			2>&1 | tr -d '\r'
}

# QEMU without a PMU needs no rig.
stock=$(command -v qemu-system-x86_64)
if [ -n "$stock" ]; then
	out=$(boot "$stock" -cpu qemu64)
	like "$out" 'SKIP no PMU.*1\.\.1$' "a machine without a PMU is found to have none, and ends"
fi

if [ -n "${PMC_QEMU:-}" ]; then
	qemu=$PMC_QEMU
elif ! why=$(qemu/build --path 2>&1); then
	skip "no QEMU with a PMU (make rig): ${why##*$'\n'}" "$(wc -w <<<"$models")"
	finish
else
	qemu=${why##*$'\n'}
fi

# retell: repeats the guest's results as this test's
retell() {
	local line name
	while IFS= read -r line; do
		name=${line#*- }
		case $line in
		"ok "*"# SKIP "*) skip "${line#*# SKIP }" ;;
		"ok "*) pass "$name" ;;
		"not ok "*) fail "$name" ;;
		"1.."*) ;;
		*) note "${line#\# }" ;;
		esac
	done
}

for model in $models; do
	smp=1
	case $model in */*) smp=${model#*/} ;; esac
	cpu=$(awk -v n="${model%/*}" '!/^#/ && $1 == n { print $2; exit }' qemu/models)
	out=$TMP/${model%/*}-$smp
	boot "$qemu" -icount shift=1,sleep=off -cpu "$cpu" -smp "$smp" >"$out.guest"
	retell <"$out.guest"
	like "$(tail -n 1 "$out.guest")" '^1\.\.[0-9]+$' "$model: the kernel comes to its end"
	# The guest prints "# model_test NAME NUMBER...", the arguments of model_test. The first
	# line that model_test prints says that they are well-formed.
	read -r -a pmu < <(sed -n 's/^# model_test //p' "$out.guest")
	is "${pmu[0]:-} ${pmu[-1]:-}" "${model%/*} ${smp%,*}" "$model: CPUID says so"
	"$BUILD/tests/bare/model_test" "${pmu[@]}" 2>&1 | grep -v '^ok 1 - a model,' >"$out.model"
	if diff <(sed -E 's/^((not )?ok) [0-9]+/\1/; /^1\.\./d' "$out.model") \
		<(sed -E 's/^((not )?ok) [0-9]+/\1/; /^1\.\./d' "$out.guest") >"$out.diff"; then
		pass "$model: the same answers as the register model's"
	else
		fail "$model: the same answers as the register model's"
		note "$(head -n 20 "$out.diff")"
	fi
done
finish
