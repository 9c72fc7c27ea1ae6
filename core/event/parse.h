/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The event string: what a user types after -e becomes an array of struct event.
 *
 * 	events    = item { "," item }
 * 	item      = event | "{" event { "," event } "}" [ ":" modifiers ]
 * 	event     = name [ ":" modifiers ]                          generic, or of a catalogue
 * 	          | [ model "::" ] name { "." unit-mask } { ":" unit-mask } [ ":" modifiers ]
 * 	          | "r" hex [ ":" modifiers ]
 * 	          | pmu "/" term { "," term } "/" [ ":" ] [ modifiers ]
 * 	term      = name | name "=" ( decimal | "0x" hex | word | "'" text "'" )
 * 	modifiers = section { ":" section }
 * 	section   = { letter } [ "c=" N ] | word | "from=" name { "+" unit-mask }
 * 	letter    = "u" | "k" | "h" | "G" | "H" | "p" | "P" | "D" | "I" | "W" | "e" | "i" | "t"
 * 	word      = "intx" | "intxcp" | "t1" | "force_ovf" | "ovf_pmi_t0" | "ovf_pmi_t1" | "cascade"
 * 	            | "ext_cascade" | "active=" ( "none" | "single" | "both" | "any" )
 *
 * The grammar and the letters are perf's, except that e, i and c=N are the PERFEVTSEL fields edge,
 * invert and counter mask. (perf's e, exclusive, does not exist here: an event cannot reserve a
 * whole PMU.) t is AnyThread. The words are further fields of select registers, all but the first
 * two of a Pentium 4. from= names the event that tags the micro-ops that an event at retirement
 * counts. Blanks around events, commas and braces are skipped. The modifiers of a group are added
 * to those of each member: {cycles:u,instructions}:k counts cycles in both rings.
 *
 * Names of events may have dots themselves; the longest name that the catalogue has is taken.
 *
 * Nothing is allocated, and nothing is kept: the text stays the caller's, and results point into it
 * by offset.
 */
#ifndef PMC_CORE_PARSE_H
#define PMC_CORE_PARSE_H

#include "core/base/diag.h"
#include "core/event/event.h"

struct catalogues;

/*
 * Parses text[0, len). *n is the size of events[] on entry and the number of events after success;
 * events[] is overwritten in every case. cats may be NULL. Offsets in the results are into text.
 * Returns 0, or with the diagnostic filled in -PMC_CORE_EINVAL, or -PMC_CORE_ENOSPC when there are
 * more than *n events.
 */
int pmc_event_parse(const char *text, size_t len, const struct catalogues *cats,
		    struct event *events, u32 *n, struct diag *diag);

/* The longest text that is parsed; longer ones are refused. */
#define EVENT_TEXT_MAX 65535u

#endif
