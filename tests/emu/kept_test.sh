#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=420
# Translations that are kept between runs (lib/backends/emulated/kept/). Counts, signals and their
# addresses are the same without them, when they are kept, and with them. What is damaged, of
# another engine, or not the user's own is not used, and the folder stays small.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/trees.sh"
. "$TOP/tests/emu/kept.sh"

stat=("$PMC" stat --backend emulated)
prog=$BUILD/tests/emu/prog
names=instructions,branches,branches-taken,loads,stores,syscalls

# ---- Counts ----

# counts OPTION COMMAND...: what it prints, its status, and its counts
counts() {
	"${namespace[@]}" timeout 60 setarch -R "${stat[@]}" $1 -x, -e $names -o "$TMP/counts" -- \
		"${@:2}" 2>&1
	echo "status $?"
	grep -v '^#' "$TMP/counts" | cut -d, -f1,3
}
# same NAME COMMAND...: also programs with a trace or two are kept
export PMC_EMU_LEAVE=1
unkept=
same() {
	local off cold n warm
	off=$(counts --no-cache "${@:2}")
	rm -rf "$folder"
	cold=$(counts '' "${@:2}")
	n=$(ls "$folder" | wc -l)
	warm=$(counts '' "${@:2}")
	is "$cold
$warm" "$off
$off" "$1: the same without kept translations, and with them"
	[ "$n" != 0 ] || unkept+=" ${1%,*}"
}
if setarch -R true 2>/dev/null; then
	same "a tree of processes" /bin/sh "$TMP/tree.sh"
	PMC_EMU_CACHE_SHIFT=7 same "with a small code cache" /bin/sh "$TMP/tree.sh"
	same "a large program" "$prog/nests_large" 40
	PERL_HASH_SEED=0 same "one that a tree runs again" \
		/bin/sh -c 'for i in 1 2 3; do perl -MPOSIX -e "print 1"; done'
	same "one that becomes large" "$prog/nests" 40 maps
	PMC_EMU_HASTY=1 same "a tree with hot traces" /bin/sh "$TMP/tree.sh"
	PMC_EMU_HASTY=1 PERL_HASH_SEED=0 same "perl with hot traces" \
		perl -MPOSIX -e 'my $s; $s .= sprintf("%d", $_ * 7 % 5) for 1 .. 500; print $s'
	for source in tests/emu/asm/*.S; do
		name=$(basename "$source" .S)
		asm_repeats "$source" && asm_in_turn "$name" || continue
		same "$name" "$BUILD/tests/emu/asm/$name"
		PMC_EMU_PAIRS=1 same "$name, in pairs" "$BUILD/tests/emu/asm/$name"
	done
	like "$unkept" '^( crash_[a-z0-9]+| threads(_branches)?)*$' \
		"programs are kept, unless a signal or the end of a thread ends them"
else
	skip "counts: addresses are random here, personality(2) is forbidden"
fi
unset PMC_EMU_LEAVE
rm -rf "$folder"

# ---- Who uses and keeps them ----

maps=(/usr/bin/python3 -S -c 'print("pmc-heritage" in open("/proc/self/maps").read())')
"${stat[@]}" -o "$TMP/counts" -- "${maps[@]}" >/dev/null
tree=(sh -c '"$@"; "$@"; "$@"' sh "${maps[@]}")
is "$("${stat[@]}" -o "$TMP/counts" -- "${tree[@]}" | xargs)" \
	"False False True" "the second process of a tree makes memory of a large file for others"
is "$("${stat[@]}" -o "$TMP/counts" -- "${tree[@]}" | xargs)" \
	"False True True" "the first one does where that was of use in an earlier run"
rm -rf "$folder"

# sockets CODE: how many a process of perl has after CODE; one is where translations lie.
sockets() {
	local pid
	coproc "${stat[@]}" -o "$TMP/counts" -- perl -e "$1"' $| = 1; print "$$\n"; <STDIN>'
	read -r pid <&"${COPROC[0]}"
	ls -l "/proc/$pid/fd" | grep -c 'socket:'
	echo >&"${COPROC[1]}"
	wait "$COPROC_PID" 2>/dev/null
}
is "$(sockets '1;')" 1 "a process has a way to where translations lie"
is "$(sockets 'syscall 446, -1, 0;')" 0 "one that asks for Landlock has none from then on"
# A filter of one instruction that allows all; NULL is how programs ask whether the kernel has any.
filter='$i = pack "SCCL", 6, 0, 0, 0x7fff0000; $f = pack "Sx6P", 1, $i;'
filter+=' syscall 157, 38, 1, 0, 0, 0;'
is "$(sockets "$filter"' syscall 317, 1, 0, $f;')" 0 "nor one that has a filter of system calls"
is "$(sockets "$filter"' syscall 157, 22, 2, $f;')" 0 "by prctl, too"
is "$(sockets 'syscall 317, 1, 0, 0; syscall 157, 22, 2, 0;')" 1 \
	"one that asks whether there are filters keeps its way"
rm -rf "$folder"

# traces SCRIPT: how many traces are kept for /bin/true, when a shell has run the script
traces() {
	rm -rf "$folder"
	"${stat[@]}" -o /dev/null -- bash -c "$1; :"
	echo $((16#$(ls "$folder" | grep -e "-$program-" | cut -d- -f5)))
}
"${stat[@]}" -o /dev/null -- /bin/true
program=$(ls "$folder" | cut -d- -f3)
own=$((16#$(ls "$folder" | cut -d- -f5)))
ok "a program that begins with another one's translations keeps them" \
	[ "$(traces /bin/true)" -gt $((own * 3 / 2)) ]
ok "… but the next one of it begins with none, and leaves its own" \
	[ "$(traces '/bin/true; /bin/true; /bin/true')" -lt $((own * 5 / 4)) ]
rm -rf "$folder"

# took OPTION...: does a run begin with translations? "empty" beside it: none are kept.
took() {
	kept_took "${stat[@]}" -e instructions -o /dev/null "$@" -- sh -c :
	[ -n "$(ls "$folder" 2>/dev/null)" ] || echo empty
}
is "$(took --no-cache)" "new
empty" "--no-cache: nothing is kept"
is "$(PMC_EMU_COLD=1 took)" "new
empty" "nor where each image translates anew"
is "$(took --deterministic)" "new
empty" "nor is a deterministic run's"
is "$(took -i)" "new
empty" "nor where children are not counted"
is "$(took)" new "the first run translates"
is "$(took)" took "the second one begins with that"
is "$(took --no-cache)" new "--no-cache: nothing is used"
is "$(took --deterministic)" new "nor in a deterministic run"
is "$(stat -c %a "$XDG_CACHE_HOME/pmc" "$folder" "$folder"/* | paste -sd' ')" "700 700 600" \
	"folders and files are the user's alone"
took >/dev/null
before=$(ls "$folder")
"${stat[@]}" -o /dev/null -- sh -c : && is "$(ls "$folder")" "$before" "it stays as it is"
# As a program drops its hot traces, there would be a larger file after each run.
again() {
	PMC_EMU_HASTY=1 "${stat[@]}" -o /dev/null -- \
		sh -c 'i=0; while [ $i -lt 50 ]; do i=$((i + 1)); done; :'
}
mkdir "$folder.others" && mv "$folder"/* "$folder.others"
again && before=$(stat -c '%i %s' "$folder"/*)
again && is "$(stat -c '%i %s' "$folder"/*)" "$before" "nor is hot code kept again and again"
rm "$folder"/*
# A run knows what the one before has made anew as it was hot, so little of it is new.
hot() {
	PMC_EMU_LEAVE=1 "${stat[@]}" -o /dev/null -- $prog/$1 >/dev/null
	stat -c '%i %s' "$folder"/*
}
before=$(hot hot) && is "$(hot hot)" "$before" "the next run does not make hot traces anew"
rm "$folder"/*
before=$(hot early) && is "$(hot early)" "$before" \
	"nor those that were dropped, and not made anew before the end"
# hot_again: how many traces of a loop are made anew, as it is executed again behind much code that
# was executed once? Its processor time is spent for translations.
hot_again() {
	local much again
	much=$(rm "$folder"/* && hot "early much" && ls "$folder" | cut -d- -f5)
	again=$(rm "$folder"/* && hot "early much again" && ls "$folder" | cut -d- -f5)
	echo $((16#${again##*$'\n'} - 16#${much##*$'\n'}))
}
# A busy host may translate slowly.
for try in 1 2 3; do
	more=$(hot_again)
	[ "$more" -ge 400 ] || break
done
ok "time for translations makes nothing hot ($more traces)" [ "$more" -lt 400 ]
# twice NAME MODE: a program whose second run finds nothing new
twice() {
	rm "$folder"/*
	"${stat[@]}" -o /dev/null -- "$prog/again_new" "$2" >/dev/null &&
		before=$(stat -c '%i %s' "$folder"/*) &&
		"${stat[@]}" -o /dev/null -- "$prog/again_new" "$2" >/dev/null &&
		is "$(stat -c '%i %s' "$folder"/*)" "$before" "$1"
}
twice "what calls another library is kept once" across
twice "code that a program makes is not new, as nobody else can use it" made
rm "$folder"/* && mv "$folder.others"/* "$folder" && rmdir "$folder.others"
list='ls /proc/self/fd; exec ls /proc/self/fd'
is "$("${stat[@]}" -o /dev/null -- sh -c "$list" 2>&1 </dev/null)" \
	"$(sh -c "$list" 2>&1 </dev/null)" "programs see no descriptor more"
cp "$BUILD/pmc-emu" "$TMP/other-emu"
is "$(PMC_EMU=$TMP/other-emu took)" new "another engine does not use them"
is "$(took)" took "and this one still does"

# ---- Files that must not be used ----

rm -rf "$folder"
took >/dev/null
kept_good
pages=$((size / 4096))
kept_flip 0 4 8 16 24 40 100 4096 $((pages / 2 * 4096 + 5)) $((size - 4096)) $((size - 1))
kept_cut 0 1 4096 $((size / 2)) $((size - 1)) $((size + 4096))
is "$bad of $damages" "0 of $damages" "damaged files are not used, and are replaced"
is "$(took)" took "whole ones are"
chmod g+r "$folder"/*
is "$(took)" new "files that others may read are not used"
kept_restore
mv "$good" "$TMP/aside"
ln -s "$TMP/aside" "$good"
is "$(took)" new "nor links"
kept_restore
rm "$good"
mkfifo "$good"
is "$(took)" new "nor pipes"
kept_restore
chmod 755 "$folder"
is "$(took)" new "nor is a folder that others may read"
chmod 700 "$folder"
mv "$folder" "$folder.aside"
ln -s "$folder.aside" "$folder"
is "$(took)" new "nor a link to a folder"
rm "$folder"
mv "$folder.aside" "$folder"
is "$(took)" took "afterwards all is as before"
if [ "$(id -u)" = 0 ]; then
	chown 65534 "$folder"/*
	is "$(took)" new "another user's file"
	kept_restore
	chown 65534 "$folder"
	before=$(stat -c %i "$folder"/*)
	is "$(took)" new "another user's folder"
	is "$(stat -c %i "$folder"/*)" "$before" "stays as it was"
	kept_restore
else
	skip "another user's: this needs root" 3
fi
is "$(XDG_CACHE_HOME=/nonexistent/x took)" new "a folder that cannot be made"

# ---- Other code under the same name ----

cd "$TMP" || exit 1
printf '\xb8\1\0\0\0\xc3' >1
printf '\xb8\2\0\0\0\xc3' >2
for i in 1 2 3; do
	is "$("${stat[@]}" -o /dev/null -- "$prog/mapped_code" call 1 2>&1)" $((i == 3 ? 2 : 1)) \
		"a file that changes between runs, run $i"
	[ $i != 2 ] || cat 2 >1
done
printf '\x90\x90\x0f\x0b' >ill
want=$("$prog/mapped_code" trap ill 2>&1)
for i in 1 2; do
	is "$("${stat[@]}" -o /dev/null -- "$prog/mapped_code" trap ill 2>&1)" "$want" \
		"a signal, and where, run $i"
done
cd "$TOP" || exit 1
patched() {
	PMC_EMU_LEAVE=1 "${stat[@]}" -o /dev/null -- "$prog/patched" "$@"
}
is "$(patched; patched again)" "1 0
1 2" "what a program has changed in its code is not kept"

# ---- Its size, and several at once ----

rm -rf "$folder"
(ulimit -S -f 100 && "${stat[@]}" -o "$TMP/out" -- /bin/true)
is "$? $(ls "$folder")" "0 " "a limit on file sizes: nothing is kept"
if unshare -m true 2>/dev/null; then
	unshare -m sh -c "mount -t tmpfs -o size=300k,mode=700 none '$folder' &&
		'$PMC' stat --backend emulated -o /dev/null -- /bin/true &&
		ls '$folder'" >"$TMP/full"
	is "$? $(cat "$TMP/full")" "0 " "a full disk: nothing is kept"
else
	skip "a full disk: this needs root"
fi
for i in 1 2 3 4 5 6 7 8 9; do
	old=000000000000000$i-0000000000000001-000000000000000$i-00008000-00000001-0
	truncate -s 128M "$folder/$old"
done
echo >"$folder/notes.txt"
touch -d '2 hours ago' "$folder/new-1-1"
touch "$folder/new-2-2"
"${stat[@]}" -o /dev/null -- /bin/true
is "$(cd "$folder" && echo 0*1-0 n* | sed 's/000\(.\)-[^ ]*/\1/g; s/000000000000//g')" \
	"3 4 5 6 7 8 9 new-2-2 notes.txt" "the oldest files went, and no others"
rm -rf "$folder"
for i in 1 2 3 4 5 6; do
	"${stat[@]}" -x, -e syscalls -o "$TMP/out.$i" -- /bin/ls /usr >/dev/null &
done
wait
is "$(cut -d, -f1 "$TMP"/out.[1-6] | grep '^[0-9]' | sort | uniq -c | awk '{ print $1 }')" 6 \
	"six at once count the same"
like "$(ls "$folder")" '^[-0-9a-f]+$' "and leave one file"
is "$("${stat[@]}" -o /dev/null -- sh -c 'ulimit -n 12; /bin/true; exec /bin/true'; echo $?)" 0 \
	"a program that has few descriptors"
(ulimit -n 30; "${stat[@]}" -o "$TMP/out" -- /bin/true)
is $? 0 "pmc, too"
finish
