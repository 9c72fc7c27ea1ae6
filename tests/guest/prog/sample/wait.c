/* SPDX-License-Identifier: BSD-2-Clause */
/* poll(2). How many samples a run gives depends on throttling, and so on the machine's speed: the
 * child runs until it has made more than the ring has room for, and then all are accounted for. */
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

void mode_wait(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 1009);
	volatile int *enough = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
				    -1, 0);
	struct sampling s;
	struct pollfd p;
	pid_t pid;
	uint64_t n = 0, count, room;
	int hung = 0;

	(void)n_;
	must(enough != MAP_FAILED, "mapping");
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		while (!*enough)
			loop(1000);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	s = begin(&e, 1, 0, PMC_TARGET_THREAD, pid, 4);
	room = ring(&s, 0)->data_size / sizeof(struct pmc_ioctl_sample);
	ioctl(s.fd, PMC_IOC_START, 0);
	p = (struct pollfd){ .fd = s.fd, .events = POLLIN };
	result(poll(&p, 1, 0) == 0, "nothing to read yet");
	kill(pid, SIGCONT);
	while (!hung && poll(&p, 1, 20000) > 0) {
		hung = p.revents & POLLHUP;
		/* Samples may come as fast as they are taken. */
		while (take(ring(&s, 0), &record, sizeof(record)))
			*enough = ++n > 2 * room;
	}
	result(hung && *enough,
	       "poll: %" PRIu64 " samples while it ran, through a ring of %" PRIu64
	       ", then the end",
	       n, room);
	*enough = 1;
	waitpid(pid, NULL, 0);
	count = value_of(&s, 1);
	result(n == ring(&s, 0)->samples && total(&s) == count / 1009,
	       "%" PRIu64 " samples, with those not taken %" PRIu64 ", by arithmetic %" PRIu64, n,
	       total(&s), count / 1009);
	end(&s);
}
