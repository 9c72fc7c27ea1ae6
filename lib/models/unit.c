/* SPDX-License-Identifier: BSD-2-Clause */
/* The units of generic events: those of perf, where perf has the event. */
#include "core/event/generic.h"
#include "lib/models/unit.h"

const char *unit_of(const struct event_row *row, double *scale)
{
	*scale = row->unit == 'n' ? 1e-6 : 1;
	switch (row->unit) {
	case 'n':
		return "msec";
	case 't':
		return "ns";
	case 'k':
		return "KiB";
	}
	return "";
}
