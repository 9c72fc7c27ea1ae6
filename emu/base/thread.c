// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The list of the blocks of all threads. */
#include "emu/base/thread.h"

FORKED struct thread *threads_first;
FORKED volatile u32 threads_lock;
FORKED u32 threads_count;
