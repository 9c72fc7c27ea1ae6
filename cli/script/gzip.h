/* SPDX-License-Identifier: BSD-2-Clause */
/* The form of gzip (RFC 1952), with blocks that are stored as they are. */
#ifndef PMC_CLI_SCRIPT_GZIP_H
#define PMC_CLI_SCRIPT_GZIP_H

#include <stddef.h>
#include <stdio.h>

void gzip_write(FILE *out, const unsigned char *data, size_t n);

#endif
