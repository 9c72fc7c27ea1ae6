#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Bash completion: the words that it offers for a command line.
. "$(dirname "$0")/../tap.sh"

PATH=$BUILD:$PATH
. "$TOP/cli/pmc.bash"
compopt() { :; } # exists only while bash completes

# offers LINE: prints the words that are offered at its end
offers() {
	COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
	local IFS=$' \t\n'
	_pmc
	printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
}
is "$(offers 'pmc ')" "--help --version decode encode help info list stat summary" "subcommands"
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
is "$(offers 'pmc list --n')" --names "options of list"
is "$(offers 'pmc list iTLB-load-')" iTLB-load-misses "names for list"
is "$(offers 'pmc info -')" "--events-file --help --json --model" "options of info"
like " $(offers 'pmc info --model skyl')" " skylake" "models for info"
# Completion offers exactly the options of the help text.
is "$(offers 'pmc stat --' | tr ' ' '\n' | grep -v no-big-num | sort)" \
	"$("$PMC" help stat | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort)" \
	"the same options as in the help"
is "$(offers 'pmc summary --' | tr ' ' '\n' | sort)" \
	"$("$PMC" help summary | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort)" \
	"… of summary"
is "$(offers 'pmc summary --backend e')" emulated "backends for summary"
like " $(offers 'pmc summary --model skyl')" " skylake" "models for it"
like " $(offers 'pmc summary -r 2 -- tru') " " true " "and commands"
finish
