# SPDX-License-Identifier: BSD-2-Clause
# The commands of docs/tour.md; sourced after tests/tap.sh. Blocks are indented by four blanks:
# "$ command" or "# command", then what it prints.

# squeezed: its input without empty lines, and with one blank where there are several
squeezed() {
	sed -E 's/[[:blank:]]+/ /g; s/^ //; s/ $//; /^$/d'
}

# tour PROMPT FUNCTION: calls FUNCTION COMMAND WANT for each command after PROMPT, where WANT is
# squeezed; sets n to how many there were.
tour() {
	local line command= want=
	n=0
	while IFS= read -r line; do
		if [[ $line == '    '[\$\#]' '* || $line != '    '* ]]; then
			[ -z "$command" ] || $2 "$command" "$(squeezed <<<"$want")"
			command= want=
		fi
		if [[ $line == "    $1 "* ]]; then
			command=${line#"    $1 "}
			n=$((n + 1))
		elif [ -n "$command" ]; then
			want+=$line$'\n'
		fi
	done < <(cat "$TOP/docs/tour.md"; echo)
}
