/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The next image of the engine, which runs the program.
 */
#ifndef PMC_EMU_EXEC_NEXT_IMAGE_H
#define PMC_EMU_EXEC_NEXT_IMAGE_H

struct request;

/* Executes the engine for the program that is open at fd. Returns -errno when it has failed. */
long next_image_exec(const struct request *r, const char *path, int fd);

#endif
