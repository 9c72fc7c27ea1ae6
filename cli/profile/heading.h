/* SPDX-License-Identifier: BSD-2-Clause */
/* What every report says above its rows: what the counts are worth, and what they are of. */
#ifndef PMC_CLI_PROFILE_HEADING_H
#define PMC_CLI_PROFILE_HEADING_H

#include <stdint.h>
#include <stdio.h>

struct chosen_events;
struct pmc_profile_event;
struct subject;

#define HEADING_LINE 1200 /* room for every line */

typedef void heading_sayer(void *to, const char *line);

/* Each passes lines, without line breaks, to say(). `name` is the profile's file. */
void heading_say_profile(const struct subject *subject, const char *name,
			 const struct chosen_events *chosen, heading_sayer *say, void *to);
/* That counts are not time, unless all chosen events are. */
void heading_say_time(const struct subject *subject, const struct chosen_events *chosen,
		      heading_sayer *say, void *to);
void heading_say_events(const struct subject *subject, const struct chosen_events *chosen,
			heading_sayer *say, void *to);
void heading_say_notes(const struct subject *subject, heading_sayer *say, void *to);

/* The machine of a recording's model, as a note names it: " of skylakex, bit-plru"; "": none. The
 * text is room for it. */
const char *heading_machine(const struct subject *subject, char *text, size_t size);

/* Prints the line behind '#', as a comment. to: a FILE. */
void heading_comment(void *to, const char *line);
/* Prints all of the above as comments, and the filter. */
void heading_print(FILE *out, const struct subject *subject, const char *name,
		   const struct chosen_events *chosen);

/* "exact", "sampled", "modelled": the last one of those of the chosen events (NULL: of all) */
const char *heading_quality(const struct subject *subject, const struct chosen_events *chosen);

/* How many samples a count of the event stands for; 0 in an exact profile. */
double event_samples(const struct pmc_profile_event *event, uint64_t count);

#endif
