/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads and writes registers through the device of msr(4), where a register's address is the
 * offset. AMD's registers begin at C001_0000H, which does not fit an offset of 31 bits.
 */
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "core/encode/encode.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "lib/backends/msr/regs.h"

int msr_open(unsigned cpu)
{
	char path[48];
	int fd;

	snprintf(path, sizeof(path), "/dev/cpu/%u/msr", cpu);
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int msr_read(int fd, u32 address, u64 *value)
{
	return pread(fd, value, sizeof(*value), (off_t)address) == sizeof(*value) ? 0 : -errno;
}

int msr_write(int fd, u32 address, u64 value)
{
	return pwrite(fd, &value, sizeof(value), (off_t)address) == sizeof(value) ? 0 : -errno;
}

static u32 find(const struct pmu *pmu, u32 number, enum reg_kind kind)
{
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		if (at.reg->kind == kind && at.index == number)
			return at.address;
	return 0;
}

u32 msr_counter(const struct pmu *pmu, u32 counter)
{
	return counter >= FIXED_COUNTER(0) ? find(pmu, counter - FIXED_COUNTER(0), REG_FIXED) :
					     find(pmu, counter, REG_COUNTER);
}

u32 msr_select(const struct pmu *pmu, u32 counter)
{
	return counter >= FIXED_COUNTER(0) ? MSR_FIXED_CTR_CTRL : find(pmu, counter, REG_SELECT);
}

bool msr_in_use(int fd, const struct pmu *pmu, u32 counter)
{
	u32 address = msr_select(pmu, counter);
	u64 value;

	if (!address || msr_read(fd, address, &value))
		return false;
	if (counter >= FIXED_COUNTER(0))
		return value >> ((counter - FIXED_COUNTER(0)) * FIXED_CTRL_BITS) & 3;
	if (pmu->family == PMU_P4)
		return value & P4_CCCR_ENABLE;
	/*
	 * The P6 has one enable bit for both counters, which Linux leaves set. A counter that is in
	 * use has a ring.
	 */
	if (pmu->family == PMU_P6)
		return value & (EVTSEL_USR | EVTSEL_OS);
	return value & EVTSEL_EN;
}
