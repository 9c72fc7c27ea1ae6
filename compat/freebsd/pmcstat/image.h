/* SPDX-License-Identifier: BSD-2-Clause */
/* Images: the files that processes run code of, and the names of their functions. */
#ifndef COMPAT_FREEBSD_PMCSTAT_IMAGE_H
#define COMPAT_FREEBSD_PMCSTAT_IMAGE_H

#include <stddef.h>
#include <stdint.h>

struct image {
	char *path;
	/* Of its first segment of code: the page where it begins, and how many bytes of pages it
	 * has. 0 and UINT64_MAX: the file cannot be read. */
	uint64_t text, size;
	int object; /* among libpmc's symbols; -1: none; -2: nobody has asked yet */
};

/* Where files are looked up: "" or a folder. Once, before the first image. */
void image_root(const char *root);
/* The image of a file, always the same. */
struct image *image_open(const char *path);
/*
 * The function at an address of the file, and where it begins; NULL: unknown. A message says once
 * for each file that it has no names.
 */
const char *image_function(struct image *image, uint64_t address, uint64_t *start);

#endif
