#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/guest/counts_test.sh on all machines, those that differ in little included.
# tests/run: time=1800
COUNTS=all exec bash "$(dirname "$0")/../guest/counts_test.sh"
