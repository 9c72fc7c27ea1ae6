/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The user's interface of p4pc, a driver for the counters of the Pentium 4, on libpmc: programs
 * that were written for it compile with this header alone. Names, error codes, event identities and
 * macros are those of the published text; p4pc_matrix.c beside it is such a program.
 *
 *	cc -O1 p4pc_matrix.c -lpmc -o p4pc_matrix
 *	./p4pc_matrix			on a Pentium 4 with the driver (/dev/pmc)
 *
 * Without a PMU, under pmc stat --backend emulated, a program can count what shows in the
 * instruction stream (instr_retired); it cannot read modelled counts of its own, such as misses.
 *
 * What differs: there are no devices to install, so install_p4pc_devices() does nothing; the
 * counter of an event is one of the calling thread, not of the whole processor; pebs_on is refused;
 * and p4pc_error() tells in a sentence why the last call failed. One thread may use it, and it
 * keeps its state in this file.
 */
#ifndef P4PC_H
#define P4PC_H

#include <linux/types.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <string.h>

#ifndef FALSE
#define FALSE 0
#define TRUE  1
#endif

/* ---- Errors: the functions return them negated ---- */

#define P4PC_EMKNOD   1 /* never: there are no devices to make */
#define P4PC_ENOMSG   2 /* no event was selected for the counter */
#define P4PC_EOPEN    3 /* the PMU cannot be used */
#define P4PC_EWRITE   4 /* the event cannot be counted by this counter */
#define P4PC_ENODESCR 5 /* the counter was not started */
#define P4PC_EREAD    6 /* the counter cannot be read */

/* ---- Counters: the remainders of their addresses divided by 18 ---- */

#define MAX_COUNTERS   18
#define BPU_COUNTER0   12
#define BPU_COUNTER1   13
#define BPU_COUNTER2   14
#define BPU_COUNTER3   15
#define MS_COUNTER0    16
#define MS_COUNTER1    17
#define MS_COUNTER2    0
#define MS_COUNTER3    1
#define FLAME_COUNTER0 2
#define FLAME_COUNTER1 3
#define FLAME_COUNTER2 4
#define FLAME_COUNTER3 5
#define IQ_COUNTER0    6
#define IQ_COUNTER1    7
#define IQ_COUNTER2    8
#define IQ_COUNTER3    9
#define IQ_COUNTER4    10
#define IQ_COUNTER5    11

/* ---- An event, and how it is counted ---- */

#define P4PC_UNUSED __attribute__((unused)) /* a program may use one event and not the other */

struct p4pc_event_id {
	__u8 event_group; /* the ESCR's event select */
	__u16 event_mask;
	__u32 escr; /* addresses */
	__u32 counter;
	__u32 cccr;
	__u8 cccr_escr; /* the ESCR's number in the CCCR */
};

struct p4pc_usr_os_t {
	_Bool t0_usr, t0_os, t1_usr, t1_os;
	__u8 active_thread; /* 3: any */
};

struct p4pc_tag {
	_Bool enable;
	__u8 value;
};

struct p4pc_filter {
	_Bool compare, complement, edge;
	__u8 threshold;
};

struct p4pc_ovf {
	_Bool force_ovf, ovf_pmi_t0, ovf_pmi_t1, cascade;
};

struct p4pc_event_count_config {
	struct p4pc_event_id *event_id;
	struct p4pc_usr_os_t *usr_os_t;
	struct p4pc_tag *tag;
	struct p4pc_filter *filter;
	struct p4pc_ovf *ovf;
	_Bool pebs_on;
};

/* User mode and kernel mode of one logical processor; no tags, no filter, no interrupts. */
static struct p4pc_usr_os_t UsrOsNoHT = { .t0_usr = 1, .t0_os = 1, .active_thread = 3 };
static struct p4pc_tag NoTag;
static struct p4pc_filter NoFilter;
static struct p4pc_ovf NoOvf;

/* BSQ_cache_reference: SDM volume 3, table "Pentium 4 … Events for Non-Retirement Counting". */
#define BSQ_CACHE_REFERENCE 0x0c
#define RD_2NDL_HITS	    0x001
#define RD_2NDL_HITE	    0x002
#define RD_2NDL_HITM	    0x004
#define RD_2NDL_MISS	    0x100
static struct p4pc_event_id P4PC_UNUSED _2LevelCacheReadMisses_id = {
	BSQ_CACHE_REFERENCE, RD_2NDL_MISS, 0x3a0, 0x300, 0x360, 7,
};
static struct p4pc_event_id P4PC_UNUSED _2LevelCacheReadReferences_id = {
	BSQ_CACHE_REFERENCE,
	RD_2NDL_HITS | RD_2NDL_HITE | RD_2NDL_HITM | RD_2NDL_MISS,
	0x3a1,
	0x302,
	0x362,
	7,
};
static struct p4pc_event_count_config P4PC_UNUSED _2LevelCacheReadMisses;
static struct p4pc_event_count_config P4PC_UNUSED _2LevelCacheReadReferences;

#define SELECT_2LEVEL_CACHE_READ_MISSES                                                           \
	do {                                                                                      \
		p4pc_set_BASIC_event_config(&_2LevelCacheReadMisses, &_2LevelCacheReadMisses_id); \
		select_event(&_2LevelCacheReadMisses);                                            \
	} while (0)
#define SELECT_2LEVEL_CACHE_READ_REFERENCES                                  \
	do {                                                                 \
		p4pc_set_BASIC_event_config(&_2LevelCacheReadReferences,     \
					    &_2LevelCacheReadReferences_id); \
		select_event(&_2LevelCacheReadReferences);                   \
	} while (0)

/* ---- The state ---- */

struct p4pc_counter {
	char escr[32], cccr[32]; /* "0x3a0=0x…"; "": no event was selected */
	struct pmc_set *set;	 /* NULL: it is not started */
	_Bool pebs_on;
};
static struct {
	struct p4pc_counter counter[MAX_COUNTERS];
	struct pmc *pmc;
	struct pmc_diag diag;
} p4pc;

/* Why the last call failed: a sentence. */
static inline const char *p4pc_error(void)
{
	return p4pc.diag.sentence;
}

static inline int p4pc_fail(int error, const char *sentence)
{
	if (sentence)
		snprintf(p4pc.diag.sentence, sizeof(p4pc.diag.sentence), "%s", sentence);
	return -error;
}

/* ---- Selecting ---- */

static inline int install_p4pc_devices(void)
{
	return 0;
}

static inline void p4pc_set_BASIC_event_config(struct p4pc_event_count_config *e_config,
					       struct p4pc_event_id *e_id)
{
	e_config->event_id = e_id;
	e_config->usr_os_t = &UsrOsNoHT;
	e_config->tag = &NoTag;
	e_config->filter = &NoFilter;
	e_config->ovf = &NoOvf;
	e_config->pebs_on = FALSE;
}

/* Keeps the register values for the counter of the event. */
static inline void select_event(struct p4pc_event_count_config *e_config)
{
	const struct p4pc_event_id *id = e_config->event_id;
	const struct p4pc_usr_os_t *who = e_config->usr_os_t;
	const struct p4pc_filter *filter = e_config->filter;
	const struct p4pc_ovf *ovf = e_config->ovf;
	struct p4pc_counter *c = &p4pc.counter[id->counter % MAX_COUNTERS];
	__u32 escr = (__u32)id->event_group << 25 | (__u32)id->event_mask << 9;
	__u32 cccr = (__u32)ovf->cascade << 30 | (__u32)ovf->ovf_pmi_t1 << 27 |
		     (__u32)ovf->ovf_pmi_t0 << 26 | (__u32)ovf->force_ovf << 25;

	escr |= (__u32)e_config->tag->value << 5 | (__u32)e_config->tag->enable << 4 |
		(__u32)who->t0_os << 3 | (__u32)who->t0_usr << 2 | (__u32)who->t1_os << 1 |
		who->t1_usr;
	cccr |= (__u32)filter->edge << 24 | (__u32)filter->threshold << 20 |
		(__u32)filter->complement << 19 | (__u32)filter->compare << 18 |
		(__u32)who->active_thread << 16 | (__u32)id->cccr_escr << 13 | 1u << 12;
	c->pebs_on = e_config->pebs_on;
	snprintf(c->escr, sizeof(c->escr), "%#x=%#x", id->escr, escr);
	snprintf(c->cccr, sizeof(c->cccr), "%#x=%#x", id->cccr, cccr);
}

/* ---- Counting ---- */

static inline int p4pc_open(void)
{
	const struct pmc_hardware_choice choice = { "pentium4", NULL, NULL };

	if (p4pc.pmc)
		return 0;
	if (pmc_open(NULL, PMC_USE_SELF, &p4pc.pmc, &p4pc.diag))
		return -P4PC_EOPEN;
	/* The translator must know whose events these are. */
	if (pmc_backend(p4pc.pmc) == PMC_BACKEND_EMULATED &&
	    pmc_hardware_choose(p4pc.pmc, &choice, &p4pc.diag)) {
		pmc_close(p4pc.pmc);
		p4pc.pmc = NULL;
		return -P4PC_EOPEN;
	}
	return 0;
}

/* Writes the event that the registers mean, and the counter that was chosen for it. */
static inline int p4pc_event_string(int counter, char *text, size_t size)
{
	const char *const words[] = { p4pc.counter[counter].escr, p4pc.counter[counter].cccr };
	struct pmc_encoding *e;
	struct pmc_model *model;
	int err = pmc_model_open("pentium4", NULL, &model, &p4pc.diag);

	if (err)
		return err;
	err = pmc_decoding_create(model, words, 2, &e, &p4pc.diag);
	pmc_model_close(model);
	if (err)
		return err;
	if (e->n_events != 1) {
		err = p4pc_fail(1, "the registers make no counter count");
	} else {
		/* The translator has no counters to choose from, and every event has a place. */
		snprintf(text, size,
			 pmc_backend(p4pc.pmc) == PMC_BACKEND_EMULATED ? "%s" : "%s:counter=%d",
			 e->event[0].name, (counter + 6) % MAX_COUNTERS);
	}
	pmc_encoding_destroy(e);
	return err;
}

static inline int init_counter(int counter)
{
	struct p4pc_counter *c;
	char text[400];

	if (counter < 0 || counter >= MAX_COUNTERS || !p4pc.counter[counter].escr[0])
		return p4pc_fail(P4PC_ENOMSG, "no event was selected for this counter");
	c = &p4pc.counter[counter];
	if (c->set)
		return p4pc_fail(P4PC_EWRITE, "this counter counts already; stop it first");
	if (c->pebs_on)
		return p4pc_fail(P4PC_EWRITE, "nothing reads records of PEBS; leave pebs_on FALSE");
	if (p4pc_open())
		return -P4PC_EOPEN;
	if (p4pc_event_string(counter, text, sizeof(text)) ||
	    pmc_set_create(p4pc.pmc, text, 0, &c->set, &p4pc.diag))
		return -P4PC_EWRITE;
	if (!pmc_set_attach_self(c->set, &p4pc.diag)) {
		if (!pmc_set_start(c->set))
			return 0;
		p4pc_fail(0, "the counter cannot be started: others hold it");
	}
	pmc_set_destroy(c->set);
	c->set = NULL;
	return -P4PC_EWRITE;
}

static inline __s64 get_counter(int counter)
{
	struct pmc_count count;

	if (counter < 0 || counter >= MAX_COUNTERS || !p4pc.counter[counter].set)
		return p4pc_fail(P4PC_ENODESCR, "this counter was not started");
	if (pmc_set_read(p4pc.counter[counter].set, &count, 1, NULL))
		return p4pc_fail(P4PC_EREAD, "the counter cannot be read");
	return (__s64)count.value;
}

/* Reads the counter and stops it. The event stays selected. */
static inline __s64 stop_counter(int counter)
{
	__s64 value = get_counter(counter);

	if (value == -P4PC_ENODESCR)
		return value;
	pmc_set_destroy(p4pc.counter[counter].set);
	p4pc.counter[counter].set = NULL;
	return value;
}

#endif
