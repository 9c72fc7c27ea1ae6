/* SPDX-License-Identifier: GPL-2.0 */
/* Records that are no samples: what they have in common, and those of throttling. */
#ifndef PMC_KERNEL_NOTE_H
#define PMC_KERNEL_NOTE_H

#include <linux/types.h>

struct pmc_ioctl_record;
struct sampler;
struct set;
struct task_struct;

/* Fills in the head of a record: `fixed` bytes, which are all of it unless a name follows. */
void note_begin(struct pmc_ioctl_record *record, u16 type, u16 fixed);
/* Whose record it is, in the numbers of whoever opened the set. */
void note_task(struct pmc_ioctl_record *record, const struct set *set, struct task_struct *task);
void note_parent(struct pmc_ioctl_record *record, const struct set *set, struct task_struct *task,
		 bool thread);

/* If the set wants records: the sampler is silenced, or is not any more. NMIs call it, too. */
void note_throttle(const struct sampler *sampler, u16 type);

#endif
