/* SPDX-License-Identifier: GPL-2.0 */
/* Linux's functions for registers and CPUID, by the names that they have had for long. */
#ifndef PMC_KERNEL_MSR_NAMES_H
#define PMC_KERNEL_MSR_NAMES_H

#include <asm/msr.h>
#include <asm/processor.h>
#if __has_include(<asm/cpuid/api.h>)
#include <asm/cpuid/api.h>
#endif

#ifdef PMC_HAVE_RDMSRQ
#undef rdmsrl
#undef wrmsrl
#undef rdmsrl_safe
#undef wrmsrl_safe
#define rdmsrl	    rdmsrq
#define wrmsrl	    wrmsrq
#define rdmsrl_safe rdmsrq_safe
#define wrmsrl_safe wrmsrq_safe
#endif

#endif
