# SPDX-License-Identifier: BSD-2-Clause
#
# The programs that the scripts here measure: what is compiled and written for them, and their
# commands. Needs $here, $top, $work, $cc and $scale.

# What is measured by default, and what only if it is named.
all=(sqlite3 xz gzip python3 perl cc1 matrix-rows matrix-columns)
by_name=(g++ clang++ rustc ocamlopt make spawn fork php-jit erlang java node ruby octave numpy
	chromium)

# A distribution's python3 rather than a wrapper script that looks for one.
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3)

# is_new RESULT SOURCE: must the result be made?
is_new() {
	[ "$2" -nt "$1" ]
}

# Makes what programs of the default list need.
prepare() {
	local c
	for c in measure work/matrix work/threads; do
		! is_new "$work/${c##*/}" "$here/$c.c" ||
			"$cc" -O2 -g -Wall -pthread -o "$work/${c##*/}" "$here/$c.c" || return 1
	done
	! is_new "$work/text" "$here/work/text.pl" ||
		perl "$here/work/text.pl" 24576 >"$work/text" || return 1
	head -c $((scale * 160))K "$work/text" >"$work/text-xz"
	head -c $((scale * 2400))K "$work/text" >"$work/text-gzip"
	sed "s/@SCALE@/$((scale * 30000))/" "$here/work/work.sql" >"$work/sql"
}

# shell_loop COMMAND N: a script that does it N times.
shell_loop() {
	echo "i=0; while [ \$i -lt $2 ]; do $1; i=\$((i + 1)); done"
}

# command_of NAME: sets cmd to the program's command line, or returns 1 when it is not installed.
# Compilers have one size only: what is measured is one that runs for a second or two.
command_of() {
	local source=$here/work
	case $1 in
	sqlite3) cmd=(sqlite3 -init "$work/sql" :memory: .quit) ;;
	xz) cmd=(xz -6 -T1 -c "$work/text-xz") ;;
	gzip) cmd=(gzip -6 -c "$work/text-gzip") ;;
	python3) cmd=("$python" "$source/work.py" $((scale * 12))) ;;
	perl) cmd=(perl "$source/work.pl" $((scale * 10))) ;;
	cc1) cmd=("$("$cc" -print-prog-name=cc1)" -quiet -O2 "$source/compiled.c" -o -) ;;
	g++ | clang++) cmd=("$1" -std=c++17 -O1 -S "$source/work.cc" -o -) ;;
	rustc)
		# Not the link of the name that finds the compiler.
		cmd=("$(rustc --print sysroot 2>/dev/null)/bin/rustc" --edition 2021 -O
			-C codegen-units=1 --emit asm -o "$work/work.rs.s" "$source/work.rs") ;;
	ocamlopt)
		perl "$source/ocaml.pl" 150 >"$work/trees.ml" || return 1
		cmd=(ocamlopt -c "$work/trees.ml") ;;
	make)
		# Of this project itself. The folder is made anew each time, by make -B.
		cmd=(make -B -s -j2 -C "$top" "BUILD=$work/make" CC="$cc" "$work/make/libpmc.a") ;;
	spawn) cmd=(sh -c "$(shell_loop /bin/true $((scale * 20)))") ;;
	fork) cmd=(sh -c "$(shell_loop '(:)' $((scale * 100)))") ;;
	php-jit)
		cmd=(php -d opcache.enable_cli=1 -d opcache.jit_buffer_size=64M
			-d opcache.jit=tracing "$source/work.php" $((scale * 3))) ;;
	erlang)
		! is_new "$work/work.beam" "$source/work.erl" ||
			(cd "$work" && erlc "$source/work.erl") || return 1
		cmd=(erl -noshell -pa "$work" -s work main $((scale * 3)) -s init stop) ;;
	java)
		! is_new "$work/Work.class" "$source/Work.java" ||
			javac -d "$work" "$source/Work.java" || return 1
		cmd=(java -cp "$work" Work $((scale * 6))) ;;
	node) cmd=(node "$source/work.js" $((scale * 6))) ;;
	ruby) cmd=(ruby "$source/work.rb" $((scale * 3))) ;;
	octave) cmd=(octave-cli -qf "$source/work.m" $((scale * 6))) ;;
	numpy)
		"$python" -c 'import numpy' 2>/dev/null || return 1
		cmd=("$python" "$source/arrays.py" $((scale * 30))) ;;
	chromium)
		"$python" "$source/page.py" >"$work/page.html"
		cmd=(chromium --headless --no-sandbox --disable-gpu --dump-dom
			"file://$work/page.html") ;;
	matrix-rows) cmd=("$work/matrix" rows 2000 $((scale * 40))) ;;
	matrix-columns) cmd=("$work/matrix" columns 2000 $((scale * 8))) ;;
	*) echo "${0##*/}: no program \"$1\" (there are: ${all[*]} ${by_name[*]})" >&2; exit 2 ;;
	esac
	cmd[0]=$(command -v "${cmd[0]}") || return 1
}

# Which time of the program is compared: of most, that of its own code.
time_of() {
	case $1 in
	spawn | fork | chromium) echo cpu ;; # user and system
	make) echo wall ;;
	*) echo user ;;
	esac
}
