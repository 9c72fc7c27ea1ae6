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
 * Pure: the text stays the caller's, results point into it by offset, nothing is allocated.
 */
#ifndef PMC_CORE_EVENT_H
#define PMC_CORE_EVENT_H

#include "core/base/diag.h"
#include "core/event/generic.h"

/* ---- Modifiers ---- */

#define MOD_USER    0x0001u /* u: only the rings that are named; none named: all of them */
#define MOD_KERNEL  0x0002u /* k */
#define MOD_HYPER   0x0004u /* h */
#define MOD_GUEST   0x0008u /* G */
#define MOD_HOST    0x0010u /* H */
#define MOD_PRECISE 0x0060u /* p, pp, ppp: 1 to 3 in these bits */
#define MOD_PRECISE_SHIFT 5
#define MOD_PRECISE_MAX 0x0080u /* P: the most precise there is */
#define MOD_PINNED  0x0100u /* D: always on a counter, or an error */
#define MOD_NO_IDLE 0x0200u /* I: not while the idle task runs */
#define MOD_WEAK    0x0400u /* W: a group that does not fit is counted as single events */
#define MOD_EDGE    0x0800u /* e */
#define MOD_INVERT  0x1000u /* i */
#define MOD_ANY_THREAD	0x2000u	/* t: both logical processors of the core */
#define MOD_IN_TX	0x4000u
#define MOD_IN_TXCP	0x8000u
#define MOD_T1		0x10000u /* Pentium 4 from here on: the second logical processor */
#define MOD_FORCE_OVF	0x20000u
#define MOD_OVF_PMI_T0	0x40000u
#define MOD_OVF_PMI_T1	0x80000u
#define MOD_CASCADE	0x100000u /* begins when the event before it overflows */
#define MOD_EXT_CASCADE	0x200000u
#define MOD_ACTIVE	0xc00000u /* the CCCR's active-thread field, plus one: 0 is "any" (3) */
#define MOD_ACTIVE_SHIFT 22
#define MOD_RINGS   (MOD_USER | MOD_KERNEL | MOD_HYPER)
#define MOD_LETTERS 0x3fffu /* those without a word of their own */
/* Of a counter's registers: nothing but a PMU can do it. */
#define MOD_OF_PMU  (MOD_EDGE | MOD_INVERT | 0xffe000u)

/* The letters that set one bit, in canonical order; p stands before P. X(letter, bit) */
#define EVENT_MODIFIERS(X)                                                                         \
	X('u', MOD_USER) X('k', MOD_KERNEL) X('h', MOD_HYPER) X('G', MOD_GUEST) X('H', MOD_HOST)   \
	X('P', MOD_PRECISE_MAX) X('D', MOD_PINNED) X('I', MOD_NO_IDLE) X('W', MOD_WEAK)            \
	X('e', MOD_EDGE) X('i', MOD_INVERT) X('t', MOD_ANY_THREAD)

/* Words, each a section of its own, in canonical order. X(word, bits) */
#define EVENT_WORDS(X)                                                                             \
	X("intx", MOD_IN_TX) X("intxcp", MOD_IN_TXCP) X("t1", MOD_T1)                              \
	X("active=none", 1u << MOD_ACTIVE_SHIFT) X("active=single", 2u << MOD_ACTIVE_SHIFT)        \
	X("active=both", 3u << MOD_ACTIVE_SHIFT) X("active=any", 0)                                \
	X("force_ovf", MOD_FORCE_OVF) X("ovf_pmi_t0", MOD_OVF_PMI_T0)                              \
	X("ovf_pmi_t1", MOD_OVF_PMI_T1) X("cascade", MOD_CASCADE)                                  \
	X("ext_cascade", MOD_EXT_CASCADE)

#define EVENT_WORD_ONE(word, bits) +1
enum { EVENT_WORDS_N = EVENT_WORDS(EVENT_WORD_ONE) };
extern const struct event_word {
	const char *word;
	u32 bits;
} pmc_event_words[EVENT_WORDS_N]; /* event_name.c */

/* ---- Catalogues ---- */

/*
 * The events of one PMU, as the parser needs to see them. A catalogue of any layout offers these
 * functions over its own rows; the parser asks in this order: generic names, raw, then every catalogue
 * (with "model::" only those of that model). Row and unit-mask numbers are the catalogue's; names are
 * compared without regard to case, as the manuals write them in capitals.
 */
struct catalogue {
	const char *model; /* "p6", "p4", "skx": what may stand before "::" */
	const char *title; /* for messages: "Pentium 4" */
	/* Name of row i, NULL past the end; "" for a row that this model has not. */
	const char *(*event)(const struct catalogue *c, u32 i);
	/* Name of unit mask j of row i, NULL past the end, "" as above. At most 64. */
	const char *(*umask)(const struct catalogue *c, u32 i, u32 j);
};

struct name_index;

struct catalogues {
	const struct catalogue *const *list;
	u32 n;
	const struct name_index *index; /* of list[0], which is the only one (index.h); or NULL */
};

/* ---- Results ---- */

/* A piece of the text. */
struct span {
	u32 at, len;
};

/* One term between the slashes of pmu/…/. */
struct event_term {
	struct span name;
	struct span value; /* without quotes; len 0: the bare name was given, which means 1 */
	bool is_number;	   /* number is value's (1 for a bare name) */
	u64 number;
};

#define EVENT_TERMS 12

/* Registers that no row of a catalogue explains, as pmc_decode() found them on a Pentium 4. */
struct event_p4 {
	bool given;
	u8 escr;	/* enum p4_escr */
	u32 value;	/* what it holds */
	u32 cccr;	/* without the ESCR's number */
	u32 pebs_enable, pebs_vert;
};

struct event {
	enum event_kind kind;
	u32 id;			  /* generic: struct event_row's id; model: row of the catalogue */
	const struct event_row *row;	 /* generic events; else NULL */
	const struct catalogue *catalogue; /* EVENT_MODEL; else NULL */
	u64 umasks;		  /* EVENT_MODEL: bit j: unit mask j was named */
	u64 raw;		  /* EVENT_RAW without pmu: rXXXX */
	u32 mods;		  /* MOD_…, the group's added */
	u8 cmask;		  /* c=N; 0: none */
	bool has_from;		  /* from=: the event of the same catalogue that tags what is counted */
	u32 from;		  /* … its row */
	u64 from_umasks;
	struct event_p4 p4;	  /* EVENT_RAW without text */
	s32 group;		  /* number of its group, from 0 on; -1 */
	struct span typed;	  /* all of it: name, terms and its own modifiers */
	struct span word;	  /* the name, or all from the PMU to the closing slash */
	struct span pmu;	  /* "cpu" of cpu/…/; len 0: none */
	struct span label;	  /* value of the term name=; len 0: none */
	u32 n_terms;		  /* terms other than name= */
	struct event_term term[EVENT_TERMS];
};

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

/*
 * The canonical spelling of an event's name, without modifiers: "branches" for "branch-instructions",
 * "r1c4" for "r01C4", "p4::uop_type:TAGLOADS". Written like snprintf: returns the length that all of it
 * has, terminates when size > 0.
 */
size_t pmc_event_name(const char *text, const struct event *event, char *buf, size_t size);
/* Its modifiers in canonical order, without colon before them: "ukpp", "u:t1:c=2"; "" for none. Where a
 * modifier alone would be read as a unit mask of the event, both rings are named too: "uke". */
size_t pmc_event_modifiers(const struct event *event, char *buf, size_t size);

#endif
