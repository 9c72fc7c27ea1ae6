/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Heritages that are kept between runs, as files of the user's cache: libpmc lays them on the shelf
 * and takes new ones from there (lib/backends/emulated/kept/), so the engine has to do with their
 * bytes alone. A file may change at any time, and what is in it may be damaged. So it is copied to
 * memory that nobody can change, and its sum is that of the copy.
 */
#ifndef PMC_EMU_KEPT_H
#define PMC_EMU_KEPT_H

#include "emu/launch.h"

/* Copies a heritage that is a file, and lays the copy on the shelf in its place; one that is
 * damaged goes. Closes fd. Returns the copy's descriptor, or -1. */
int kept_copy(int fd, struct emu_shelf_entry *e);

#endif
