#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Some of python's own test modules, natively and under the engine (see suite). The verdict of each
# test method is compared. The variable PYTHON names another python3 than the system's. CASES=words
# chooses some modules.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

python=${PYTHON:-/usr/bin/python3}
[ -x "$python" ] || skip_all "$python is missing"
"$python" -c 'import test.test_signal, test.libregrtest' 2>/dev/null ||
	skip_all "python's tests are missing (Debian's package libpython3.11-testsuite)"
version=$("$python" -c 'import platform; print(platform.python_version())')

# A host may offer vsock and never connect it: these tests then wait for ever.
left_out="-i *VSOCK*"
for module in signal threading threadsignals thread subprocess mmap ctypes faulthandler os posix \
	socket select selectors fork1 wait3 wait4 pty resource time multiprocessing_main_handling \
	multiprocessing_fork multiprocessing_spawn multiprocessing_forkserver; do
	printf 'test_%s\t-\t%s -m test -W --junit-xml @SCRATCH@/junit.xml %s test_%s\n' \
		$module "$python" "-u all,-gui,-urlfetch $left_out" $module
done >"$TMP/cases"
tests/outside/suite --version "$version" --time 600 python junit "$TMP/cases"
