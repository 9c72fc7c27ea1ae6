/* SPDX-License-Identifier: BSD-2-Clause */
/* The samples of a log as profiles that gprof(1) reads. */
#ifndef COMPAT_FREEBSD_PMCSTAT_GMON_H
#define COMPAT_FREEBSD_PMCSTAT_GMON_H

/*
 * Writes FOLDER/EVENT/FILE.gmon for each event and each file that its samples lie in. `name` is
 * that of the log for messages. 0, or 1 after a message on stderr; what the log has until then is
 * written.
 */
int gmon_write(int fd, const char *name, const char *folder);

#endif
