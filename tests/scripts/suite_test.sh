#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/outside/suite on a disk that is full for a while, or for good. The disk is a tmpfs with room
# for seven files, on which the folders of the runs lie. pmc is a script here that runs the command,
# but once it has no room for its report.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

suite=$PWD/tests/outside/suite
mkdir "$TMP/build" "$TMP/disk"
cat >"$TMP/build/pmc" <<'END'
#!/bin/sh
if [ -e "${0%/*}/once" ]; then
	rm "${0%/*}/once"
	echo "pmc: -o report: the report could not be written: No space left on device"
	exit 125
fi
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
END
chmod 755 "$TMP/build/pmc"
# usage: inside WHEN PATIENCE: cases on a disk that gets room when the suite has missed it, or never
cat >"$TMP/inside" <<END
mount -t tmpfs -o size=64k,nr_inodes=8 none "$TMP/disk" || exit 1
export TMPDIR="$TMP/disk" BUILD="$TMP/build"
for i in 1 2 3 4 5 6 7; do : >"$TMP/disk/\$i"; done
: >"$TMP/out"
[ \$1 = never ] || { while ! grep -q 'no room' "$TMP/out"; do sleep 0.1; done; rm "$TMP/disk/"?; } &
remover=\$!
printf 'a\t-\ttrue\nb\t-\ttrue\n' >"$TMP/cases"
"$suite" --jobs 1 --patience "\$2" full status "$TMP/cases" >"$TMP/out" 2>&1
echo \$? >"$TMP/status"
kill \$remover 2>/dev/null
ls "$TMP/disk" >"$TMP/left"
END
by=(unshare -Urm)
"${by[@]}" mount -t tmpfs none "$TMP/disk" 2>/dev/null || by=(unshare -m)
"${by[@]}" mount -t tmpfs none "$TMP/disk" 2>/dev/null ||
	skip_all "no file system can be mounted here"
: >"$TMP/build/once"
"${by[@]}" sh "$TMP/inside" later 60
is "$(cat "$TMP/status")" 0 "a disk that is full for a while"
is "$(grep -c 'no room.*native' "$TMP/out")" 1 "is told of once"
like "$(cat "$TMP/out")" '# a: the disk has no room for .*/report; the emul' "as is a report"
like "$(cat "$TMP/out")" 'ok 1 - full: a: ' "which is no verdict"
like "$(cat "$TMP/out")" "^# a: the disk has no room for $TMP/disk.*; the native run begins anew" \
	"with the case, the place and what follows"
like "$(cat "$TMP/out")" 'ok 2 - full: b: ' "both cases have a verdict then"
is "$(cat "$TMP/left")" "" "no folder is left"
"${by[@]}" sh "$TMP/inside" never 1
is "$(cat "$TMP/status")" 2 "a disk that stays full ends the suite"
like "$(cat "$TMP/out")" 'Bail out! full: the disk has had no room for .* for 1 seconds' "and why"
unlike "$(cat "$TMP/out")" 'Traceback' "in one sentence"
finish
