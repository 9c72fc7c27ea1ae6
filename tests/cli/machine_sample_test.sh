#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# --machine-sample: a machine that is modelled in bursts. Bursts that leave nothing out count what a
# whole run counts, to the unit; others repeat to the unit, and are as far off a whole run as their
# error says; exact counts stay as they are; formats, and the sentence for each mistake.
# Everything is deterministic, so that what holds once holds always on this machine.
. "$(dirname "$0")/../tap.sh"

all=l1d-read-misses,l1d-write-misses,l1i-misses,dtlb-read-misses,itlb-misses
all+=,conditional-branch-misses,indirect-branch-misses,return-misses
# counted FILE EVENTS OPTION... -- COMMAND...: "value,,event,…" of each event.
counted() {
	local out=$TMP/$1 events=$2
	shift 2
	"$PMC" stat --deterministic -x, -o "$out.csv" -e "$events" "$@" >"$out.said" 2>&1 </dev/null
	grep -v '^#' "$out.csv" | grep . >"$out"
}
column() { cut -d, -f1,3 "$TMP/$1"; }

cat >"$TMP/work.pl" <<'PL'
my ($s, %h) = (1);
for my $t (1 .. $ARGV[0]) {
	$s = ($s * 1103515245 + 12345) & 0x7fffffff;
	my $l = chr(97 + $s % 26) x ($s % 7) . "=" . ($s >> 8) % 4099;
	$h{$1} += $2 if $l =~ /^([a-q]+)=(\d*[1357])$/;
	$h{$l} .= substr($l, 1) if $t % 3 == 0;
}
print join(",", map { length($h{$_}) } sort keys %h), "\n";
PL
seq 1 60000 | awk '{ print $1 * 7919 % 10007, "line", $1 % 17, "of text" }' >"$TMP/text"

# ---- Bursts that leave nothing out ----

levels=$all,l2-read-misses,ll-read-misses,read-walks,instructions,branches
counted whole "$levels" --cache LL=private -- perl "$TMP/work.pl" 300
counted parts "$levels" --cache LL=private --machine-sample 100%,burst=1k,first=1k -- \
	perl "$TMP/work.pl" 300
is "$(column parts)" "$(column whole)" "100 %: all counts are those of a whole run, to the unit"
ok "… of a real run" test "$(head -1 "$TMP/whole" | cut -d, -f1)" -gt 1000

# ---- Bursts ----

# Programs that are long enough for some hundred bursts. Bursts of 40,000 instructions are so short
# that much of what they count is unknown; with longer ones errors are small.
sampled=0 outside=
machine=()
compare() {
	local name=$1 spec=$2 value event mark error real off
	shift 2
	counted "$name.whole" "$all,instructions,loads" "${machine[@]}" -- \
		"$@"
	counted "$name.part" "$all,instructions,loads" "${machine[@]}" \
		--machine-sample "$spec" -- "$@"
	is "$(diff "$TMP/$name.whole.said" "$TMP/$name.part.said")" "" "$name: says the same"
	is "$(column "$name.part" | grep -E 'instructions|loads')" \
		"$(column "$name.whole" | grep -E 'instructions|loads')" "$name: exact counts stay"
	while IFS=, read -r value _ event _ _ _ _ mark error; do
		[ "$mark" = sampled ] || continue
		real=$(grep ",$event," "$TMP/$name.whole" | cut -d, -f1)
		off=$((value - real))
		sampled=$((sampled + 1))
		note "$name $event: $value for $real, off by ${off#-}, error $error"
		[ "${off#-}" -le "$error" ] || outside+=" $name:$event"
	done <"$TMP/$name.part"
}
compare perl 10%,burst=40k,first=500k perl "$TMP/work.pl" 40000
compare gzip 20%,burst=40k,first=500k gzip -6 -c "$TMP/text"
compare sort 20%,burst=40k,first=500k sort -S 8M -n -k 1,1 "$TMP/text"
compare long 20%,burst=300k,first=500k sort -S 8M -n -k 1,1 "$TMP/text"

# Random geometries and policies; each machine has one of the programs.
random() {
	RANDOM_STATE=$(((RANDOM_STATE * 1103515245 + 12345) % 2147483648))
	picked=$((RANDOM_STATE / 65536 % $1))
}
RANDOM_STATE=18
policies=(lru bit-plru nru tree-plru fifo random)
predictors=(cachegrind gshare:12:10 bimodal:12)
for n in 1 2 3 4 5 6 7 8; do
	settings=
	for cache in L1d L1i; do
		random 6; policy=${policies[picked]}
		random 3; ways=$((2 << picked))
		random 3; settings+="$cache=$((ways * (1 << picked)))K,$ways,64,$policy;"
	done
	random 2; settings+="dtlb=$((32 << picked)),4;"
	random 3; settings+=branch=${predictors[picked]}
	machine=(--cache "$settings")
	note "$settings"
	random 3
	case $picked in
	0) compare "random$n" 15%,burst=100k,first=500k perl "$TMP/work.pl" 20000 ;;
	1) compare "random$n" 15%,burst=100k,first=500k gzip -6 -c "$TMP/text" ;;
	2) compare "random$n" 15%,burst=100k,first=500k sort -S 8M -n -k 1,1 "$TMP/text" ;;
	esac
done
machine=()
ok "$sampled counts were sampled" test "$sampled" -ge 90
# One in twenty may be outside an interval of 95 %.
ok "at most one in twenty is further off than its error:${outside:- none is}" \
	test $(($(wc -w <<<"$outside") * 20)) -le "$sampled"

# The last program has long bursts, so that its common counts are known well.
ok "errors of long bursts are small" awk -F, '
	$3 ~ /^(l1d-read|conditional-branch)-misses/ && $9 < $1 / 3 { n++ } END { exit n != 2 }' \
	"$TMP/long.part"

counted again "$all" --machine-sample 10%,burst=40k,first=500k -- perl "$TMP/work.pl" 40000
is "$(column again)" "$(column perl.part | grep -vE 'instructions|loads')" "the same once more"
counted seed "$all" --machine-sample 10%,burst=40k,first=500k,seed=7 -- perl "$TMP/work.pl" 40000
unlike "$(column seed)" "^$(column again | head -1)\$" "another seed, other bursts"

# A walk whose every fourth instruction misses.
cat >"$TMP/walk.s" <<'S'
	.bss
	.balign 4096
m:	.skip 1 << 20
	.text
	.globl _start
_start:	mov $40, %ecx
1:	lea m(%rip), %rsi
	mov $16384, %edx
2:	mov (%rsi), %eax
	add $64, %rsi
	dec %edx
	jnz 2b
	dec %ecx
	jnz 1b
	mov $60, %eax
	xor %edi, %edi
	syscall
S
gcc -nostdlib -static -o "$TMP/walk" "$TMP/walk.s"
counted steady l1d-read-misses,instructions --machine-sample 10%,burst=8k,first=4k -- "$TMP/walk"
read -r misses error < <(sed -n 1p "$TMP/steady" | awk -F, '{ print $1, $9 }')
off=$((misses - 655360))
ok "by arithmetic: $misses misses for 655360, with an error of $error" \
	test "${off#-}" -le 200 -a "$error" -lt 30000

# ---- Short programs ----

counted short l1d-read-misses --machine-sample 10% -- /bin/true
like "$(cat "$TMP/short")" ',modelled,$' "what ends in the first phase is not sampled"
counted few l1d-read-misses --machine-sample 1%,first=1k,burst=1M -- "$TMP/walk"
like "$(cat "$TMP/few")" ',sampled,$' "too few bursts: no error"

# ---- Formats, other subcommands ----

bursts=(--machine-sample "10%,burst=8k,first=4k")
like "$("$PMC" stat "${bursts[@]}" -e l1d-read-misses -- "$TMP/walk" 2>&1)" \
	'l1d-read-misses:u +\(sampled, \+-[0-9.]+%\)' "the table has the error"
like "$("$PMC" stat "${bursts[@]}" -e l1d-read-misses -- "$TMP/walk" 2>&1)" \
	'machine-sample=10.00%,burst=8000,warm=4000,first=4000,seed=0' "… and what was fixed"
like "$("$PMC" stat "${bursts[@]}" -j -e l1d-read-misses -- "$TMP/walk" 2>&1)" \
	'"quality" : "sampled", "error" : [0-9]+, "machine" : "skylakex' "so has JSON"
like "$("$PMC" summary "${bursts[@]}" -- "$TMP/walk" 2>&1)" \
	'L1 data cache miss rate +\(sampled\)' "summary"
"$PMC" record --deterministic -o "$TMP/profile" "${bursts[@]}" -e l1d-read-misses -- "$TMP/walk" \
	2>/dev/null
said=$("$PMC" report --stdio -i "$TMP/profile" -e l1d-read-misses 2>&1)
like "$said" 'sampled profile .*counts come from bursts of a model of skylakex' "record"
total=$(sed -n 's/^# l1d-read-misses:u: \([0-9,]*\).*/\1/p' <<<"$said" | tr -d ,)
off=$((total - 655360))
ok "… scaled up: $total" test "${off#-}" -lt 20000

# ---- Mistakes ----

bad() {
	like "$("$PMC" stat --machine-sample "$1" -e l1d-read-misses true 2>&1)" "$2" "$1: $2"
}
bad 0 "column 1: '0' is no share"
bad 101 "column 1: '101' is no share"
bad 5.5.5 "is no share"
bad '' "is no share"
bad 10%,burst "column 5: 'burst' is no setting of bursts"
bad 10%,burst=2x "column 11: '2x' is no number"
bad 10%,warm=600k "a burst must be longer than its first part"
bad 10%, "is no setting of bursts"
like "$("$PMC" stat --machine-sample 10% -e cache-misses true 2>&1)" \
	"'cache-misses' needs what L2, the last level or a second TLB holds" \
	"what bursts cannot know"
like "$("$PMC" stat --machine-sample 10% -e est-cycles true 2>&1)" "'est-cycles' needs what L2" \
	"an estimate of cycles"
like "$("$PMC" stat --machine-sample 10% -I 100 -e l1d-read-misses true 2>&1)" 'leave out -I' "-I"
like "$("$PMC" stat --machine-sample 10% --backend perf -e l1d-read-misses true 2>&1)" \
	'only the translator models a machine' "another backend"
finish
