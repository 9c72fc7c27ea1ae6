/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of the layer. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compat/freebsd/library.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct library *library;
static struct library *forgotten; /* of the parent, so that it stays reachable */
static pid_t owner;

void library_lock(void)
{
	pthread_mutex_lock(&lock);
}

void library_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

static int make(void)
{
	struct library *lib = calloc(1, sizeof(*lib));
	int err;

	if (!lib)
		return ENOMEM;
	err = machine_init(&lib->machine, NULL);
	if (err) {
		free(lib);
		return err;
	}
	library = lib;
	owner = getpid();
	return 0;
}

/*
 * A fork has copied what belongs to the parent. It is left alone: to stop a set here would stop the
 * parent's.
 */
static void forget_parent(void)
{
	if (library && owner != getpid()) {
		forgotten = library;
		library = NULL;
		make();
	}
}

static void watch_forks(void)
{
	pthread_atfork(library_lock, library_unlock, library_unlock);
}

int library_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int err = 0;

	pthread_once(&once, watch_forks);
	pthread_mutex_lock(&lock);
	forget_parent();
	if (!library)
		err = make();
	pthread_mutex_unlock(&lock);
	return err;
}

struct library *library_enter(void)
{
	pthread_mutex_lock(&lock);
	forget_parent();
	if (library) {
		library->calls++;
		return library;
	}
	pthread_mutex_unlock(&lock);
	errno = ENXIO;
	return NULL;
}

int library_leave(struct library *lib, int error)
{
	lib->errors += error != 0;
	pthread_mutex_unlock(&lock);
	if (!error)
		return 0;
	errno = error;
	return -1;
}

struct counter *library_find(struct library *lib, pmc_id_t id)
{
	struct counter *c;

	for (c = lib->counters; c && c->id != id; c = c->next)
		;
	return c;
}

/* A program that ends without closing its log has all of it, as with FreeBSD's driver. */
__attribute__((destructor)) static void write_rest(void)
{
	library_lock();
	if (library && owner == getpid() && library->session.log.open) {
		session_look(&library->session, library->counters);
		record_flush(&library->session.log);
	}
	library_unlock();
}
