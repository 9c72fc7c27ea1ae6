/* SPDX-License-Identifier: BSD-2-Clause */
/* Capabilities of this process, by capget(2). */
#include "lib/base/capability.h"

#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_USER_NAMESPACE 0xeffffffdu /* its inode: PROC_USER_INIT_INO */

bool capability_has(unsigned capability)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { { 0 } };
	struct stat namespace;

	if (!stat("/proc/self/ns/user", &namespace) && namespace.st_ino != FIRST_USER_NAMESPACE)
		return false;
	return !syscall(SYS_capget, &head, data) &&
	       data[capability / 32].effective >> capability % 32 & 1;
}
