#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=120
# What one process of a tree has compared with the code that was translated others need not compare
# (emu/heritage/compared.h), and if somebody changes it, they see that.
. "$(dirname "$0")/../tap.sh"

stat=("$PMC" stat --backend emulated --no-cache -o "$TMP/counts" --)
prog=$BUILD/tests/emu/prog/many_pages
command -v perl >/dev/null || skip_all "no perl"
# The file must be on a disk, for a process to trust its times.
dir=$(mktemp -d "$BUILD/compared.XXXXXX") || exit 1
trap 'rm -rf "$dir" "$TMP"' EXIT
cd "$dir" || exit 1
pages=512
# Each function returns the number of its page: MOV EAX, RET.
perl -e 'print pack("CVC", 0xb8, $_, 0xc3) . "\x90" x 4090 for 0 .. $ARGV[0] - 1' "$((pages - 1))" \
	>code
perl -e 'print pack("CVC", 0xb8, $ARGV[0], 0xc3) . "\x90" x 4090' "$((pages - 1))" >>code
sum=$((pages * (pages - 1) / 2))

# sums COMMAND...: what programs print, without the memory
sums() {
	"${stat[@]}" sh -c "$1" "$prog" | sed 's/ .*//'
}
is "$("$prog" code | sed 's/ .*//')" $sum "the program, natively"
is "$("$prog" code poke 5 | sed 's/ .*//')" $((sum + 1000)) "… which changes its code"

sleep 3 # a file that was just written to could be written to again at the same time
"${stat[@]}" sh -c '"$0" code; "$0" code; "$0" code; "$0" code' "$prog" >said
is "$(sed 's/ .*//' said | sort -u)" $sum "four processes execute the same code"
sed 's/^/# /' said
# The second one compares what it inherits.
ok "… of which the second one reads all" test "$(sed -n '2s/.* //p' said)" -ge $((pages * 4))
case $(stat -f -c %T .) in
ext2/ext3 | xfs | btrfs | f2fs | overlayfs)
	ok "… and the last one hardly any" test "$(sed -n '4s/.* //p' said)" -le $((pages * 2)) ;;
*) skip "the last one trusts no times of a $(stat -f -c %T .)" ;;
esac

again='"$0" code; "$0" code; "$0" code;'
is "$(sums "$again \"\$0\" code poke 7; \"\$0\" code")" \
	"$(printf '%s\n' $sum $sum $sum $((sum + 1000)) $sum)" "a process changes its own pages"
change="printf '\\001' | dd of=code bs=1 seek=\$((9 * 4096 + 1)) conv=notrunc 2>/dev/null"
is "$(sums "$again $change; sleep 3; \"\$0\" code; touch -d '1 hour ago' code; \"\$0\" code")" \
	"$(printf '%s\n' $sum $sum $sum $((sum - 8)) $((sum - 8)))" "a file that somebody changes"
sleep 3
change="printf '\\011' | dd of=new bs=1 seek=\$((9 * 4096 + 1)) conv=notrunc 2>/dev/null"
is "$(sums "$again cp -p code new; $change; touch -r code new; mv new code; \"\$0\" code")" \
	"$(printf '%s\n' $((sum - 8)) $((sum - 8)) $((sum - 8)) $sum)" \
	"another file in its place, with the same size and time"

# A file over two others, of which a third one then hides the first part: what was known of the
# second of the two would be said of the rest.
for file in first:64 second:128 both:192 small:64; do
	head -c $((${file#*:} * 4096)) code >"${file%:*}"
done
sleep 3
stale='"$0" both over first 0 second 64 both 0 small 0;'
change="printf '\\145' | dd of=both bs=1 seek=\$((100 * 4096 + 1)) conv=notrunc 2>/dev/null"
sum=$(sums "\"\$0\" both")
is "$(sums "$stale $stale $stale $change; sleep 3; $stale")" \
	"$(printf '%s\n' $sum $sum $sum $((sum + 1)))" "a file that changes where others were"
finish
