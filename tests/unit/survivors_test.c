/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a command leaves behind, and the words for the quality of counts: a set is partial while
 * such a process runs, a note has its number, and pmc_set_wait() waits for it. The test ends it by
 * that number, so a wrong one shows.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"

static struct pmc_diag diag;

struct started {
	struct pmc *pmc;
	struct pmc_set *set;
	struct pmc_command *command;
};

static bool start(struct started *s, const char *backend, const char *events, unsigned flags,
		  const char *script)
{
	char *argv[] = { "sh", "-c", (char *)script, NULL };

	memset(s, 0, sizeof(*s));
	if (!pmc_open(backend, PMC_USE_COMMAND, &s->pmc, &diag) &&
	    !pmc_set_create(s->pmc, events, flags, &s->set, &diag) &&
	    !pmc_command_create(s->pmc, argv, NULL, &s->command, &diag) &&
	    !pmc_set_attach_command(s->set, s->command, &diag) && !pmc_set_start(s->set) &&
	    !pmc_command_start(s->command, &diag))
		return true;
	return ok(false, "%s: %s", backend, diag.sentence);
}

static void end(struct started *s)
{
	pmc_set_destroy(s->set);
	pmc_command_destroy(s->command);
	pmc_close(s->pmc);
}

/* Finds the note about a survivor. */
static bool find_note(struct pmc_set *set, struct pmc_note *found)
{
	size_t i;

	for (i = 0; !pmc_set_note(set, i, found); i++)
		if (found->kind == PMC_NOTE_SURVIVOR)
			return true;
	return false;
}

static void left_behind(const char *backend, const char *event)
{
	struct pmc_count count;
	struct pmc_note found;
	struct started s;
	int status = -1;

	if (!start(&s, backend, event, PMC_SET_INHERIT,
		   "sleep 100 >/dev/null 2>&1 & sleep 0.5; exit 5"))
		return;
	is_int(pmc_command_wait(s.command, 60000, &status), 0, "%s: the command ends", backend);
	is_int(status, 5 << 8, "%s: with its status", backend);
	is_int(pmc_set_wait(s.set, 100), -ETIMEDOUT, "%s: what it has left behind runs on",
	       backend);
	is_int(pmc_set_read(s.set, &count, 1, NULL), 0, "%s: read while it runs", backend);
	is_str(pmc_quality_name(count.quality), "partial", "%s: partial", backend);
	if (ok(find_note(s.set, &found), "%s: there is a note", backend)) {
		ok(strstr(found.text, "'sleep'"), "%s: with its name: %s", backend, found.text);
		is_int(kill(found.pid, SIGKILL), 0, "%s: its number is right", backend);
		is_int(pmc_set_wait(s.set, 60000), 0, "%s: now all has ended", backend);
		pmc_set_read(s.set, &count, 1, NULL);
		is_str(pmc_quality_name(count.quality), "exact", "%s: the count is whole", backend);
		ok(!find_note(s.set, &found), "%s: and nothing is left to tell", backend);
	}
	end(&s);
}

/* A set that was stopped keeps what it said, whatever ends later. */
static void stopped(void)
{
	struct pmc_count count;
	struct pmc_note found;
	struct started s;
	int status;

	if (!start(&s, "emulated", "instructions", PMC_SET_INHERIT,
		   "sleep 100 >/dev/null 2>&1 & sleep 0.5"))
		return;
	pmc_command_wait(s.command, 60000, &status);
	is_int(pmc_set_stop(s.set), 0, "stopped while a process runs on");
	if (ok(find_note(s.set, &found), "it is named"))
		kill(found.pid, SIGKILL);
	is_int(pmc_set_wait(s.set, 60000), 0, "it has ended");
	pmc_set_read(s.set, &count, 1, NULL);
	is_str(pmc_quality_name(count.quality), "partial", "the count is partial all the same");
	end(&s);
	if (!start(&s, "emulated", "instructions", 0, "sleep 3 >/dev/null 2>&1 & sleep 0.5"))
		return;
	is_int(pmc_set_wait(s.set, 60000), 0, "without PMC_SET_INHERIT nothing is waited for");
	pmc_set_read(s.set, &count, 1, NULL);
	is_str(pmc_quality_name(count.quality), "exact", "nor missing");
	end(&s);
}

static void qualities(void)
{
	static const char *const words[] = { "exact",	"scaled",  "modelled",
					     "partial", "sampled", "estimated" };
	struct pmc_count count;
	struct started s;
	size_t i;
	int status;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		is_str(pmc_quality_name((enum pmc_quality)i), words[i], "quality %zu", i);
	ok(!pmc_quality_name((enum pmc_quality)i) && !pmc_quality_name((enum pmc_quality) - 1),
	   "there is no other");
	if (!start(&s, "emulated", "page-faults", PMC_SET_INHERIT, ":"))
		return;
	pmc_command_wait(s.command, 60000, &status);
	pmc_set_read(s.set, &count, 1, NULL);
	is_str(pmc_quality_name(count.quality), "estimated", "what includes the translator's work");
	end(&s);
}

/* PMC_SET_TOLERANT and PMC_SET_ALL_USER. */
static void flags(void)
{
	struct pmc_set_event event;
	struct pmc_set *set = NULL;
	struct pmc *pmc;

	if (pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag))
		return;
	is_int(pmc_set_create(pmc, "instructions,nonsense", PMC_SET_TOLERANT, &set, &diag), -EINVAL,
	       "a tolerant set still refuses what is no event");
	is_int(pmc_set_create(pmc, "instructions,cycles,branches:u,instructions:k,page-faults",
			      PMC_SET_TOLERANT | PMC_SET_ALL_USER, &set, &diag),
	       0, "it keeps what cannot be counted");
	pmc_set_event(set, 0, &event);
	is_str(event.label, "instructions:u", "PMC_SET_ALL_USER: the label");
	is_str(event.modifiers, "u", "the modifier");
	is_hex(event.flags & PMC_EVENT_USER_ONLY, 0, "and that the user asked for it");
	pmc_set_event(set, 1, &event);
	ok(event.reason, "cycles: %s", event.reason ? event.reason : "can be counted");
	pmc_set_event(set, 2, &event);
	is_str(event.label, "branches:u", "an event with :u is as it was");
	pmc_set_event(set, 3, &event);
	is_str(event.modifiers, "k", "one with another ring, too");
	ok(event.reason, "which cannot be counted here");
	pmc_set_event(set, 4, &event);
	is_str(event.label, "page-faults", "and software events");
	pmc_set_destroy(set);
	pmc_close(pmc);
}

int main(void)
{
	if (!use_engine()) {
		skip(1, "the engine is not built");
		return done();
	}
	qualities();
	flags();
	left_behind("emulated", "instructions");
	left_behind("perf", "task-clock");
	stopped();
	return done();
}
