#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every fuzz target: its saved corpus, then a short run over new inputs. `make fuzz` does it for
# longer.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

runs=3000
[ -z "${LONG:-}" ] || runs=10000
for source in tests/fuzz/*_fuzz.c; do
	[ -e "$source" ] || skip_all "there are no fuzz targets"
	name=$(basename "$source" _fuzz.c)
	target=$BUILD/fuzz/${name}_fuzz
	if [ ! -x "$target" ]; then
		skip "$name: not built, clang with libFuzzer is not here" 2
		continue
	fi
	saved=tests/fuzz/corpus/$name
	if [ -d "$saved" ]; then
		ok "$name: $(find "$saved" -type f | wc -l) saved inputs" \
			"$target" -runs=0 -verbosity=0 -timeout=10 -artifact_prefix="$TMP/" "$saved"
	else
		fail "$name: there is no saved corpus ($saved)"
		saved=
	fi
	mkdir "$TMP/$name"
	ok "$name: $runs new inputs" \
		"$target" -runs=$runs -seed=1 -max_total_time=30 -verbosity=0 \
		-timeout=10 -artifact_prefix="$BUILD/fuzz/$name-" "$TMP/$name" $saved
done
finish
