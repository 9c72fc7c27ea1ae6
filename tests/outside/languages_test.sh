#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs of many languages, by compilers, interpreters and JITs, and the compilers themselves:
# under "pmc stat" (twice: translations are kept) and "pmc record" they print what they print
# natively, and end with the same status; and the profile's sum is what its header says. Whatever
# is not installed is skipped. Debian's packages: chezscheme clisp ecl emacs-nox ffmpeg gdc ghc
# gnat gnucobol4 guile-3.0 imagemagick ldc luajit mono-mcs pypy3 r-base-core racket sbcl
# swi-prolog-nox tcl.
# tests/run: time=1800
. "$(dirname "$0")/../tap.sh"
sources=$TOP/tests/outside/languages
mkdir "$TMP/work" && cp "$sources"/* "$TMP/work" && cd "$TMP/work" || exit 1

# run NAME COMMAND...: what it prints and how it ends, at NAME
run() {
	timeout 300 "${@:2}" >"$TMP/$1" 2>"$TMP/err" </dev/null
	echo "status $?" >>"$TMP/$1"
}
# total: what the profile's header says
total() {
	"$PMC" report -i "$TMP/data" |
		sed -n 's/^# instructions:u: \([0-9,]*\), in .*/\1/p' | tr -d ,
}
# same COMMAND...
same() {
	local counted=("$PMC" stat --backend emulated -e instructions -o "$TMP/stat" --)

	if ! command -v "$1" >/dev/null; then
		skip "$*: not installed"
		return
	fi
	run native "$@"
	run counted "${counted[@]}" "$@"
	run again "${counted[@]}" "$@"
	run recorded "$PMC" record --backend emulated -q -o "$TMP/data" -- "$@"
	is "$(diff "$TMP/native" "$TMP/counted" | head -n 5)" "" "$*: counted"
	is "$(diff "$TMP/native" "$TMP/again" | head -n 5)" "" "$*: counted again"
	is "$(diff "$TMP/native" "$TMP/recorded" | head -n 5)" "" "$*: recorded"
	is "$("$PMC" script -i "$TMP/data" --to collapsed |
		awk '{ sum += $NF } END { printf "%.0f\n", sum }')" "$(total)" \
		"$*: the profile is whole"
}
# built COMPILER...: compiles under pmc, if the compiler is installed, and says what it said.
built() {
	if command -v "$1" >/dev/null; then
		ok "$* compiles" "$PMC" stat --backend emulated -e instructions -o "$TMP/stat" \
			-- "$@"
	else
		skip "$*: not installed"
	fi
}

built ghc -v0 -threaded -rtsopts -O threads.hs -o haskell
built mcs -out:threads.exe threads.cs
built ldc2 -O sort.d -of=sort-ldc
built gdc -O sort.d -o sort-gdc
built cobc -x sum.cob -o sum
built gnatmake -q tasks.adb
for program in "./haskell +RTS -N1" "./haskell +RTS -N2" "mono threads.exe" ./sort-ldc ./sort-gdc \
	./sum ./tasks "clisp lists.lisp" "ecl --shell lists.lisp" \
	"sbcl --noinform --no-userinit --load threads.sbcl --quit" \
	"Rscript matrix.R" "racket channels.rkt" "guile --no-auto-compile fibonacci.scm" \
	"scheme --script fibonacci.scm" "luajit ffi.lua" "luajit -joff ffi.lua" "pypy3 json.py" \
	"swipl threads.pro" "emacs --batch -l buffer.el" "tclsh sum.tcl"; do
	same $program
done
film=(-v error -f lavfi -i "testsrc=duration=1:size=160x120:rate=10")
same ffmpeg "${film[@]}" -c:v mpeg4 -f md5 -
same ffmpeg "${film[@]}" -vf scale=320:240 -f framemd5 -
same convert -size 80x60 gradient:red-blue -resize 150% -blur 2x2 txt:-

finish
