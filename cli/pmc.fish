# SPDX-License-Identifier: BSD-2-Clause
# Fish completion for pmc: subcommands, options with their descriptions, event names in lists and
# groups, processes, backends, models, files, and the command line of the command. It asks pmc itself
# for all names.

# __pmc_kind KIND BEFORE WORD: the words that KIND, the argument of an option or of a subcommand, can
# be and that begin with WORD, each with BEFORE in front
function __pmc_kind
	set -l pmc (commandline -opc)[1]
	set -l kind $argv[1]
	set -l before $argv[2]
	set -l word $argv[3]
	switch $kind
		case '*FILE*' '*BEFORE*'
			for file in (__fish_complete_path $word)
				echo $before$file
			end
		case '*SUBCOMMAND*'
			$pmc help --for-completion 2>/dev/null | string replace -rf '^pmc\t-\t(\S+)\t[^\t]*\t' '$1\t'
		case '*EVENT*'
			# the last event of a list, after a comma or an opening brace
			set -l list (string replace -r '[^,{]*$' '' -- $word)
			for name in ($pmc list --names 2>/dev/null)
				echo $before$list$name
			end
		case PIDS TIDS
			set -l list (string replace -r '[^,]*$' '' -- $word)
			for pid in (string match -r '^\d+$' (path basename /proc/*))
				echo $before$list$pid
			end
		case BACKEND
			for name in ($pmc help --for-completion 2>/dev/null | string replace -rf '^backend\t-\t(\S+)\t.*' '$1')
				echo $before$name
			end
		case MODEL
			for line in ($pmc list --models 2>/dev/null)
				echo $before(string split ' ' -- $line)[1]
			end
		case 'NAME[=*'
			for name in (set -nx)
				echo $before$name
			end
		case '*PATTERN*'
			printf '%s\n' hardware cache software stream preset model
			$pmc list --names 2>/dev/null
		case '*'
			# all words that it can be, with bars between them
			if string match -qr '[a-z0-9]\|' -- $kind
				for name in (string split '|' -- $kind)
					echo $before$name
				end
			end
	end
end

# The argument that the option $argv[1] takes, if the lines after it have this option with one
function __pmc_argument
	for line in $argv[2..]
		set -l field (string split \t -- $line)
		if contains -- "$argv[1]" "--$field[3]" "-$field[2]"
			test "$field[4]" = - || echo $field[4]
			return
		end
	end
end

function __pmc_complete
	set -l words (commandline -opc)
	set -l word (commandline -ct)
	# "SUBCOMMAND LETTER NAME ARGUMENT ABOUT", separated by tabs; "-" stands for nothing
	set -l lines ($words[1] help --for-completion 2>/dev/null)
	if test (count $words) -lt 2
		printf '%s\n' $lines | string replace -rf '^pmc\t-\t(\S+)\t[^\t]*\t' '$1\t'
		string match -q -- '-*' $word && printf '%s\n' --version --help
		return
	end
	set -l sub $words[2]
	set -l options (string match -r "^$sub\t.*" -- $lines)
	set -l kind (string replace -rf "^pmc\t-\t$sub\t([^\t]*)\t.*" '$1' -- $lines)
	set -l command 0 # the word with which the command begins
	set -l i 3
	while test $i -le (count $words)
		set -l argument
		switch $words[$i]
			case --
				set command (math $i + 1)
			case '--*=*'
			case '-*'
				set argument (__pmc_argument $words[$i] $options)
			case '*'
				string match -qr '(^|[^B])COMMAND' -- $kind && not string match -q '*BEFORE*' -- $kind && set command $i
		end
		test $command -eq 0 || break
		if test -n "$argument"
			set i (math $i + 1)
			if test $i -gt (count $words)
				__pmc_kind $argument '' $word
				return
			end
		end
		set i (math $i + 1)
	end
	if test $command -gt 0
		# pmc compare has a second command
		for i in (seq $command (count $words))
			string match -q '*--vs*' -- $kind && test "$words[$i]" = --vs && set command (math $i + 1)
		end
		if string match -qr '(^|[^B])COMMAND' -- $kind
			complete -C (string join ' ' -- (string escape -- $words[$command..]) $word)
		end
		return
	end
	if string match -q -- '--*=*' $word
		set -l pieces (string split -m 1 = -- $word)
		__pmc_kind "$(__pmc_argument $pieces[1] $options)" $pieces[1]= $pieces[2]
	else if string match -q -- '-*' $word
		for line in $options
			set -l field (string split \t -- $line)
			printf '%s\t%s\n' --$field[3] $field[5]
		end
	else if string match -qr '(^|[^B])COMMAND' -- $kind && not string match -q '*BEFORE*' -- $kind
		complete -C "$word"
	else
		__pmc_kind "$kind" '' $word
	end
end

complete -c pmc -e
complete -c pmc -f -a '(__pmc_complete)'
