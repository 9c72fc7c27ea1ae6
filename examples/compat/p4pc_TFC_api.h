/* SPDX-License-Identifier: BSD-2-Clause */
/* The header that programs of the text about p4pc include. */
#ifndef P4PC_TFC_API_H
#define P4PC_TFC_API_H

#include "p4pc.h"

#endif
