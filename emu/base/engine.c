// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The state of the engine in this process. */
#include "emu/base/engine.h"

struct engine engine;
