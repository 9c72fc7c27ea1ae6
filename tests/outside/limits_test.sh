#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/emu/limits_test.sh with all of its programs and values.
# tests/run: time=3600
LIMITS=all exec bash "$(dirname "$0")/../emu/limits_test.sh"
