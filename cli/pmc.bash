# SPDX-License-Identifier: BSD-2-Clause
# Bash completion for pmc: subcommands, options, event names (in lists and groups, with modifiers),
# processes, backends, models, files, and the command line of the command. It needs nothing but bash
# and asks pmc itself for all names.

# Sets COMPREPLY to the words of the list $1 that begin with $2, each with the prefix $3.
_pmc_offer() {
	local word
	COMPREPLY=()
	for word in $1; do
		[[ $word != "$2"* ]] || COMPREPLY+=("${3-}$word")
	done
}

# Completes the last event of a list, after a comma or an opening brace.
_pmc_events() {
	local list=$1 last before
	last=${list##*[,\{]}
	before=${list%"$last"}
	_pmc_offer "$("${_pmc_words[0]}" list --names 2>/dev/null)" "$last" "$before"
	compopt -o nospace
}

# Completes the last number of a list of processes.
_pmc_pids() {
	local last=${1##*,} before pid
	before=${1%"$last"}
	COMPREPLY=()
	for pid in /proc/[0-9]*; do
		pid=${pid#/proc/}
		[[ $pid != "$last"* ]] || COMPREPLY+=("$before$pid")
	done
}

# Sets the arrays that describe the options and the subcommand $1. Their source is the command
# itself, so they cannot become stale: "SUBCOMMAND LETTER NAME ARGUMENT ABOUT", separated by tabs.
_pmc_read() {
	local sub letter name argument about
	while IFS=$'\t' read -r sub letter name argument about; do
		case $sub in
		pmc)
			_pmc_subcommands+=" $name"
			[[ $name != "$1" ]] || _pmc_takes[pmc]=$argument ;;
		backend) _pmc_backends+=" $name" ;;
		"$1")
			_pmc_options+=" --$name"
			[[ $argument != - ]] || continue
			_pmc_takes[--$name]=$argument
			[[ $letter == - ]] || _pmc_takes[-$letter]=$argument ;;
		esac
	done < <("${_pmc_words[0]}" help --for-completion 2>/dev/null)
}

# Completes a file's name.
_pmc_files() {
	COMPREPLY=($(compgen -f -- "$1"))
	compopt -o filenames
}

# Completes $2, which is what $1 says: the argument of an option, or a word of a subcommand.
_pmc_kind() {
	case $1 in
	*EVENT*) _pmc_events "$2" ;;
	PIDS | TIDS) _pmc_pids "$2" ;;
	*FILE* | *BEFORE*) _pmc_files "$2" ;;
	BACKEND) _pmc_offer "$_pmc_backends" "$2" ;;
	MODEL) _pmc_models "$2" ;;
	*PATTERN*)
		_pmc_offer "hardware cache software stream preset model
			$("${_pmc_words[0]}" list --names 2>/dev/null)" "$2" ;;
	*SUBCOMMAND*) _pmc_offer "$_pmc_subcommands" "$2" ;;
	NAME\[=*) COMPREPLY=($(compgen -e -- "$2")) ;;
	*[a-z0-9]'|'*) _pmc_offer "${1//|/ }" "$2" ;;
	*) COMPREPLY=() ;;
	esac
}

# Completes options, their arguments, and the words behind them.
_pmc_command_line() {
	local i at word kind=${_pmc_takes[pmc]-} has_command= ended=
	[[ $kind != *COMMAND* || $kind == *SUBCOMMAND* ]] || has_command=1
	# The command begins at the first word that is neither an option nor an option's argument.
	for ((i = 2; i < _pmc_at; i++)); do
		word=${_pmc_words[i]}
		case $word in
		--) i=$((i + 1)) ended=1; break ;;
		--*=*) ;;
		-*) [[ -z ${_pmc_takes[$word]-} ]] || i=$((i + 1)) ;;
		*) [[ $kind == *BEFORE* || $kind == *EVENT...* || ! $has_command ]] || break ;;
		esac
	done
	if [[ $has_command ]] && { ((i < _pmc_at)) || [[ $ended ]]; }; then
		# pmc compare has a second command.
		for ((at = i; at < _pmc_at; at++)); do
			[[ $kind != *--vs* || ${_pmc_words[at]} != --vs ]] || i=$((at + 1))
		done
		_pmc_command $i
		return
	fi
	word=${_pmc_words[_pmc_at - 1]}
	if ((_pmc_at > 2)) && [[ ! $ended && $word == -* && ${_pmc_takes[$word]-} ]]; then
		_pmc_kind "${_pmc_takes[$word]}" "$_pmc_word"
		return
	fi
	case $_pmc_word in
	--*=*)
		_pmc_kind "${_pmc_takes[${_pmc_word%%=*}]-}" "${_pmc_word#*=}"
		COMPREPLY=("${COMPREPLY[@]/#/${_pmc_word%%=*}=}") ;;
	-*) _pmc_offer "$_pmc_options" "$_pmc_word" ;;
	*)
		if [[ $kind == *EVENT...* ]]; then
			_pmc_events "$_pmc_word"
		elif [[ $has_command && $kind != *BEFORE* ]]; then
			_pmc_command "$_pmc_at"
		else
			_pmc_kind "$kind" "$_pmc_word"
		fi ;;
	esac
}

# Completes the command that begins at word $1.
_pmc_command() {
	if (($1 == _pmc_at)); then
		COMPREPLY=($(compgen -c -- "$_pmc_word"))
		[[ $_pmc_word == */* ]] || return
		COMPREPLY=($(compgen -f -- "$_pmc_word")) && compopt -o filenames
	elif declare -F _command_offset >/dev/null; then
		_command_offset "$1"
	else
		COMPREPLY=($(compgen -f -- "$_pmc_word"))
		compopt -o filenames
	fi
}

# Completes the name of a model: the first word of each line.
_pmc_models() {
	local name rest names=
	while read -r name rest; do
		names+=" $name"
	done < <("${_pmc_words[0]}" list --models 2>/dev/null)
	_pmc_offer "$names" "$1"
}

# bash also breaks words at = and : (COMP_WORDBREAKS) and replaces only the last piece. Here words
# are separated by blanks, and the pieces that bash does not replace are cut off at the end.
_pmc() {
	local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} _pmc_words _pmc_at _pmc_word kept
	local _pmc_subcommands= _pmc_backends= _pmc_options=
	local -A _pmc_takes=()
	read -ra _pmc_words <<<"$line"
	[[ $line == *[[:blank:]] ]] && _pmc_words+=("")
	_pmc_at=$((${#_pmc_words[@]} - 1))
	_pmc_word=${_pmc_words[_pmc_at]}
	_pmc_read "${_pmc_words[1]-}"
	if ((_pmc_at == 1)); then
		_pmc_offer "$_pmc_subcommands --version --help" "$_pmc_word"
		return
	fi
	_pmc_command_line
	kept=${_pmc_word%"${_pmc_word##*[=:]}"}
	[[ $COMP_WORDBREAKS == *[=:]* ]] && COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
complete -F _pmc pmc
