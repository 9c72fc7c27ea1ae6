#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/emu/asm_test.sh with signals at more places.
# tests/run: time=900
ASM=all exec bash "$(dirname "$0")/../emu/asm_test.sh"
