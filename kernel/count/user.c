// SPDX-License-Identifier: GPL-2.0
/* The users who have sets. */
#include <linux/cred.h>
#include <linux/slab.h>
#include <asm/tsc.h>

#include "kernel/count/user.h"

static LIST_HEAD(users); /* plans_mutex */

struct set_user *user_get(void)
{
	struct set_user *user;

	list_for_each_entry(user, &users, all) {
		if (!uid_eq(user->uid, current_uid()))
			continue;
		user->sets++;
		return user;
	}
	user = kzalloc(sizeof(*user), GFP_KERNEL_ACCOUNT);
	if (!user)
		return NULL;
	user->uid = current_uid();
	user->sets = 1;
	/* Whoever is new goes last, or one could go first again and again. */
	user->turn.since = rdtsc();
	list_add(&user->all, &users);
	return user;
}

void user_put(struct set_user *user)
{
	if (!user || --user->sets)
		return;
	list_del(&user->all);
	kfree(user);
}
