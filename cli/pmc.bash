# SPDX-License-Identifier: BSD-2-Clause
# Bash completion for pmc: subcommands, options, event names (in lists and groups, with modifiers),
# processes, backends, files, and the command line of the command. It needs nothing but bash.

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

# Completes the argument of option $1. Returns 1 if the option takes none.
_pmc_argument() {
	case $1 in
	-e | --event) _pmc_events "$2" ;;
	-p | --pid | -t | --tid) _pmc_pids "$2" ;;
	-o | --output | --events-file) COMPREPLY=($(compgen -f -- "$2")); compopt -o filenames ;;
	--backend) _pmc_offer "perf emulated driver msr" "$2" ;;
	--cpu-features) _pmc_offer "v1 v2 v3 host" "$2" ;;
	--env) COMPREPLY=($(compgen -e -- "$2")) ;;
	-x | --field-separator | -r | --repeat | -I | --interval-print | --interval-count | \
		-D | --delay | --timeout | -C | --cpu) COMPREPLY=() ;;
	*) return 1 ;;
	esac
}

# _pmc_command_line OPTIONS: completes options, and the command behind them.
_pmc_command_line() {
	local i word options=$1
	# The command begins at the first word that is neither an option nor an option's argument.
	for ((i = 2; i < _pmc_at; i++)); do
		word=${_pmc_words[i]}
		case $word in
		--) i=$((i + 1)); break ;;
		-e | --event | -p | --pid | -t | --tid | -o | --output | --events-file | \
			--backend | --cpu-features | --env | -x | --field-separator | -r | \
			--repeat | -I | --interval-print | --interval-count | -D | --delay | \
			--timeout | -C | --cpu | --model)
			i=$((i + 1)) ;;
		-*) ;;
		*) break ;;
		esac
	done
	if ((i < _pmc_at)) || { ((i == _pmc_at)) && [[ ${_pmc_words[i - 1]} == -- ]]; }; then
		_pmc_command $i
		return
	fi
	((_pmc_at > 2)) && _pmc_argument "${_pmc_words[_pmc_at - 1]}" "$_pmc_word" && return
	case $_pmc_word in
	--*=*)
		_pmc_argument "${_pmc_word%%=*}" "${_pmc_word#*=}"
		COMPREPLY=("${COMPREPLY[@]/#/${_pmc_word%%=*}=}") ;;
	-*) _pmc_offer "$options" "$_pmc_word" ;;
	*) _pmc_command "$_pmc_at" ;;
	esac
}

_pmc_stat() {
	_pmc_command_line "--event --detailed --null --repeat --interval-print --interval-count
		--delay --timeout --pid --tid --all-cpus --cpu --no-aggr --per-thread --per-process
		--no-inherit
		--field-separator --json-output --output --append --big-num --no-big-num --backend
		--events-file --deterministic --cpu-features --env --env-all --verbose --help"
}

_pmc_summary() {
	_pmc_command_line "--repeat --all-cpus --field-separator --json-output --output --append
		--backend --deterministic --cpu-features --env --env-all --model --verbose --help"
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
	_pmc_offer "$names" "$_pmc_word"
}

# bash also breaks words at = and : (COMP_WORDBREAKS) and replaces only the last piece. Here words
# are separated by blanks, and the pieces that bash does not replace are cut off at the end.
_pmc() {
	local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} _pmc_words _pmc_at _pmc_word kept names
	read -ra _pmc_words <<<"$line"
	[[ $line == *[[:blank:]] ]] && _pmc_words+=("")
	_pmc_at=$((${#_pmc_words[@]} - 1))
	_pmc_word=${_pmc_words[_pmc_at]}
	if ((_pmc_at == 1)); then
		_pmc_offer "stat summary list info encode decode help --version --help" "$_pmc_word"
		return
	fi
	if [[ ${_pmc_words[1]} != stat ]]; then
		case ${_pmc_words[_pmc_at - 1]} in
		--model) _pmc_models; return ;;
		--events-file)
			COMPREPLY=($(compgen -f -- "$_pmc_word"))
			compopt -o filenames
			return ;;
		esac
	fi
	case ${_pmc_words[1]} in
	stat) _pmc_stat ;;
	summary) _pmc_summary ;;
	list)
		case $_pmc_word in
		-*)
			_pmc_offer "--json --names --verbose --models --model --check --events-file
				--help" "$_pmc_word" ;;
		*)
			names=$("${_pmc_words[0]}" list --names 2>/dev/null)
			_pmc_offer "hardware cache software stream $names" "$_pmc_word" ;;
		esac ;;
	info) _pmc_offer "--json --model --events-file --help" "$_pmc_word" ;;
	encode)
		_pmc_offer "--model --counter --events-file --pmi --t1 --json --help" \
			"$_pmc_word" ;;
	decode) _pmc_offer "--model --events-file --json --help" "$_pmc_word" ;;
	help) _pmc_offer "stat summary list info encode decode help" "$_pmc_word" ;;
	esac
	kept=${_pmc_word%"${_pmc_word##*[=:]}"}
	[[ $COMP_WORDBREAKS == *[=:]* ]] && COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
complete -F _pmc pmc
