/* SPDX-License-Identifier: GPL-2.0 */
/* What all mappings of /dev/pmc have in common. */
#ifndef PMC_KERNEL_VMA_H
#define PMC_KERNEL_VMA_H

#include <linux/mm.h>

/*
 * Neither forks nor dumps copy the mapping, and mprotect() cannot add the rights in `never`
 * (VM_MAY…). VM_IO, because without it madvise(MADV_DOFORK) could have the mapping copied.
 */
static inline void vma_restrict(struct vm_area_struct *vma, unsigned long never)
{
	const unsigned long always = VM_IO | VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP;

#ifdef PMC_HAVE_VM_FLAGS_SET
	vm_flags_set(vma, always);
	vm_flags_clear(vma, never);
#else
	vma->vm_flags |= always;
	vma->vm_flags &= ~never;
#endif
}

#endif
