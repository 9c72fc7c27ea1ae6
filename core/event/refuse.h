/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The sentences with which the parser refuses an event string. Each names the token and its column,
 * and says what would be right. They return -PMC_CORE_EINVAL.
 */
#ifndef PMC_CORE_EVENT_REFUSE_H
#define PMC_CORE_EVENT_REFUSE_H

#include "core/event/scanner.h"

struct catalogue;

/* Ends a sentence about modifiers. */
#define MODIFIERS_ARE                                                                              \
	"; the modifiers are u k h (rings), G H (guest, host), p pp ppp P (precise), D (pinned), " \
	"I (not while idle), W (weak group), e (edge), i (invert), c=N (counter mask), "           \
	"t (both threads), intx, intxcp, counter=N, general, fixed (which counter), and on a "     \
	"Pentium 4 t1, active=, force_ovf, ovf_pmi_t0, ovf_pmi_t1, cascade, ext_cascade, from="

/* About a token: "before" alone when after is NULL, else "before 'token' after". */
int parse_refuse(struct parser *p, struct span token, const char *before, const char *after);
/* Where an event should stand and there is none. */
int parse_refuse_missing(struct parser *p);
/*
 * A name that no event has (no event of `only`, if given). The sentence also mentions tracepoints
 * if the name and what follows it look like one.
 */
int parse_refuse_unknown(struct parser *p, struct span name, const struct catalogue *only);
/* A tracepoint of Linux, "subsystem:event"; `subsystem` stands in front of the colon. */
int parse_refuse_tracepoint(struct parser *p, struct span subsystem);
/* "model::" of which the parser has no catalogue. */
int parse_refuse_model(struct parser *p, struct span model);
/* A section that is neither a unit mask of the event nor modifiers. */
int parse_refuse_section(struct parser *p, const struct event *ev, struct span section);

#endif
