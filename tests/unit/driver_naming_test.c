/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of events of which /dev/pmc tells registers alone: the name of every event of every model
 * is encoded to the registers that it was found from, as the module makes them.
 *
 * tests/run: parallel
 */
#include "core/base/bits.h"
#include "core/encode/encode.h"
#include "core/encode/p4/siblings.h"
#include "core/event/catalogue.h"
#include "core/event/generic.h"
#include "core/event/parse.h"
#include "core/pmu/p4.h"
#include "core/pmu/regs.h"
#include "lib/backends/driver/naming.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/event_random.h"

/* The event as the module has it, and tells it. */
static bool tell(const struct naming *naming, const char *text, struct encoding *enc,
		 struct pmc_ioctl_event *event)
{
	struct encoding typed;
	struct abi_scope scope;

	return event_encode(&naming->pmu, text, &typed) && !pmc_abi_from_encoding(&typed, event) &&
	       !pmc_abi_to_encoding(&naming->limits, event, enc, &scope) &&
	       !pmc_abi_from_encoding(enc, event);
}

/* ---- What is typed is shown ---- */

struct shown {
	const char *model, *typed, *name;
};

static const struct shown shown[] = {
	{ "pentium3", "instructions:u", "instructions:u" },
	{ "pentium3", "instructions", "instructions" },
	{ "pentium3", "branch-instructions:k", "branches:k" },
	{ "pentium3", "pentium3::l2_rqsts:s:u", "L2_RQSTS:S:u" },
	{ "pentium3", "instructions:u:c=2", "instructions:u:c=2" },
	{ "pentium3", "rff:u", "rff:u" },
	{ "pentium4", "instructions:u", "instructions:u" },
	{ "pentium4", "global_power_events:RUNNING:k", "cycles:k" },
	{ "pentium4", "uop_queue_writes:FROM_ROM:u", "uop_queue_writes:FROM_ROM:u" },
	{ "k7", "cycles:u", "cycles:u" },
	{ "k7", "r0ff:k", "rff:k" },
	{ "nehalem", "cycles", "cycles" },
	/* On the general counters alone it is another event to the driver. */
	{ "arch-v4", "r00c0:u", "INSTRUCTION_RETIRED:u" },
	{ "goldmontplus", "cpu/event=0xb7,umask=0x1,offcore_rsp=0x1234/u",
	  "cpu/event=0xb7,umask=0x1,offcore_rsp=0x1234/u" },
	{ "nehalem", "r1ff:u:c=3", "r1ff:u:c=3" },
	{ "zen2", "branch-misses:u", "branch-misses:u" },
};

static void is_shown(const struct shown *s)
{
	struct pmc_model *model = NULL;
	struct pmc_ioctl_event event;
	struct naming naming;
	struct encoding enc;
	char name[320] = "";

	if (!ok(!pmc_model_open(s->model, NULL, &model, NULL), "%s is a model", s->model))
		return;
	naming_init(&naming, &model->pmu);
	if (tell(&naming, s->typed, &enc, &event))
		naming_event(&naming, &event, name, sizeof(name));
	is_str(name, s->name, "%s: %s", s->model, s->typed);
	pmc_model_close(model);
}

/* ---- Every model ---- */

/* Sets what the module sets in events that it samples. */
static void sample(const struct pmu *pmu, struct pmc_ioctl_event *event)
{
	if (pmu->family == PMU_P4) {
		event->select |= P4_CCCR_OVF_PMI_T0;
		return;
	}
	event->select |= EVTSEL_INT;
	if (event->other_msr)
		event->other_select |= EVTSEL_INT;
	event->fixed |= FIXED_CTRL_PMI;
}

/* The event's name has the same registers, also if the event is sampled. */
static bool comes_back(const struct naming *naming, const char *text,
		       const struct pmc_ioctl_event *event, const struct encoding *enc)
{
	struct pmc_ioctl_event sampled = *event, again;
	char name[320], of_sampled[320];
	struct encoding back;

	naming_event(naming, event, name, sizeof(name));
	if (!tell(naming, name, &back, &again) ||
	    !event_same_registers(&naming->pmu, enc, &back, bits_lowest(enc->counters))) {
		note("%s is shown as %s", text, name);
		return false;
	}
	if (naming->pmu.family < PMU_P6)
		return !naming_samples(naming, event);
	sample(&naming->pmu, &sampled);
	naming_event(naming, &sampled, of_sampled, sizeof(of_sampled));
	return !strcmp(name, of_sampled) && naming_samples(naming, &sampled) &&
	       !naming_samples(naming, event);
}

static void come_back(const struct pmu *pmu, const char *what, unsigned tries)
{
	const struct catalogue *c = pmu->model->events;
	u32 rows = 0, done = 0, bad = 0, i;
	const struct event_row *generic;
	struct pmc_ioctl_event event;
	struct naming naming;
	struct encoding enc;
	char text[320];

	naming_init(&naming, pmu);
	while (pmc_list_row(c, rows))
		rows++;
	for (i = 0; (generic = pmc_generic_row(i)); i++) {
		if (!tell(&naming, generic->name, &enc, &event))
			continue;
		done++;
		bad += !comes_back(&naming, generic->name, &event, &enc);
		naming_event(&naming, &event, text, sizeof(text));
		/* A preset is an event of the model, and is shown by its name there. */
		bad += generic->kind != EVENT_PRESET && !pmc_generic_find(text, strlen(text));
	}
	for (i = 0; rows && i < tries; i++) {
		event_random(c, rows, text, sizeof(text));
		if (!tell(&naming, text, &enc, &event))
			continue;
		done++;
		bad += !comes_back(&naming, text, &event, &enc);
	}
	ok(!bad && (done > tries / 10 || !rows), "%s: %u events, %u are shown as others", what,
	   done, bad);
}

int main(void)
{
	struct pmc_model_info info;
	struct pmc_model *model;
	struct pmu half;
	size_t i;

	for (i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		is_shown(&shown[i]);
	for (i = 0; !pmc_model_at(i, &info); i++) {
		if (!ok(!pmc_model_open(info.name, NULL, &model, NULL), "%s opens", info.name))
			continue;
		if (model->pmu.general)
			come_back(&model->pmu, info.name, 100);
		if (!strcmp(info.name, "pentium4")) {
			half = model->pmu;
			half.general = P4_COUNTERS_LP0;
			come_back(&half, "pentium4 with siblings", 300);
		}
		pmc_model_close(model);
	}
	return done();
}
