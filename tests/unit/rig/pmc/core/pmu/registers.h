/* SPDX-License-Identifier: BSD-2-Clause */
/* Where qemu/pmu/fault.c finds it in QEMU's tree. */
#include "core/pmu/registers.h"
