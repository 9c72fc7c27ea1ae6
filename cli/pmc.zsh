#compdef pmc
# SPDX-License-Identifier: BSD-2-Clause
# Zsh completion for pmc: subcommands, options with their descriptions, event names in lists and
# groups, processes, backends, models, files, and the command line of the command. It asks pmc itself
# for all names. Installed as _pmc in a folder of $fpath.

# The last event of a list, after a comma or an opening brace.
_pmc_events() {
	local -a names
	names=(${(f)"$($_pmc_program list --names 2>/dev/null)"})
	compset -P '*[,{]'
	compadd -S '' -a names
}

_pmc_patterns() {
	local -a names
	names=(hardware cache software stream preset model ${(f)"$($_pmc_program list --names 2>/dev/null)"})
	compadd -a names
}

# The last number of a list of processes.
_pmc_pids() {
	local -a pids
	pids=(/proc/<->(N:t))
	compset -P '*,'
	compadd -S '' -a pids
}

# The first word of each line.
_pmc_models() {
	local -a names
	names=(${${(f)"$($_pmc_program list --models 2>/dev/null)"}%% *})
	compadd -a names
}


# Two files, or two commands with --vs between them, after "--".
_pmc_sides() {
	local at=${words[(I)--vs]}
	if [[ ${_pmc_line[(r)--]} != -- ]]; then
		_files
		return
	fi
	if ((at && at < CURRENT)); then
		shift at words
		((CURRENT -= at))
	fi
	((CURRENT > 1)) && _normal || _command_names -e
}

_pmc() {
	local line kind action curcontext=$curcontext state
	local -a field subcommands names backends specs
	local -A arguments
	typeset -g _pmc_program=${(Q)words[1]}

	# "SUBCOMMAND LETTER NAME ARGUMENT ABOUT", separated by tabs; "-" stands for nothing
	for line in ${(f)"$($_pmc_program help --for-completion 2>/dev/null)"}; do
		field=("${(@ps:\t:)line}")
		case $field[1] in
		pmc)
			names+=($field[3])
			subcommands+=("$field[3]:$field[5]")
			arguments[$field[3]]=$field[4] ;;
		backend) backends+=($field[3]) ;;
		${words[2]})
			case $field[4] in
			-) action= ;;
			EVENTS) action=':events:_pmc_events' ;;
			PIDS | TIDS) action=':numbers:_pmc_pids' ;;
			FILE) action=':file:_files' ;;
			BACKEND) action=":backend:($backends)" ;;
			MODEL) action=':model:_pmc_models' ;;
			NAME\[=*) action=':variable:_parameters -g "*export*"' ;;
			*[a-z0-9]'|'*) action=":word:(${field[4]//|/ })" ;;
			*) action=":${field[4]}: " ;;
			esac
			line="[${${field[5]//\[/\\[}//\]/\\]}]$action"
			specs+=("*--$field[3]${action:+=}$line")
			[[ $field[2] == - ]] || specs+=("*-$field[2]${action:++}$line") ;;
		esac
	done

	if ((CURRENT == 2)); then
		if [[ $PREFIX == -* ]]; then
			compadd -- --version --help
		else
			_describe subcommand subcommands
		fi
		return
	fi
	kind=${arguments[${words[2]}]}
	local -a _pmc_line=("${words[@]:0:$CURRENT-1}")
	shift words
	((CURRENT--))
	case $kind in
	*BEFORE*) specs+=('*:: :_pmc_sides') ;;
	*SUBCOMMAND*) specs+=(":subcommand:($names)") ;;
	*COMMAND*) specs+=('(-):command:_command_names -e' '*::arguments:_normal') ;;
	*EVENT*) specs+=('*:events:_pmc_events') ;;
	*PATTERN*) specs+=('*:pattern:_pmc_patterns') ;;
	*) specs+=('*: : ') ;;
	esac
	_arguments -s -S $specs
}

_pmc "$@"
