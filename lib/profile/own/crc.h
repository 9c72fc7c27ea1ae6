/* SPDX-License-Identifier: BSD-2-Clause */
/* CRC-32 as gzip and PNG have it (polynomial 0xedb88320, reflected). */
#ifndef PMC_LIB_PROFILE_CRC_H
#define PMC_LIB_PROFILE_CRC_H

#include "core/base/types.h"

struct crc {
	u32 table[8][256];
};
void crc_init(struct crc *crc);
u32 crc_of(const struct crc *crc, const void *bytes, size_t n);

#endif
