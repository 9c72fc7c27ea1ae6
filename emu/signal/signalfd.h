/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which signals a descriptor of the program reads.
 */
#ifndef PMC_EMU_SIGNAL_SIGNALFD_H
#define PMC_EMU_SIGNAL_SIGNALFD_H

#include "emu/base/types.h"

/* The signals of a signalfd; 0 for other descriptors. */
u64 signalfd_set(int fd);
/* Those of all signalfds in an epoll set. */
u64 signalfd_set_of_epoll(int fd);

#endif
