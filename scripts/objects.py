# SPDX-License-Identifier: BSD-2-Clause
"""What the sources of a tree become: the compiler's options for each file, and the object of each
source.

Objects come from a build folder where it has them and they are as new as their source. The others
are compiled here, into a folder that goes away. Objects of kernel/ exist only where a kernel's
headers are installed.
"""
import concurrent.futures
import glob
import os
import re
import shlex
import subprocess

TOPS = ("core", "abi", "json", "lib", "emu", "cli", "kernel", "include", "compat")
# A symbol that a folder does not define itself comes from one of these.
LINKED_WITH = {
    "core": ("core",),
    "abi": ("abi", "core"),
    "json": ("json",),
    "lib": ("lib", "json", "abi", "core"),
    "cli": ("cli", "json", "lib"),
    "compat": ("compat", "lib"),
    "emu": ("emu", "abi", "core"),
    "kernel": ("kernel", "abi", "core"),
}
PLAIN = ["-std=gnu11", "-I.", "-Iinclude", "-pthread"]
HOSTED = PLAIN + ['-DPMC_VERSION="0"']
FREESTANDING = ["-std=gnu11", "-ffreestanding", "-fno-builtin", "-I."]
# What Makefile finds on its own.
FOUND = [option for option, header in (("-DPMC_LIBDW", "elfutils/libdw.h"),
                                       ("-DPMC_ZYDIS", "Zydis/Zydis.h"))
         if os.path.exists("/usr/include/" + header)]
FLAGS = {"core": FREESTANDING, "abi": FREESTANDING + ["-Iinclude"], "emu": FREESTANDING,
         "json": HOSTED, "lib": HOSTED + FOUND,
         "cli": HOSTED, "include": HOSTED, "compat": PLAIN + ["-Icompat/freebsd/include"]}
# Programs that are run while building, each a source of its own.
TOOLS = ("lib/models/pfm/",)


def compiler():
    return shlex.split(os.environ.get("CC") or "gcc")


def files(endings, tops=TOPS):
    """The files below the top folders, sorted, with one of the endings."""
    found = []
    for top in tops:
        for folder, _, names in os.walk(top):
            found += [os.path.join(folder, n) for n in names if n.endswith(endings)]
    return sorted(found)


def top_of(path):
    return path.split("/")[0]


def in_parallel(function, items):
    """The function's results, in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(function, items))


def first_error(text):
    lines = text.strip().split("\n")
    return next((line for line in lines if re.search(r"error|fatal", line)), lines[0])


class Module:
    """A build of the kernel module: a tree of links to the sources with the objects beside them."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)

    @staticmethod
    def find(build, newest=None):
        """The newest build below the build folder that is as new as its sources, or None."""
        if newest is None:
            newest = max(map(os.path.getmtime, files((".c", ".h"), ("core", "abi", "kernel"))),
                         default=0)
        built = [m for m in glob.glob(os.path.join(build, "module", "*", "pmc.ko"))
                 if os.path.getmtime(m) >= newest and os.path.exists(Module.headers(m)) and
                 not os.path.exists(os.path.join(os.path.dirname(m), "united"))]
        return Module(os.path.dirname(max(built, key=os.path.getmtime))) if built else None

    @staticmethod
    def headers(built):
        """The folder of the headers that pmc.ko was built with."""
        return "/lib/modules/%s/build" % os.path.basename(os.path.dirname(built))

    @staticmethod
    def make(build):
        """Build the module for a kernel whose headers are installed; None where there are none."""
        kernels = sorted(glob.glob("/lib/modules/*/build/Makefile"))
        if not kernels or not os.path.exists("Makefile") or not os.path.exists("kernel/Kbuild"):
            return None
        release = kernels[0].split("/")[3]
        os.makedirs(build, exist_ok=True)
        # Tests that run at the same time build modules in this folder, too.
        run = subprocess.run(["flock", build, "make", "-s", "modules", "KERNEL=" + release,
                              "BUILD=" + build], capture_output=True)
        # What make left alone is older than a source that the module does not use.
        return Module.find(build, newest=0) if run.returncode == 0 else None

    def object(self, source):
        return os.path.join(self.folder, source[:-2] + ".o")

    def command(self, source):
        """How Kbuild compiled this source: the folder to be in, and the words up to -c."""
        path = os.path.join(self.folder, os.path.dirname(source), ".%s.o.cmd"
                            % os.path.basename(source)[:-2])
        with open(path) as f:
            line = f.readline()
        words = shlex.split(line.split(":=", 1)[1].split(" ; ")[0])
        words = [w for w in words[:words.index("-c")] if not w.startswith("-Wp,-MMD")]
        return os.path.realpath(self.headers(os.path.join(self.folder, "pmc.ko"))), words


class Objects:
    """The object of each source, and what did not compile."""

    def __init__(self, temporary, build=None, kernel=True):
        self.temporary, self.build = temporary, build
        self.errors, self.notes = [], []
        sources = [s for s in files((".c", ".S"), ("core", "abi", "json", "lib", "emu", "cli",
                                               "compat"))
                   if not s.startswith(TOOLS)]
        self.of = {s: o for s, o in zip(sources, in_parallel(self.object_of, sources)) if o}
        self.module = None
        if kernel and os.path.isdir("kernel"):
            self.add_kernel()

    def object_of(self, source):
        if self.build:
            built = os.path.join(self.build, "obj", source + ".o")
            if os.path.exists(built) and os.path.getmtime(built) >= os.path.getmtime(source):
                return built
        target = os.path.join(self.temporary, source.replace("/", "-") + ".o")
        run = subprocess.run([*compiler(), *FLAGS[top_of(source)], "-O1", "-w", "-c", source, "-o",
                              target],
                             capture_output=True, text=True)
        if run.returncode:
            self.errors.append("%s: does not compile: %s" % (source, first_error(run.stderr)))
            return None
        return target

    def add_kernel(self):
        if self.build:
            self.module = Module.find(self.build)
        if not self.module:
            self.module = Module.make(self.build or os.path.join(self.temporary, "build"))
        if not self.module:
            self.notes.append("kernel/ is checked without its objects: the module is not built, "
                              "and no kernel's headers are installed")
            return
        for source in files((".c",), ("kernel",)):
            built = self.module.object(source)
            if os.path.exists(built):
                self.of[source] = built

    def symbols(self):
        """Two dictionaries: source to the global names it defines, and to those it needs."""
        names = {path: (set(), set()) for path in self.of.values()}
        # One nm for all, because starting it costs more than what it does. -A names the object.
        run = subprocess.run(["nm", "-gA", *sorted(names)], capture_output=True, text=True)
        for line in run.stdout.splitlines():
            path, _, rest = line.partition(":")
            words = rest.split()
            if len(words) == 2 and words[0] in "Uwv":
                names[path][1].add(words[1])
            elif len(words) == 3 and words[1].isupper():
                names[path][0].add(words[2])
        return ({s: names[path][0] for s, path in self.of.items()},
                {s: names[path][1] for s, path in self.of.items()})
