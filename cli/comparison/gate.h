/* SPDX-License-Identifier: BSD-2-Clause */
/* The conditions of all --fail-if together: which events they need, and which of them hold. */
#ifndef PMC_CLI_COMPARISON_GATE_H
#define PMC_CLI_COMPARISON_GATE_H

#include <stdbool.h>
#include <stddef.h>

struct comparison;
struct condition;
struct option_list;
struct result;

struct gate {
	size_t n;
	struct condition *condition;
};

/* Reads the arguments of --fail-if. Returns 0, or an exit status after a complaint. */
int gate_init(struct gate *gate, const struct option_list *options);
void gate_deinit(struct gate *gate);

/* Is there a condition about a change? It needs a result to compare with. */
bool gate_needs_before(const struct gate *gate);

/*
 * Complains about each event of the conditions that the result does not have, before anything is
 * counted. Returns 0 or an exit status.
 */
int gate_check(const struct gate *gate, const struct result *result);

enum gate_outcome {
	GATE_PASSED,  /* the condition does not hold */
	GATE_FAILED,  /* it holds */
	GATE_UNKNOWN, /* there is nothing to judge it by */
};

#define GATE_SENTENCE 1400 /* room for every sentence about a condition */

/* Judges condition number `index`, and writes what happened as a sentence. */
enum gate_outcome gate_judge(const struct gate *gate, size_t index,
			     const struct comparison *comparison, char sentence[GATE_SENTENCE]);

/*
 * Complains about each condition that holds or that cannot be judged. Returns the exit status: 0, 1
 * when one holds, or else 125 when one cannot be judged.
 */
int gate_status(const struct gate *gate, const struct comparison *comparison);

#endif
