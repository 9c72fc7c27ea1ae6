/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pmc_configure_logfile(3). While a log is configured, a thread looks at the processes that PMCs
 * are attached to, and writes what has gathered.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/library.h"

#define LOOK_MS 20

static void *look(void *arg)
{
	struct library *lib = arg;

	for (;;) {
		poll(NULL, 0, LOOK_MS);
		library_lock();
		if (lib->stop_looking)
			break;
		session_look(&lib->session, lib->counters);
		record_flush(&lib->session.log);
		library_unlock();
	}
	library_unlock();
	return NULL;
}

/* No signal of the program's reaches the thread. */
static int start_looking(struct library *lib)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&lib->looker, NULL, look, lib);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

static int begin(struct library *lib, int fd)
{
	int err;

	if (lib->session.log.open || lib->stop_looking)
		return EBUSY;
	err = session_begin(&lib->session, fd, &lib->machine, lib->counters);
	if (err)
		return err;
	err = start_looking(lib);
	if (err)
		session_end(&lib->session);
	else
		lib->machine.own_threads = 1;
	return err;
}

/* Ends the log; called and returns with the lock, which it gives away to the thread meanwhile. */
static int end(struct library *lib, bool closing)
{
	pthread_t looker = lib->looker;
	int err;

	if (!lib->session.log.open || lib->stop_looking)
		return EINVAL;
	lib->stop_looking = true;
	session_look(&lib->session, lib->counters);
	if (closing)
		record_close(&lib->session.log);
	err = session_end(&lib->session);
	library_unlock();
	pthread_join(looker, NULL);
	library_lock();
	lib->stop_looking = false;
	lib->machine.own_threads = 0;
	return err;
}

int pmc_configure_logfile(int fd)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, fd == -1 ? end(lib, false) : begin(lib, fd)) : -1;
}

int pmc_close_logfile(void)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, end(lib, true)) : -1;
}

int pmc_flush_logfile(void)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	if (!lib->session.log.open)
		return library_leave(lib, EINVAL);
	session_look(&lib->session, lib->counters);
	return library_leave(lib, record_flush(&lib->session.log));
}

int pmc_writelog(uint32_t userdata)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	if (!lib->session.log.open)
		return library_leave(lib, EINVAL);
	record_userdata(&lib->session.log, userdata);
	return library_leave(lib, lib->session.log.error == ENOMEM ? ENOMEM : 0);
}
