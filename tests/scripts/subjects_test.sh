#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-subjects: the commits of this tree pass, and each violation, made in a small
# repository, is caught.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

out=$(scripts/check-subjects 2>&1)
is "$?" 0 "the subjects of this tree's commits"
case $out in
'# '*) skip "${out#??}" ;;
*) is "$out" "" "it prints nothing else" || : ;;
esac

export GIT_CONFIG_NOSYSTEM=1 HOME=$TMP GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
repository() { # a repository whose first commit is the one that is named
	rm -rf "$TMP/r"
	mkdir -p "$TMP/r/scripts"
	git -C "$TMP/r" init -q
	git -C "$TMP/r" commit -q --allow-empty -m 'Anything. Before the first, no rule holds'
	printf '# since\n%s the first\n' \
		"$(git -C "$TMP/r" rev-parse HEAD)" >"$TMP/r/scripts/subjects-since"
}
commit() {
	git -C "$TMP/r" commit -q --allow-empty -m "$1" -m \
		"The body is free. It may have long lines and capitals: $(printf '%80s' x)"
}
passes() { # SUBJECT
	repository
	commit "$1"
	is "$(scripts/check-subjects "$TMP/r")" "" "passes: $1"
}
caught() { # SUBJECT PATTERN NAME
	local out
	repository
	commit "$1"
	commit 'lib: follow with one that passes'
	if out=$(scripts/check-subjects "$TMP/r" 2>&1); then
		fail "$3: not caught"
	else
		like "$out" "^[0-9a-f]+: $2"$'[^\n]*$' "$3"
	fi
}

passes 'core/encode: refuse two events on one ESCR'
passes 'tests, bench: format the sources as .clang-format says'
passes 'README: say everything in plain sentences'
passes "lib: $(printf '%067d' 0)"
caught "lib: $(printf '%068d' 0)" '73 columns: lib: 0' "73 columns"
caught 'Refuse two events' "no 'area: '" "no area"
caught 'lib: refuse two events.' 'a full stop' "a full stop"
caught 'lib: added a check' 'not imperative: lib: added' "the past tense"
caught 'lib: adds a check' 'not imperative' "the third person"
caught 'lib: Refuse two events' 'the words after the area begin with a capital' "a capital"

repository
rm "$TMP/r/scripts/subjects-since"
like "$(scripts/check-subjects "$TMP/r")" '^# commits are not checked' "a tree without that file"
repository
git -C "$TMP/r" commit -q --amend --allow-empty -m other
commit 'Whatever.'
like "$(scripts/check-subjects "$TMP/r")" '^# commits are not checked' \
	"a history without the commit is not checked"
mkdir "$TMP/plain"
like "$(GIT_CEILING_DIRECTORIES=$TMP scripts/check-subjects "$TMP/plain")" \
	'^# commits are not checked' "nor is a tree without git"
finish
