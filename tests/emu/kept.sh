# SPDX-License-Identifier: BSD-2-Clause
# For test scripts, after tap.sh: the folder where translations are kept between runs (`folder`),
# and what happens to files in it that are damaged.
folder=$XDG_CACHE_HOME/pmc/translations
mkdir "$XDG_CACHE_HOME"

# kept_took COMMAND...: does the command begin with translations, "took" or "new"? It dates those
# anew that were old.
kept_took() {
	local file before=' ' now
	for file in "$folder"/*-*; do
		[ -e "$file" ] || [ -L "$file" ] || continue
		before+="$(stat -c %i "$file") "
		case $file in
		*/0000000000000001-*) ;;
		*) mv "$file" "$folder/0000000000000001${file:$((${#folder} + 17))}" ;;
		esac
	done
	"$@" || echo failed
	for file in "$folder"/*-*; do
		now=$(stat -c %i "$file" 2>/dev/null) || continue
		case "$file$before" in
		*/0000000000000001-*) ;;
		*" $now "*) echo took; return ;;
		esac
	done
	echo new
}

# kept_good: the only file in the folder is a good one: `good`, of `size` bytes
kept_good() {
	good=$(echo "$folder"/*)
	cp "$good" "$TMP/good"
	size=$(stat -c %s "$good")
	bad=0 damages=0
}
# kept_restore: and is so again
kept_restore() {
	rm -rf "$folder"
	mkdir -m 700 "$folder"
	install -m 600 "$TMP/good" "$good"
}
# kept_damaged: it was damaged. Does the next run of took(), the script's, translate, and leave a
# whole one? Then it is the good one again.
kept_damaged() {
	[ "$(took) $(took)" = "new took" ] || bad=$((bad + 1))
	damages=$((damages + 1))
	kept_restore
}
# kept_flip AT...: each of these bytes is another one, then
kept_flip() {
	local at old
	for at; do
		old=$(od -An -tu1 -j "$at" -N 1 "$good")
		printf '%b' "\\x$(printf %02x $((old ^ 0xa5)))" |
			dd of="$good" bs=1 seek="$at" conv=notrunc status=none
		kept_damaged
	done
}
# kept_cut SIZE...: the file has another size, then
kept_cut() {
	local at
	for at; do
		truncate -s "$at" "$good"
		kept_damaged
	done
}
