/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Why an event has no encoding, as sentences. */
#include "core/encode/fields/refuse.h"
#include "core/base/diag.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/pmu.h"

#define SHOWN 8 /* unit masks in a sentence */

static void begin(const struct job *job)
{
	pmc_diag_at(job->diag, job->event->word.at, job->text + job->event->word.at,
		    job->event->word.len);
}

int encode_refuse(const struct job *job, const char *sentence)
{
	begin(job);
	pmc_diag_add_quoted(job->diag, job->text + job->event->word.at, job->event->word.len);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_model(const struct job *job, const char *sentence)
{
	begin(job);
	pmc_diag_add(job->diag, job->pmu->model->title);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_foreign(const struct job *job)
{
	encode_refuse(job, " is an event of ");
	pmc_diag_add(job->diag, job->event->catalogue->title);
	pmc_diag_add(job->diag, ", not of ");
	pmc_diag_add(job->diag, job->pmu->model->title);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_generic(const struct job *job)
{
	encode_refuse(job, ": ");
	pmc_diag_add(job->diag, job->pmu->model->title);
	pmc_diag_add(job->diag, " has no such event");
	return -PMC_CORE_EINVAL;
}

int encode_refuse_preset(const struct job *job)
{
	encode_refuse(job, ": no event of ");
	pmc_diag_add(job->diag, job->pmu->model->title);
	pmc_diag_add(job->diag, " counts what PAPI calls so");
	return -PMC_CORE_EINVAL;
}

int encode_refuse_missing(const struct job *job)
{
	const struct catalogue *c = job->pmu->model->events;
	const char *name;
	u32 j, n = 0;

	begin(job);
	pmc_diag_add(job->diag, job->row->name);
	for (j = 0; (name = c->umask(c, job->id, j)); j++) {
		if (!name[0] || n++ >= SHOWN)
			continue;
		pmc_diag_add(job->diag, n > 1 ? ", " : " needs a unit mask: ");
		pmc_diag_add(job->diag, name);
	}
	if (n > SHOWN) {
		pmc_diag_add(job->diag, " and ");
		pmc_diag_add_number(job->diag, n - SHOWN);
		pmc_diag_add(job->diag, " more; 'pmc list --model ");
		pmc_diag_add(job->diag, job->pmu->model->name);
		pmc_diag_add(job->diag, " ");
		pmc_diag_add(job->diag, job->row->name);
		pmc_diag_add(job->diag, "' shows them all");
	}
	return -PMC_CORE_EINVAL;
}

int encode_refuse_both(const struct job *job, u32 a, u32 b)
{
	begin(job);
	pmc_diag_add(job->diag, "the unit masks ");
	pmc_diag_add(job->diag, job->row->umask[a].name);
	pmc_diag_add(job->diag, " and ");
	pmc_diag_add(job->diag, job->row->umask[b].name);
	pmc_diag_add(job->diag, " of ");
	pmc_diag_add(job->diag, job->row->name);
	pmc_diag_add(job->diag, " exclude each other; name one of them");
	return -PMC_CORE_EINVAL;
}

int encode_refuse_term(const struct job *job, const struct event_term *t, const char *sentence)
{
	pmc_diag_at(job->diag, t->name.at, job->text + t->name.at, t->name.len);
	pmc_diag_add(job->diag, "the term ");
	pmc_diag_add_quoted(job->diag, job->text + t->name.at, t->name.len);
	pmc_diag_add(job->diag, sentence);
	return -PMC_CORE_EINVAL;
}

int encode_refuse_reserved(const struct job *job, const char *where, u64 bits)
{
	encode_refuse(job, " sets bits that are reserved on ");
	pmc_diag_add(job->diag, where);
	pmc_diag_add(job->diag, ": ");
	pmc_diag_add_hex(job->diag, bits);
	return -PMC_CORE_EINVAL;
}
