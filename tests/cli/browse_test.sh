#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# pmc report on a terminal: moving, searching, events, callers and callees, help, sizes, no colours.
. "$(dirname "$0")/../tap.sh"

profile=$BUILD/tests/cli/prog/profile
[ -x "$profile" ] || skip_all "tests/cli/prog/profile is not built"
command -v python3 >/dev/null || skip_all "python3 is not here"
p=$TMP/pmc.data
{
	cat <<'END'
exact
command ./prog one
process 100 prog
thread 100 0 prog
object anon [anon] 0
symbol 0 1000 100 main
symbol 0 2000 100 work_über
call 0 0 1004 0 2000 3
place 0 0 1000 4 1 4000 0
place 0 0 2000 4 0 3000 0
END
	for i in $(seq 10 40); do
		echo "symbol 0 $((i * 1000)) 10 function_with_a_rather_long_name_$i"
		echo "place 0 0 $((i * 1000)) 4 2 $((101 - i)) 0"
	done
} | "$profile" "$p"

export TERM=linux
# screens LINES COLUMNS KEYS...: the screens of a session that ends with the keys
screens() {
	MARK=1 python3 tests/cli/terminal.py "$@" -- "$PMC" report -i "$p" -s function 2>&1
}
# screen KEY: the last screen after this key
screen() { awk -v key="--- $1" '/^--- /{on = $0 == key; text = ""} on {text = text $0 "\n"}
	/^--- /{next} on {last = text} END {printf "%s", last}' <<<"$out" | tail -n +2; }
# chosen: the line of the screen on standard input where the user is
chosen() { sed -n '3,$p' | sed '$d' | grep '^\['; }

out=$(screens 10 70 down end up home pgdn q)
like "$out" '^--- start' "a terminal is browsed on" || skip_all "no browser: ${out:0:200}"
like "$(screen start)" '^\[ exact profile: instructions:u 9,3' "the title: quality, event, total"
is "$(screen start | wc -l)" 10 "the screen is full"
like "$(screen start | chosen)" '42\.[0-9]*% +4,000  main' "it begins at the first row"
like "$(screen down | chosen)" '3,000  work_über' "down; names are UTF-8"
like "$(screen end | chosen)" 'name_40 ' "End"
like "$(screen up | chosen)" 'name_39 ' "up"
like "$(screen home | chosen)" 'main' "Home"
like "$(screen pgdn | chosen)" 'name_15 ' "PgDn: a screen of seven rows further"
like "$out" '--- exit 0' "q ends"

out=$(screens 12 90 / NAME_3 enter n N / main backspace backspace backspace backspace enter / \
	nothing enter q)
like "$(screen NAME_3)" 'search: NAME_3' "/ asks for a text"
like "$(screen enter)" "no line has 'nothing'" "… and says when no line has it"
like "$(awk '/^--- enter/{n++} n == 1' <<<"$out" | sed '/^--- n$/,$d' | grep '^\[[ +]')" \
	'name_30 ' "Enter goes to the next line that has it, upper and lower case alike"
like "$(screen n | chosen)" 'name_31 ' "n: the next one"
like "$(screen N | chosen)" 'name_30 ' "N: the previous one"

out=$(screens 12 90 + down e E - q)
like "$(screen + | sed -n 4p)" '32\.[0-9]*%  .*3,000 \(estimated\) .* 3 calls  -> work_über' \
	"+ shows callees"
like "$(screen down | chosen)" '-> work_über' "… through which one moves"
like "$(screen e)" '^\[ exact profile: branches:u 0 \(event 2 of ' "e: the next event"
like "$(screen E | chosen)" '[-] .* main' "E: back, and what was open stays open"
unlike "$(screen -)" 'work_über.*estimated|-> work' "- closes"

out=$(screens 12 90 down enter q q)
like "$(screen enter)" '^\[ work_über' "Enter annotates the function"
like "$(screen enter)" $'\n.*3,000 +2000:' "… with its instructions and their counts"
like "$(screen q)" 'Enter annotate' "q goes back"

out=$(screens 8 60 h q right left resize:20x100 resize:3x20 resize:10x70 i q q)
like "$(screen h)" '^\[ Keys' "h: help"
like "$(screen right | sed -n 4p)" '%  +3,000  work_über|3,000  work' "right: the lines move"
unlike "$(screen right | sed -n 3p)" '^\[\+' "… sideways"
is "$(screen resize:20x100 | wc -l)" 20 "a larger terminal"
like "$(screen resize:20x100 | tail -1)" 'q quit' "… has its last line at the bottom"
is "$(screen resize:3x20 | wc -l)" 3 "a tiny one"
like "$(screen resize:10x70)" 'name_14' "… and back"
like "$(screen i)" 'counts are not time' "i: about the profile"
like "$out" '--- exit 0' "q ends"

out=$(NO_COLOR=1 screens 10 70 down q)
like "$(screen down | chosen)" 'work_über' "without colours"
out=$(TERM=vt100 screens 10 70 q)
like "$(screen start | chosen)" 'main' "a terminal that has none"
like "$(screens 10 70 esc)" '--- exit 0' "Esc ends, too"

# ---- When there is no browsing ----

terminal() { python3 tests/cli/terminal.py 60 90 -- "$@" 2>&1; }
like "$(TERM=dumb terminal "$PMC" report -i "$p")" '# exact profile' "a dumb terminal: it prints"
like "$(TERM=nosuch terminal "$PMC" report -i "$p" -s function)" 'name_40' \
	"a terminal that nobody knows: it prints"
like "$(terminal "$PMC" report -i "$p" --stdio)" 'name_40' "--stdio prints"
like "$(TERM=dumb terminal "$PMC" report -i "$p" --tui)" 'pmc: --tui: \$TERM names no terminal' \
	"--tui says why it cannot"
like "$(TERM=nosuch terminal "$PMC" report -i "$p" --tui)" \
	'pmc: --tui: there is no description of' "… and when nobody knows the terminal"
finish
