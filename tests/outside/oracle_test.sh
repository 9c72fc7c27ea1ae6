#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/emu/oracle_test.sh with all of its programs, also those with a million instructions.
# tests/run: time=1800
ORACLE=all exec bash "$(dirname "$0")/../emu/oracle_test.sh"
