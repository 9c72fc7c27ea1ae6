#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The examples for CI do what they promise: their shell steps, read out of the YAML, run in a real
# repository. A change that costs nothing passes, and so does one that saves; one that costs more
# than the limit fails, and the output says what and by how much.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

python3 -c 'import yaml' 2>/dev/null || skip_all "python3-yaml is not installed"
command -v git >/dev/null || skip_all "git is not installed"
unset "${!GIT_@}"
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a \
	GIT_COMMITTER_EMAIL=a@b

# ---- A repository with a program ----
mkdir -p "$TMP/repo"
cd "$TMP/repo" || exit 1
git init -q -b main .
printf 'program: program.c\n\tgcc -O1 -o $@ $<\n' >Makefile
echo program >.gitignore
program() { # LOOPS
	cat >program.c <<-C
		int main(void)
		{
			for (volatile int i = 0; i < $1; i++)
				;
			return 0;
		}
	C
}
program 1000000
git add . && git commit -qm one
branch() { # NAME LOOPS
	git checkout -qb "$1" main
	program "$2"
	echo "$1" >notes
	git add . && git commit -qm "$1"
}
branch same 1000000
branch slower 1050000
branch faster 900000
branch slightly 1005000
git checkout -q main

# ---- GitHub ----
# steps: each step's shell text as one base64 word per line; steps that use an action have none.
steps() {
	python3 - "$TOP/examples/ci/github.yml" <<'P'
import base64, sys, yaml
work = yaml.safe_load(open(sys.argv[1]))
# YAML 1.1 reads the key `on` as true.
assert (work.get("on") or work.get(True)) == "pull_request"
for job in work["jobs"].values():
    for step in job["steps"]:
        if "run" in step:
            print(base64.b64encode(step["run"].encode()).decode())
P
}
# github BRANCH: the steps as a runner executes them: bash -e, PATH from GITHUB_PATH
github() {
	local step text path=$PATH
	cd "$TMP" && rm -rf runner clone && mkdir runner
	git clone -q "$TMP/repo" "$TMP/clone" && cd "$TMP/clone" || return 99
	git checkout -q "$1"
	: >"$TMP/runner/path"
	for step in $(steps); do
		text=$(base64 -d <<<"$step")
		PATH=$path RUNNER_TEMP=$TMP/runner GITHUB_PATH=$TMP/runner/path \
			GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY=$TMP/runner/summary \
			PMC_ARCHIVE=file://$TMP/pmc.tar.gz \
			bash -e -o pipefail -c "$text" || return
		path=$(tac "$TMP/runner/path" | tr '\n' :)$PATH
	done
}
# The archive, laid out as `make dist-static` lays it out.
mkdir -p "$TMP/pmc-archive"
cp "$BUILD/pmc" "$BUILD/pmc-emu" "$TMP/pmc-archive"
tar -C "$TMP" -czf "$TMP/pmc.tar.gz" pmc-archive
if command -v curl >/dev/null; then
	for branch in same faster slightly; do
		out=$(github $branch 2>&1)
		is "$?" 0 "GitHub: $branch passes" || note "$out"
	done
	like "$(cat "$TMP/runner/summary")" '\|.*instructions:u.*\|' \
		"GitHub: the summary has a table in Markdown"
	out=$(github slower 2>&1)
	is "$?" 1 "GitHub: slower fails"
	like "$out" 'instructions:u.*\+1%' "GitHub: it says which limit" || note "$out"
	like "$(cat "$TMP/runner/summary")" 'instructions:u' "GitHub: and the summary is there"
else
	skip "curl is not installed" 7
fi

# ---- GitLab ----
# The source of pmc is a stand-in that has its Makefile's effect without the minutes of compiling.
mkdir "$TMP/source"
cd "$TMP/source" || exit 1
git init -q -b main .
printf 'all:\n\tmkdir -p build && cp "%s" "%s" build\n' "$BUILD/pmc" "$BUILD/pmc-emu" >Makefile
git add . && git commit -qm one
script() { # KEY...: the lines of the job
	python3 - "$TOP/examples/ci/gitlab.yml" "$@" <<'P'
import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))["instructions"]
assert job["image"] and job["artifacts"]["paths"] == ["counts.json"]
print("\n".join(line for key in sys.argv[2:] for line in job[key]))
P
}
# gitlab BRANCH: the lines as a runner executes them, one shell with -e; apt-get does nothing here
gitlab() {
	cd "$TMP" && rm -rf clone
	git clone -q "$TMP/repo" "$TMP/clone" && cd "$TMP/clone" || return 99
	git checkout -q "$1"
	[ ! -e "$TMP/baseline.json" ] || { mkdir perf && cp "$TMP/baseline.json" perf; }
	PMC_SOURCE=$TMP/source bash -e -o pipefail -c "apt-get() { :; }
$(script before_script script | sed "s,/tmp/pmc,$TMP/gitlab-pmc.$BASHPID,g")"
}
gitlab main >/dev/null 2>&1
ok "GitLab: without a baseline, what was counted is the artifact" test -s "$TMP/clone/counts.json"
mv "$TMP/clone/counts.json" "$TMP/baseline.json"
for branch in main same faster slightly; do
	out=$(gitlab $branch 2>&1)
	is "$?" 0 "GitLab: $branch passes" || note "$out"
done
out=$(gitlab slower 2>&1)
is "$?" 1 "GitLab: slower fails"
like "$out" 'instructions:u.*\+1%' "GitLab: it says which limit" || note "$out"
ok "GitLab: and the artifact is there" test -s "$TMP/clone/counts.json"
finish
