#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The cache of symbols: a second report is the same and reads no debug information; a cache file
# that is damaged, of something else, or not the user's own is not used; the folder stays small.
# tests/run: parallel long=san
. "$(dirname "$0")/../tap.sh"

[ -e /usr/lib/x86_64-linux-gnu/libdw.so.1 ] && [ -e /usr/include/elfutils/libdw.h ] ||
	skip_all "there is no libdw"
export XDG_CACHE_HOME=$TMP/cache
folder=$XDG_CACHE_HOME/pmc/symbols

cat >"$TMP/p.c" <<'END'
static volatile int sink;
static inline int twice(int x) { return sink + x; }
static inline int more(int x) { return twice(x) + 1; }
__attribute__((noipa)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		sink = more(i);
}
int main(void)
{
	work(10000);
	return 0;
}
END
gcc -O2 -g -fdebug-prefix-map="$TMP"=/src -o "$TMP/p" "$TMP/p.c" || exit 1
"$PMC" record --no-cache -o "$TMP/p.data" -- "$TMP/p" 2>/dev/null || exit 1

# OPTION...: a report, and whether libdw was loaded for it
report() {
	LD_DEBUG=files LD_DEBUG_OUTPUT=$TMP/ld "$PMC" report --stdio -i "$TMP/p.data" \
		-s function,line -d p "$@"
	grep -qs 'libdw\.so' "$TMP"/ld.*
	echo "libdw: $?"
	rm -f "$TMP"/ld.*
}
plain=$(report --no-cache)
like "$plain" 'work +p\.c:2.*libdw: 0' "without a cache: lines, from libdw"
is "$(find "$XDG_CACHE_HOME" 2>/dev/null)" "" "and nothing is kept"
is "$(report)" "$plain" "the first report is the same"
is "$(stat -c %a "$XDG_CACHE_HOME/pmc" "$folder" | paste -sd' ')" "700 700" \
	"the folders are the user's alone"
is "$(stat -c %a "$folder"/* | sort -u)" 600 "and so are the files"
quick=$(report)
is "${quick/libdw: 1/libdw: 0}" "$plain" "the second one is the same, too"
like "$quick" 'libdw: 1' "and does without libdw"
inlined=$("$PMC" report --stdio -i "$TMP/p.data" --inline -s function -d p)
like "$inlined" '(more|twice) \(inlined\)' "inlined functions"
is "$("$PMC" report --stdio -i "$TMP/p.data" --inline -s function -d p)" "$inlined" \
	"the same from the cache"
is "$("$PMC" report --stdio -i "$TMP/p.data" --inline -s function -d p --no-cache)" "$inlined" \
	"and without"
is "$("$PMC" annotate -i "$TMP/p.data" work)" \
	"$("$PMC" annotate -i "$TMP/p.data" work --no-cache)" "annotate"
"$PMC" script -i "$TMP/p.data" --to pprof -o "$TMP/one"
"$PMC" script -i "$TMP/p.data" --to pprof -o "$TMP/two" --no-cache
ok "script" cmp "$TMP/one" "$TMP/two"

# ---- Files that must not be used ----

touch "$TMP/p"
is "$(report)" "$plain" "the program was written since: libdw is asked"
like "$(report)" 'libdw: 1' "and its answers kept"
bad=0 asked=0 damages=0
check() {
	local now
	now=$(report)
	[ "${now/libdw: 1/libdw: 0}" = "$plain" ] || bad=$((bad + 1))
	[ "$now" != "$plain" ] || asked=$((asked + 1))
	damages=$((damages + 1))
	cp "$TMP/good" "$file"
}
# The file with lines is the one that this report reads.
for file in "$folder"/*; do
	grep -q /src/p.c "$file" && break
done
cp "$file" "$TMP/good"
size=$(stat -c %s "$file")
for at in 0 7 8 20 130 150 152 160 168 $((size / 2)) $((size - 1)); do
	printf '\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
	check
done
for at in 0 1 100 168 $((size / 2)) $((size - 1)); do
	truncate -s "$at" "$file"
	check
done
is "$bad $asked" "0 $damages" "damaged and truncated files change nothing, and are not used"
report >/dev/null
chmod g+w "$folder"/*
like "$(report)" 'libdw: 0' "files that others may write are not used"
rm -f "$folder"/*
report >/dev/null
mkdir "$TMP/aside"
mv "$folder"/* "$TMP/aside"
ln -s "$TMP/aside"/* "$folder"
like "$(report)" 'libdw: 0' "nor links"
chmod g+w "$folder"
rm -f "$folder"/*
like "$(report)" 'libdw: 0' "nor is a folder that others may write"
is "$(ls "$folder")" "" "and nothing is kept there"
chmod 700 "$folder"
if [ "$(id -u)" = 0 ]; then
	chown 65534 "$XDG_CACHE_HOME"
	rm -rf "$XDG_CACHE_HOME/pmc"
	like "$(report)" 'libdw: 0' "another user's folder"
	is "$(ls "$XDG_CACHE_HOME")" "" "stays as it was"
	chown 0 "$XDG_CACHE_HOME"
else
	skip "this needs root" 2
fi
is "$(XDG_CACHE_HOME=/nonexistent/x report)" "$plain" "a folder that cannot be made"
is "$(XDG_CACHE_HOME=relative report)" "$plain" "a relative path does not count" # HOME's does
rm -rf relative
is "$(XDG_CACHE_HOME='' HOME=/dev/null report)" "$plain" "no home"

# ---- Its size, and several at once ----

rm -rf "$XDG_CACHE_HOME"
report >/dev/null
mkdir -p "$folder"
for i in 1 2 3 4 5; do
	truncate -s 64M "$folder/000000000000000$i"
	touch -d "2001-01-0$i" "$folder/000000000000000$i"
done
truncate -s 400M "$folder/notes.txt"
touch "$TMP/p"
report >/dev/null
is "$(cd "$folder" && echo 0000* notes.txt)" \
	"0000000000000003 0000000000000004 0000000000000005 notes.txt" \
	"the oldest files went, and no others"
rm -rf "$XDG_CACHE_HOME"
for i in 1 2 3 4; do
	"$PMC" report --stdio -i "$TMP/p.data" --inline -s function -d p >"$TMP/out.$i" &
done
wait
is "$(cat "$TMP"/out.* | sort | uniq -c | awk '$1 % 4' | wc -l)" 0 "four at once say the same"
is "$(find "$folder" -name '*.new*')" "" "and leave nothing behind"
like "$(report >/dev/null; report)" 'libdw: 1' "what they kept is used"

# ---- Unpacked debug information ----

rm -rf "$XDG_CACHE_HOME"
gcc -O2 -g -gz -fdebug-prefix-map="$TMP"=/src -o "$TMP/packed" "$TMP/p.c" || exit 1
"$PMC" record --no-cache -o "$TMP/packed.data" -- "$TMP/packed" 2>/dev/null || exit 1
like "$(readelf -SWt "$TMP/packed")" 'COMPRESSED' "a program with packed debug information"
# OPTION...
packed() {
	"$PMC" report --stdio -i "$TMP/packed.data" -d packed -s function,line --inline "$@"
}
# Nothing but the unpacked sections stays.
only_unpacked() {
	grep -Ls pmcelf1 "$folder"/* | xargs rm -f
}
plain=$(packed --no-cache)
is "$(grep -ls pmcelf1 "$folder"/* 2>/dev/null)" "" "without a cache nothing is unpacked into it"
is "$(packed)" "$plain" "the first report is the same"
only_unpacked
file=$(grep -ls pmcelf1 "$folder"/*)
is "$(wc -w <<<"$file")" 1 "the sections are kept"
is "$(packed)" "$plain" "a report from them is the same"
only_unpacked
cp "$file" "$TMP/good"
size=$(stat -c %s "$file")
bad=0
for at in 0 7 8 16 30 80 104 112 200 $((size / 2)) $((size - 1)); do
	for damage in byte end; do
		if [ $damage = byte ]; then
			printf '\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
		else
			truncate -s "$at" "$file"
		fi
		[ "$(packed)" = "$plain" ] || bad=$((bad + 1))
		only_unpacked
		cmp -s "$file" "$TMP/good" || bad=$((bad + 1)) # it was written anew
		cp "$TMP/good" "$file"
	done
done
is "$bad" 0 "damaged ones are not used"
python3 tests/cli/prog/rename_in_cache.py "$file" twice Twice
like "$(packed)" 'Twice \(inlined\)' "they are what is read"
only_unpacked
touch "$TMP/packed"
is "$(packed)" "$plain" "but not once the program was written"
only_unpacked
# A library that is no library is as if it were missing: libelf unpacks then.
mkdir "$TMP/none"
: >"$TMP/none/libdeflate.so.0"
if ldconfig -p | grep -q 'libdeflate\.so\.0 '; then
	cp "$file" "$TMP/good"
	is "$(LD_LIBRARY_PATH=$TMP/none packed --no-cache)" "$plain" "the same without libdeflate"
	rm -f "$folder"/*
	is "$(LD_LIBRARY_PATH=$TMP/none packed)" "$plain" "and a cache"
	only_unpacked
	ok "zlib unpacks to the same file" cmp "$file" "$TMP/good"
	LD_DEBUG=files LD_DEBUG_OUTPUT=$TMP/ld packed --no-cache >/dev/null
	like "$(cat "$TMP"/ld.*)" 'libdeflate\.so.*libdw\.so|libdw\.so.*libdeflate\.so' \
		"libdeflate unpacks where it is"
	rm -f "$TMP"/ld.*
else
	skip "there is no libdeflate" 4
fi
# The checksum of each packed section is wrong: what cannot be unpacked is as if it were missing.
cp "$TMP/packed" "$TMP/whole"
readelf -SW "$TMP/packed" | tr -d '[]' |
	awk '$2 ~ /^\.debug_/ && $8 ~ /C/ { print $2, $5, $6 }' |
	while read -r name offset size; do
		cp "$TMP/whole" "$TMP/packed"
		printf '\xa5' | dd of="$TMP/packed" bs=1 seek=$((0x$offset + 0x$size - 1)) \
			conv=notrunc status=none
		rm -f "$folder"/*
		with=$(packed)
		without=$(LD_LIBRARY_PATH=$TMP/none packed --no-cache)
		[ "$without" = "$with" ] || echo "$name differs"
		[ "$(packed)" = "$with" ] || echo "$name differs from the cache"
		[ "$name" != .debug_info ] || [ "$with" != "$plain" ] || echo "$name is read"
	done >"$TMP/differ"
is "$(cat "$TMP/differ")" "" "damaged sections: the same with libdeflate and without"
cp "$TMP/whole" "$TMP/packed"

# ---- The sums of functions ----

rm -rf "$XDG_CACHE_HOME"
# 600 functions of 40 instructions, a third of them static, that two threads call
awk 'BEGIN {
	print "#include <pthread.h>\nstatic volatile int sink, on = 1;"
	for (f = 0; f < 600; f++) {
		printf "%s __attribute__((noipa)) ", f % 3 ? "" : "static"
		printf "void part_%d(int n)\n{\n", f
		for (k = 0; k < 12; k++)
			printf "\tif (n %% %d)\n\t\tsink += %d;\n", k + 2, k
		print "}"
	}
	print "static void *all(void *x)\n{\n\tint n = x ? 3 : 5;\n"
	for (f = 0; f < 600; f++)
		printf "\tpart_%d(n + %d);\n", f, f
	print "\treturn x;\n}"
	print "int main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, all, &t);"
	print "\tall(0);\n\tpthread_join(t, 0);\n\treturn 0;\n}"
}' >"$TMP/many.c"
gcc -O0 -g -o "$TMP/many" "$TMP/many.c" -pthread || exit 1
"$PMC" record --no-cache -o "$TMP/many.data" -- "$TMP/many" 2>/dev/null || exit 1
all=$("$PMC" report --stdio --no-cache -i "$TMP/many.data" -s object | grep '^# other events' |
	grep -o '[a-z-]*:u' | paste -sd,)
like "$all" 'branches-taken:u.*loads:u.*syscalls:u' "a profile of many events"
# OPTION...: a report of all events
sums() {
	"$PMC" report --stdio -i "$TMP/many.data" -e "$all" "$@" 2>&1
}
# The file with the sums is the one that says so.
summary() {
	grep -ls pmcsums1 "$folder"/*
}
differ=0 kept=0
for options in "-s function" "-s comm,object" "-s thread,function" "-s process --inline" \
	"-s function -S part_7" "-s function --linkage-names" "-s object --json" "-s object -g"; do
	read -ra split <<<"$options"
	plain=$(sums --no-cache "${split[@]}")
	for time in 1 2; do
		[ "$(sums "${split[@]}")" = "$plain" ] || differ=$((differ + 1))
	done
done
is "$differ" 0 "reports of sums that were kept are the same, by all events"
kept=$(summary | wc -l)
is "$kept" 2 "they were kept once with inlined functions and once without"
plain=$(sums --no-cache -s function)
damages=0
for file in $(summary); do
	cp "$file" "$TMP/good"
	size=$(stat -c %s "$file")
	for at in 0 9 70 100 120 200 $((size / 2)) $((size - 1)); do
		printf '\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
		[ "$(sums -s function)" = "$plain" ] || damages=$((damages + 1))
		truncate -s "$at" "$file"
		[ "$(sums -s function)" = "$plain" ] || damages=$((damages + 1))
		cp "$TMP/good" "$file"
	done
done
is "$damages" 0 "damaged sums are not used"
# What was kept for code without names is too coarse for functions.
rm -f "$folder"/*
cp "$TMP/many" "$TMP/named"
strip "$TMP/many"
differ=0
for file in "$TMP/many" "$TMP/named" "$TMP/named"; do
	[ "$file" = "$TMP/many" ] || cp "$file" "$TMP/many"
	for options in "-s function" "-s object,function --inline"; do
		read -ra split <<<"$options"
		[ "$(sums "${split[@]}")" = "$(sums --no-cache "${split[@]}")" ] ||
			differ=$((differ + 1))
	done
done
is "$differ" 0 "a program that gets its names back"
# A profile that replaces another one, of the same size and age
cp -p "$TMP/many.data" "$TMP/other.data"
sums -s function >/dev/null
cp "$TMP/p.data" "$TMP/many.data"
touch -r "$TMP/other.data" "$TMP/many.data"
is "$(sums -s function)" "$(sums -s function --no-cache)" "another profile of the same name"
finish
