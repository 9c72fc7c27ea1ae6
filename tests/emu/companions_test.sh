#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Of a command that runs again, the programs that ran beside it begin with what they have left,
# whatever ran meanwhile (lib/backends/emulated/kept/companions.h). Where the list of them is
# damaged or not the user's alone, it is not used, and replaced.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/kept.sh"

stat=("$PMC" stat --backend emulated -o /dev/null --)
good=$folder/companions
export PMC_EMU_LEAVE=1 # so that copies of true leave something

# A script, and a program beside it, most of whose code is its own. No more than 16 files are laid
# down.
for i in {1..17}; do
	cp /bin/true "$TMP/later$i"
done
printf '#!/bin/sh\nperl -MPOSIX -e 1\n:\n' >"$TMP/script"
chmod +x "$TMP/script"
"${stat[@]}" perl -MPOSIX -e 1
beside=$(ls "$folder" | cut -d- -f3)
ok "a command that runs nothing else has no companions" [ ! -e "$good" ]
"${stat[@]}" "$TMP/script"
is "$(stat -c %a "$good")" 600 "those of a script are noted"
before=$(stat -c %i "$good")
"${stat[@]}" "$TMP/script"
is "$(stat -c %i "$good")" "$before" "once"
for i in {1..17}; do
	"${stat[@]}" "$TMP/later$i"
done

# took_beside: does the program beside the script begin with what it has left? That is dated so
# that it is the oldest.
took_beside() {
	local file now inode
	file=$(echo "$folder"/*-$beside-*)
	inode=$(stat -c %i "$file")
	mv "$file" "$folder/0000000000000001${file:$((${#folder} + 17))}"
	"${stat[@]}" "$TMP/script" || echo failed
	now=$(echo "$folder"/*-$beside-*)
	case "$(stat -c %i "$now") $now" in
	*/0000000000000001-*) echo new ;;
	"$inode "*) echo took ;;
	*) echo new ;;
	esac
}
is "$(took_beside)" took "a script's program begins with what it has left, whatever ran since"
rm "$good"
is "$(took_beside) $(took_beside)" "new took" "it would not if nobody had noted it"

cp "$good" "$TMP/good"
size=$(stat -c %s "$good")
bad=0 damages=0
kept_restore() {
	install -m 600 "$TMP/good" "$good"
}
kept_damaged() {
	[ "$(took_beside) $(took_beside)" = "new took" ] || bad=$((bad + 1))
	damages=$((damages + 1))
	kept_restore
}
kept_flip 0 7 8 16 24 150 $((size - 1))
kept_cut 0 8 $((size - 1)) $((size + 8))
is "$bad of $damages" "0 of $damages" "a damaged list is not used, and is replaced"
chmod g+r "$good"
is "$(took_beside) $(took_beside)" "new took" "nor is one that others may read"
mv "$good" "$TMP/aside"
ln -s "$TMP/aside" "$good"
is "$(took_beside) $(took_beside)" "new took" "nor a link"
rm "$good"
mkfifo "$good"
is "$(took_beside) $(took_beside)" "new took" "nor a pipe"

# More commands than it has room for: what was noted first goes.
for i in {1..64}; do
	cp "$TMP/script" "$TMP/script$i"
	"${stat[@]}" "$TMP/script$i"
done
is "$(stat -c %s "$good") $(took_beside) $(took_beside)" "$size new took" "it does not grow"
finish
