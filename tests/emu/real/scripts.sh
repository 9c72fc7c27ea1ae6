# SPDX-License-Identifier: BSD-2-Clause
# Does what shell scripts do: pipelines, traps, background jobs, here documents, process
# substitution.
set -u
trap 'echo "exit $?"' EXIT
trap 'echo usr1' USR1
trap 'echo term; exit 5' TERM
seq 1 2000 | awk '{ s += $1 } END { print s }' | tr 0-9 a-j | tee copy | rev
cat copy
kill -USR1 $$
(echo in a subshell; exit 3); echo "subshell $?"
x=$(echo one; echo two | sed 's/o/0/g'); echo "$x"
# (Wait until the child has dropped the traps; before that, chance decides whose trap runs, natively
# too.)
(trap - TERM EXIT; echo >ready; exec sleep 100) & job=$!
until [ -s ready ]; do sleep 0.01; done
kill $job; wait $job; echo "job $?"
for i in 1 2 3 4 5; do (sleep 0.0$i; echo "done $i" >>log) & done
wait
sort log
diff <(printf '%s\n' a b c) <(printf '%s\n' a x c)
cat <<END | while read -r a b; do echo "$b-$a"; done
first $((1 << 10))
second ${#x}
END
false | true; echo "${PIPESTATUS[@]}"
yes | head -1000 | uniq -c
mkfifo pipe; (echo through >pipe) & cat pipe; wait
exec 7>&1; echo on seven >&7; exec 7>&-
find . -name 'l*' -o -name 'c*' | sort | xargs -n1 basename
(trap '' INT; kill -INT $BASHPID; echo survived)
bash -c 'kill -SEGV $$'; echo "segv $?"
bash -c 'ulimit -c 0; kill -ABRT $$'; echo "abort $?"
coproc { read -r line; echo "co $line"; }
echo hello >&"${COPROC[1]}"; read -r answer <&"${COPROC[0]}"; echo "$answer"
printf '%s\n' {9..1} | sort -n | paste -sd+ | bc 2>/dev/null || echo no bc
kill -TERM $$
echo not reached
