/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model whose event names a handle knows: that of the driver's PMU, or of the machine that was
 * chosen, or else of this machine's processor. It is opened only when a set names an event that is
 * not generic, so that other sets pay nothing. With the driver, which needs the encoding of every
 * event, it is opened by the first set.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api/handle_model.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "lib/models/model.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"

/* NULL: that of this processor. */
static const char *model_name(const struct pmc *pmc)
{
	if (pmc->pmu)
		return pmc->pmu->model->name;
	return pmc->machine_chosen ? pmc->machine->machine.pmu : NULL;
}

int handle_model(struct pmc *pmc, struct pmc_diag *diag)
{
	struct pmc_model *m;
	int err;

	if (pmc->model)
		return 0;
	err = pmc_model_open(model_name(pmc), pmc->events_file, &m, diag);
	if (err)
		return err;
	if (pmc->pmu) {
		/* The module says which counters the PMU has, and the model which events. */
		pmc->pmu->model = m->pmu.model;
		m->pmu = m->announced = *pmc->pmu;
	}
	pmc->model = m;
	return 0;
}

int pmc_events_file(struct pmc *pmc, const char *path, struct pmc_diag *diag)
{
	char *copy = strdup(path);
	int err = 0;

	if (!copy)
		return diag_say(diag, -ENOMEM, "out of memory");
	pthread_mutex_lock(&pmc->lock);
	if (pmc->model) {
		err = diag_say(diag, -EBUSY,
			       "name the file of events before the first set that needs a model");
		free(copy);
	} else {
		free(pmc->events_file);
		pmc->events_file = copy;
	}
	pthread_mutex_unlock(&pmc->lock);
	return err;
}

int pmc_hardware_choose(struct pmc *pmc, const struct pmc_hardware_choice *choice,
			struct pmc_diag *diag)
{
	struct chosen_machine *chosen;
	int err;

	if (pmc->backend->id != PMC_BACKEND_EMULATED)
		return diag_say(diag, -EOPNOTSUPP,
				"backend %s counts what the processor does, and models no machine; "
				"backend emulated does",
				pmc->backend->name);
	err = hardware_choose(choice, &chosen, diag);
	if (err)
		return err;
	pthread_mutex_lock(&pmc->lock);
	if (pmc->model) {
		err = diag_say(diag, -EBUSY,
			       "choose the machine before the first set that needs a model");
		free(chosen);
	} else {
		free(pmc->machine);
		pmc->machine = chosen;
		pmc->machine_chosen = true;
	}
	pthread_mutex_unlock(&pmc->lock);
	return err;
}

int pmc_weights_choose(struct pmc *pmc, const char *weights, struct pmc_diag *diag)
{
	const struct pmc_hardware_choice none = { 0 };
	struct weights made;
	struct diag d;
	int err = 0;

	if (pmc->backend->id != PMC_BACKEND_EMULATED)
		return diag_say(diag, -EOPNOTSUPP,
				"backend %s estimates no cycles, so it has no weights; backend "
				"emulated has",
				pmc->backend->name);
	pthread_mutex_lock(&pmc->lock);
	if (!pmc->machine)
		err = hardware_choose(&none, &pmc->machine, diag);
	if (!err) {
		pmc_weights_of(&pmc->machine->machine, &made);
		err = pmc_weights_change(&made, &pmc->machine->machine, weights, &d);
		if (err)
			err = diag_copy(diag, -EINVAL, &d);
		else
			pmc->machine->weights = made;
	}
	pthread_mutex_unlock(&pmc->lock);
	return err;
}

int pmc_hardware_sample(struct pmc *pmc, const char *bursts, struct pmc_diag *diag)
{
	const struct pmc_hardware_choice none = { 0 };
	struct bursts made;
	int err = 0;

	if (pmc->backend->id != PMC_BACKEND_EMULATED)
		return diag_say(diag, -EOPNOTSUPP,
				"backend %s models no machine, so it has no bursts; backend "
				"emulated has",
				pmc->backend->name);
	pthread_mutex_lock(&pmc->lock);
	if (!pmc->machine)
		err = hardware_choose(&none, &pmc->machine, diag);
	if (!err)
		err = bursts_parse(bursts, &made, diag);
	if (!err)
		pmc->machine->bursts = made;
	pthread_mutex_unlock(&pmc->lock);
	return err;
}
