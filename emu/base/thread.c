// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The list of the blocks of all threads. */
#include "emu/base/thread.h"

struct thread *threads_first;
volatile u32 threads_lock;
u32 threads_count;
