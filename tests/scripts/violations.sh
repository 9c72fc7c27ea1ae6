# SPDX-License-Identifier: BSD-2-Clause
# For tests of a script that checks a source tree, after tap.sh. The test sets `script`, and defines
# tree(), which makes a small tree without a violation in $TMP/t.

patterns=() names=()

# wrong FILE LINE PATTERN NAME: adds the line to the file of the tree; a line of what the script
# will say must match the pattern, in which @ stands for the number of the added line
wrong() {
	printf '%s\n' "$2" >>"$TMP/t/$1"
	patterns+=("${3//@/$(wc -l <"$TMP/t/$1")}") names+=("$4")
}
# caught: the script names each line that was added since the last time, and the tree is new
caught() {
	local out i
	if out=$("$script" "$TMP/t" 2>&1); then
		fail "${names[*]}: not caught"
	fi
	for i in "${!names[@]}"; do
		ok "${names[i]}" grep -qE -e "${patterns[i]}" - <<<"$out" || note "$out"
	done
	patterns=() names=()
	tree
}
