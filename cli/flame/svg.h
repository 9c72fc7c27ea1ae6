/* SPDX-License-Identifier: BSD-2-Clause */
/* A flame graph as a picture in SVG, without a script: any viewer shows it. */
#ifndef PMC_CLI_FLAME_SVG_H
#define PMC_CLI_FLAME_SVG_H

#include <stdio.h>

struct flame;

/*
 * title: what it is of; unit: the name of the event that is shown, which is the first. With two
 * sides widths are those of the second, and shades say how much more or less it is than the first.
 */
void svg_print(FILE *out, const struct flame *flame, const char *title, const char *unit);

#endif
