/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of comparisons as people read them: with a comma between groups of three digits. */
#ifndef PMC_CLI_COMPARISON_NUMBER_H
#define PMC_CLI_COMPARISON_NUMBER_H

struct change;
struct sample;

#define NUMBER_TEXT 64 /* room for every number */

/* The mean times the scale. A mean without a fraction is written with all its digits. */
void number_mean(char text[NUMBER_TEXT], const struct sample *sample, double scale);
/* The difference times the scale, with its sign. */
void number_difference(char text[NUMBER_TEXT], const struct change *change, double scale);
/* "+1.00 %"; "from 0" when there is no percentage. */
void number_percent(char text[NUMBER_TEXT], const struct change *change);
/* "0.52" for a spread in percent of the mean. */
void number_spread(char text[NUMBER_TEXT], const struct sample *sample);

#endif
