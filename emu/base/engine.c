// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The state of the engine in this process. */
#include "emu/base/engine.h"

static char exe[ENGINE_EXE];

FORKED struct engine engine = { .exe = exe };
