#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What of the engine a fork writes, page by page. A page that a parent or its child writes after a
# fork is copied, and then the child maps its copy alone, which /proc/PID/pagemap tells. The sixth
# child of a shell that begins one after the other does what those before it did, so that nothing is
# translated for it, and stops in the middle.
# tests/run: parallel time=180
. "$(dirname "$0")/../tap.sh"

cat >"$TMP/forks.py" <<'END'
import os, subprocess
SHELL = "i=0; while [ $i -lt %d ]; do (echo; read x); i=$((i+1)); done; :"

def only_child(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
        return int(f.read().split()[0])

class Shell:
    """A shell whose last fork is there, and waits."""
    def __init__(self, by, forks):
        r, self.w = os.pipe()
        self.process = subprocess.Popen(by + ["sh", "-c", SHELL % forks], stdin=r,
                                        stdout=subprocess.PIPE)
        for i in range(forks):
            if i:
                os.write(self.w, b"\n")
            self.process.stdout.readline()
        self.pid = only_child(self.process.pid) if by else self.process.pid
        self.last = only_child(self.pid)

    def end(self):
        os.write(self.w, b"\n")
        self.process.wait()
END
cat >"$TMP/pages" <<'END'
import struct, sys
from forks import Shell

def copied(pid):
    """Lines 'KIND PAGES': pages of a process that it maps alone and that are no file's."""
    found, before, code_end = {}, "", 0
    with open("/proc/%d/maps" % pid) as maps, open("/proc/%d/pagemap" % pid, "rb") as pagemap:
        for line in maps:
            fields = line.split()
            start, end = (int(word, 16) for word in fields[0].split("-"))
            name = fields[5] if len(fields) > 5 else ""
            if start >> 47:
                continue
            pagemap.seek(start // 4096 * 8)
            data = pagemap.read((end - start) // 4096 * 8)
            n = sum(1 for (e,) in struct.iter_unpack("<Q", data)
                    if e >> 63 and e >> 56 & 1 and not e >> 61 & 1)
            if fields[1] == "rwxp":
                kind, code_end = "cache", end
            elif start == code_end or not name and before == "cache":
                kind = "cache"
            elif name.endswith("/pmc-emu"):
                kind = "file"
            elif not name and before == "file":
                kind = "zero"
            else:
                kind = "other"
            before = kind
            found[kind] = found.get(kind, 0) + n
    return found

shell = Shell(sys.argv[1:], 6)
while open("/proc/%d/syscall" % shell.last).read().split()[0] != "0":  # read(2)
    pass
found = copied(shell.last)
print(" ".join("%s=%d" % (kind, found.get(kind, 0))
               for kind in ("file", "zero", "cache", "other")))
shell.end()
END

python3 -c 'open("/proc/self/pagemap", "rb").read(8)' 2>/dev/null ||
	skip_all "/proc/PID/pagemap cannot be read here"

# pages KIND COMMAND...: the least of three runs, since a run may learn something in its last child
pages() {
	local kind=$1
	shift
	for _ in 1 2 3; do
		python3 "$TMP/pages" "$@" | grep -o "$kind=[0-9]*"
	done | sort -t = -k 2n | head -n 1
}
# What it would be if a child stopped before its fork, or if the pages were not told.
native=$(pages other)
like "$native" 'other=([5-9]|[1-9][0-9])$' "natively a fork copies some pages"
by=("$PMC" stat --no-cache -o "$TMP/report" --)
is "$(pages file "${by[@]}")" file=1 "FORKED variables, written by each fork, lie in one page"
is "$(pages zero "${by[@]}")" zero=0 "and a fork writes no page of others"
is "$(pages cache "${by[@]}")" cache=0 "a child that goes where others went translates nothing"
emulated=$(pages other "${by[@]}")
ok "of what else there is it writes at most four pages more than natively ($native, $emulated)" \
	test "${emulated#*=}" -le $((${native#*=} + 4))

# Children tell which pages they write, and later ones find them copied.
copied=$BUILD/tests/emu/prog/copied
is "$("$copied" | xargs)" "0 0 0 0 0 0 0 0 0 blocks" "natively a page is copied when it is written"
is "$("${by[@]}" "$copied" | tail -n 6 | xargs)" "8 8 8 8 8 0 blocks" \
	"children find pages copied that earlier ones wrote, but no shared memory in their place"

# How many large pages a shell has that forks again and again (emu/syscall/dense.h), and its child.
cat >"$TMP/large" <<'END'
import mmap, sys
from forks import Shell
MADV_COLLAPSE = 25

def large(pid):
    with open("/proc/%s/smaps" % pid) as f:
        return sum(int(line.split()[1]) for line in f if line.startswith("AnonHugePages")) // 2048

room = mmap.mmap(-1, 4 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
room.write(bytes(4 << 20))
try:
    room.madvise(MADV_COLLAPSE)
except OSError:  # before Linux 6.1
    sys.exit()
if not large("self"):
    sys.exit()
shell = Shell(sys.argv[1:], 70)
print(large(shell.pid), large(shell.last))
shell.end()
END
large=$(python3 "$TMP/large" "${by[@]}")
if [ -z "$large" ]; then
	skip "no large pages are to be had here"
else
	like "$large" '([5-9]|[1-9][0-9]) ([5-9]|[1-9][0-9])$' \
		"a shell that forks often has large pages, and so have its children"
fi

# Those that this shell's forks do not write.
read -r address size < <(readelf -SW "$BUILD/pmc-emu" | sed -n 's/^.* \.data  *PROGBITS *//p' |
	awk '{ print $1, $3 }')
is $((0x$address / 4096)) $(((0x$address + 0x$size - 1) / 4096)) ".data lies within a page"
finish
