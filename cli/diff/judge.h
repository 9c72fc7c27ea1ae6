/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The conditions of --fail-if. They are those of pmc compare; their names are events, which stand
 * for the whole profile, or functions, whose counts are those of the first event that is compared.
 */
#ifndef PMC_CLI_DIFF_JUDGE_H
#define PMC_CLI_DIFF_JUDGE_H

struct changes;
struct gate;

/*
 * Complains about each condition that holds, or that names what neither profile has. Returns the
 * exit status: 0, 1 when one holds, or else 125.
 */
int judge_changes(const struct gate *gate, struct changes *changes);

#endif
