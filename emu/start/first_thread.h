/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The first thread of an image.
 */
#ifndef PMC_EMU_FIRST_THREAD_H
#define PMC_EMU_FIRST_THREAD_H

struct image;

/* Begins to run the loaded program, translated, or natively under EMU_F_NATIVE. */
_Noreturn void first_thread_run(const struct image *img);

#endif
