/* SPDX-License-Identifier: GPL-2.0 */
/* Users who have sets: each has a turn of his own. */
#ifndef PMC_KERNEL_USER_H
#define PMC_KERNEL_USER_H

#include <linux/uidgid.h>

#include "kernel/base/types.h"

struct set_user {
	struct list_head all;
	kuid_t uid;
	u32 sets;
	struct turn turn;
};

/* For one set of the caller; with plans_mutex. NULL: no memory. */
struct set_user *user_get(void);
/* user may be NULL. */
void user_put(struct set_user *user);
void user_exit(void);

#endif
