#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/emu/model_test.sh with more programs, and on more machines.
# tests/run: time=1800
MODEL=all exec bash "$(dirname "$0")/../emu/model_test.sh"
