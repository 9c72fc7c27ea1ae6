/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libpmc counts the events of x86 processors.
 *
 * A handle (struct pmc) is one backend, opened for one use. A set (struct pmc_set) is a list of
 * events that are counted together and read at one instant. A command (struct pmc_command) is a
 * program to be started.
 *
 *	struct pmc *pmc;
 *	struct pmc_set *set;
 *	struct pmc_count n[2];
 *
 *	pmc_open(NULL, PMC_USE_SELF, &pmc, &diag);
 *	pmc_set_create(pmc, "instructions:u,branches:u", 0, &set, &diag);
 *	pmc_set_attach_self(set, &diag);
 *	pmc_set_start(set);
 *	... the region ...
 *	pmc_set_stop(set);
 *	pmc_set_read(set, n, 2, NULL);
 *
 * The headers below document the functions, each those of one noun, in this order: diag.h, handle.h
 * (backends, handles), hardware.h (machines), event.h, model.h and encoding.h (models of PMUs),
 * holdings.h (who counts), msr.h (registers), metric.h, set.h, count.h, command.h.
 *
 * These rules hold for every function, unless its comment says otherwise:
 * - It returns 0 or -errno. It returns results through its last arguments, and leaves them alone
 *   when it fails. It prints nothing, installs no signal handler and keeps no global state.
 * - `diag` may be NULL. A function that takes it fills it in if, and only if, the function fails.
 * - Several threads may use one handle, and the sets and commands made from it, at the same time:
 *   the handle has a lock. Different handles are independent.
 * - Strings are UTF-8 and end with a zero byte. Strings in results belong to the library and live
 *   as long as the object that they came from. Static strings live for ever.
 * - Times are in nanoseconds.
 * - A function that allocates memory may return -ENOMEM, and one that calls the kernel may return
 *   the kernel's errors. The comments name only errors that have a meaning of their own.
 */
#ifndef PMC_PMC_H
#define PMC_PMC_H

#include <pmc/command.h>
#include <pmc/count.h>
#include <pmc/diag.h>
#include <pmc/encoding.h>
#include <pmc/event.h>
#include <pmc/handle.h>
#include <pmc/hardware.h>
#include <pmc/holdings.h>
#include <pmc/metric.h>
#include <pmc/model.h>
#include <pmc/msr.h>
#include <pmc/set.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define PMC_VERSION_MAJOR 0
#define PMC_VERSION_MINOR 1

/* The library's version: "0.1.0". Static. */
const char *pmc_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
