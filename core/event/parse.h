/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The event string: what a user types after -e becomes an array of struct event.
 *
 *	events    = item { "," item }
 *	item      = event | "{" event { "," event } "}" [ ":" modifiers ]
 *	event     = name [ ":" modifiers ]                          generic, or of a catalogue
 *	          | [ model "::" ] name { ":" unit-mask } [ ":" modifiers ]
 *	          | "r" hex [ ":" modifiers ]
 *	          | pmu "/" term { "," term } "/" [ ":" ] [ modifiers ]
 *	term      = name | name "=" ( decimal | "0x" hex | word | "'" text "'" )
 *	modifiers = section { ":" section }
 *	section   = { letter } [ "c=" N ] | word | "from=" name { "+" unit-mask }
 *	letter    = "u" | "k" | "h" | "G" | "H" | "p" | "P" | "D" | "I" | "W" | "e" | "i" | "t"
 *	word      = "intx" | "intxcp" | "t1" | "force_ovf" | "ovf_pmi_t0" | "ovf_pmi_t1" | "cascade"
 *	            | "ext_cascade" | "active=" ( "none" | "single" | "both" | "any" )
 *
 * The grammar and the letters are perf's; e, i and c=N are the PERFEVTSEL fields edge, invert and
 * counter mask (perf's e, exclusive, is not offered; nobody can use a PMU alone by asking for it in an
 * event). t is AnyThread. The words are further fields of select registers, all but the first two a
 * Pentium 4's; from= names the event that tags what an event at retirement counts. Blanks around events,
 * commas and braces are skipped. A group's modifiers are added to each member's own:
 * {cycles:u,instructions}:k counts cycles in both rings.
 *
 * Nothing is allocated, and nothing is kept: the text stays the caller's, and results point into it by offset.
 */
#ifndef PMC_CORE_PARSE_H
#define PMC_CORE_PARSE_H

#include "core/base/diag.h"
#include "core/event/event.h"

struct catalogues;

/*
 * Parse text[0, len). *n is the room in events[] on entry and the number of events after success;
 * events[] is scribbled on in every case. cats may be NULL. Offsets in the results are into text.
 * 0, -PMC_CORE_EINVAL with the diagnostic filled in, -PMC_CORE_ENOSPC (the same) when there are more
 * than *n events.
 */
int pmc_event_parse(const char *text, size_t len, const struct catalogues *cats,
		    struct event *events, u32 *n, struct diag *diag);

/* Longest text that is parsed; longer ones are refused. */
#define EVENT_TEXT_MAX 65535u

#endif
