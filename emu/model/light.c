// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See light.h. */
#include "emu/model/light.h"

#include "core/machine/light.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/model/access.h"
#include "emu/model/model.h"
#include "emu/model/slow.h"

static inline struct thread *self(void)
{
	struct thread *t;

	__asm__("movq %%gs:%c1, %0" : "=r"(t) : "i"(T_SELF));
	return t;
}

LIGHT bool model_light_data(void)
{
	struct thread *t = self();
	u32 what = t->model.what;

	return light_access(model_state(t), false, t->model.address, what & 0xffff,
			    what & MODEL_WRITE ? ACCESS_WRITE : ACCESS_READ);
}

LIGHT bool model_light_fetch(void)
{
	struct thread *t = self();

	return light_access(model_state(t), true, t->model.address, t->model.what & 0xffff,
			    ACCESS_FETCH);
}
