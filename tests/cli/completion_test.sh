#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san
# Completion in bash, zsh and fish: the words that each offers for a command line, in the real
# shells, and that each knows every option of the help texts.
. "$(dirname "$0")/../tap.sh"

PATH=$BUILD:$PATH
. "$TOP/cli/pmc.bash"
compopt() { :; } # exists only while bash completes

# The options in the help text of a subcommand, one per line.
helped() {
	"$PMC" help "$1" | grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+' | sort
}
subcommands=$("$PMC" help | sed -n 's/^  pmc \([a-z]*\)  .*/\1/p' | grep -v stat; echo stat)

# ---- bash ----

# offers LINE: prints the words that are offered at its end
offers() {
	COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
	local IFS=$' \t\n'
	_pmc
	printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
}
is "$(offers 'pmc ')" "$(printf '%s\n' --help --version $subcommands | sort | paste -sd' ')" \
	"subcommands"
is "$(offers 'pmc sta')" stat "the beginning of one"
is "$(offers 'pmc help i')" info "help"
is "$(offers 'pmc stat --det')" "--detailed --deterministic" "options"
is "$(offers 'pmc stat -e branch-m')" branch-misses "events"
is "$(offers 'pmc stat -e instructions,branch-m')" instructions,branch-misses "in a list"
is "$(offers 'pmc stat -e {instructions,branch-m')" "{instructions,branch-misses" "in a group"
is "$(offers 'pmc stat -e instructions:u,branch-m')" u,branch-misses \
	"after a modifier, where bash breaks words at the colon"
is "$(offers 'pmc stat --event=branch-m')" branch-misses "after =, where bash breaks words at it"
is "$(COMP_WORDBREAKS=' '; offers 'pmc stat --event=branch-m')" --event=branch-misses \
	"after =, where it does not"
is "$(offers 'pmc stat --backend e')" emulated "backends"
like " $(offers "pmc stat -p $$") " " $$ " "processes"
like " $(offers "pmc stat -p 1,$$") " " 1,$$ " "processes in a list"
like "$(offers "pmc stat -o $TOP/CONTRIB")" CONTRIBUTING.md "files"
is "$(offers 'pmc stat -r ')" "" "nothing after -r"
like " $(offers 'pmc stat -- tru') " " true " "commands after --"
like " $(offers 'pmc stat -e cycles tru') " " true " "commands after the options"
like "$(offers "pmc stat -e cycles cat $TOP/CONTRIB")" CONTRIBUTING.md "and files after the command"
is "$(offers 'pmc stat -e cycles cat --back')" "" "no options of ours after the command"
is "$(offers 'pmc count branch-m')" branch-misses "events for count"
is "$(offers 'pmc count cycles branch-m')" branch-misses "the next one"
like " $(offers 'pmc count cycles -- tru') " " true " "and its command after --"
is "$(offers 'pmc list --n')" --names "options of list"
is "$(offers 'pmc list iTLB-load-')" iTLB-load-misses "names for list"
for sub in $subcommands; do
	[ "$sub" != help ] || continue
	is "$(offers "pmc $sub --" | tr ' ' '\n')" "$(helped "$sub")" \
		"$sub: the options of its help text"
done
like " $(offers 'pmc info --model skyl')" " skylake" "models for info"
is "$(offers 'pmc summary --backend e')" emulated "backends for summary"
like " $(offers 'pmc summary --model skyl')" " skylake" "models for it"
like " $(offers 'pmc summary -r 2 -- tru') " " true " "and commands"

# ---- zsh ----
# An interactive zsh on a terminal of its own completes each line; a wrapper around compadd writes
# down what it was given and what of that fits.
cat >"$TMP/zsh" <<'Z'
zmodload zsh/zpty
export OUT=$TMP/hits
zpty shell zsh -f -i
setup=$TMP/setup.zsh
cat >$setup <<S
PS1= PS2= LISTMAX=-1
unsetopt auto_list auto_menu beep prompt_cr prompt_sp
bindkey -e
fpath=($TMP/functions \$fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
	if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
		builtin compadd "\$@"
		return
	fi
	local -a fit
	builtin compadd -A fit "\$@"
	print -rl -- "\${fit[@]}" >>\$OUT
	builtin compadd "\$@"
}
completed() {
	_main_complete "\$@"
	print -r -- END >>\$OUT
}
zle -C completed complete-word completed
bindkey '^I' completed
print -r -- END >>\$OUT
S
wait_for_end() {
	local i
	for i in {1..1500}; do
		grep -qx END $OUT 2>/dev/null && return
		zpty -r -t shell >/dev/null # what the shell prints; it must not fill the terminal
		sleep 0.02
	done
	print -r -- "zsh did not answer"
}
: >$OUT
zpty -w shell "source $setup"
wait_for_end
while IFS= read -r line; do
	: >$OUT
	zpty -w -n shell $'\x15'"$line"$'\t'
	wait_for_end
	sort -u $OUT | grep -vx -e END -e '' | paste -sd' '
done
zpty -d shell
Z
if command -v zsh >/dev/null; then
	mkdir "$TMP/functions"
	cp "$TOP/cli/pmc.zsh" "$TMP/functions/_pmc"
	queries=() wants=() names=()
	ask() { queries+=("$1") wants+=("$2") names+=("zsh: $3"); }
	ask 'pmc ' "$(printf '%s\n' $subcommands | sort | paste -sd' ')" "subcommands"
	for sub in $subcommands; do
		[ "$sub" = help ] || ask "pmc $sub --" "$(helped "$sub" | paste -sd' ')" \
			"$sub: the options of its help text"
	done
	ask 'pmc stat -e branch-m' branch-misses "events"
	ask 'pmc stat -e instructions,branch-m' branch-misses "in a list"
	ask 'pmc stat --event=branch-m' branch-misses "after ="
	ask 'pmc stat --backend e' emulated "backends"
	ask 'pmc info --model skylake-' "$("$PMC" list --models | grep -o '^skylake-[^ ]*' | sort |
		paste -sd' ')" "models"
	ask 'pmc help inf' info "help"
	ask 'pmc stat -r 2 -- truncat' truncate "commands"
	ask "pmc stat -o $TOP/CONTRIB" CONTRIBUTING.md "files"
	mapfile -t got < <(printf '%s\n' "${queries[@]}" |
		TERM=dumb timeout 60 zsh -f "$TMP/zsh" 2>&1)
	for i in "${!queries[@]}"; do
		is "${got[i]-}" "${wants[i]}" "${names[i]}"
	done
else
	skip "zsh is not installed" 16
fi

# ---- fish ----
fish_offers() {
	HOME=$TMP fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$TOP/cli/pmc.fish" \
		"$1" | cut -f1 | sort | paste -sd' '
}
if command -v fish >/dev/null; then
	is "$(fish_offers 'pmc ')" "$(printf '%s\n' $subcommands | sort | paste -sd' ')" \
		"fish: subcommands"
	for sub in $subcommands; do
		[ "$sub" != help ] || continue
		is "$(fish_offers "pmc $sub --")" "$(helped "$sub" | paste -sd' ')" \
			"fish: $sub: the options of its help text"
	done
	is "$(fish_offers 'pmc stat -e branch-m')" branch-misses "fish: events"
	is "$(fish_offers 'pmc stat -e instructions,branch-m')" instructions,branch-misses \
		"fish: in a list"
	is "$(fish_offers 'pmc stat --event=branch-m')" --event=branch-misses "fish: after ="
	is "$(fish_offers 'pmc stat --backend e')" emulated "fish: backends"
	is "$(fish_offers 'pmc info --model skylake-')" "$("$PMC" list --models |
		grep -o '^skylake-[^ ]*' | sort | paste -sd' ')" "fish: models"
	is "$(fish_offers 'pmc help inf')" info "fish: help"
	is "$(fish_offers 'pmc stat -r 2 -- truncat')" truncate "fish: commands"
	like "$(fish_offers "pmc stat -o $TOP/CONTRIB")" CONTRIBUTING.md "fish: files"
else
	skip "fish is not installed" 16
fi
finish
