#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Each fuzz target runs for OUTSIDE_FUZZ_SECONDS (600) on random input; tests/fuzz/fuzz_test.sh runs
# the saved inputs and a few seconds of random ones.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

seconds=${OUTSIDE_FUZZ_SECONDS:-600}
targets=("$BUILD"/fuzz/*_fuzz)
[ -x "${targets[0]}" ] || skip_all "no fuzz targets are built (clang with libFuzzer is missing)"
for target in "${targets[@]}"; do
	ok "${target##*/} runs $seconds seconds without a failure" \
		tests/fuzz/run "$BUILD/fuzz" "$seconds" "$target"
done
finish
