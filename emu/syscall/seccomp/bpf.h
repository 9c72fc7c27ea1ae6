/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Classic BPF, as far as seccomp filters go.
 */
#ifndef PMC_EMU_SECCOMP_BPF_H
#define PMC_EMU_SECCOMP_BPF_H

#include "emu/base/types.h"

struct seccomp_data;
struct sock_filter;

/* What a filter of n instructions returns. The kernel has accepted it: it ends, and reads only
 * what is there. */
u32 bpf_run(const struct sock_filter *insn, u32 n, const struct seccomp_data *data);

#endif
