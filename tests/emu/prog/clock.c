/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks at clocks, waits, and sets timers in every way, for clock_test.sh. "took N ms" is the time
 * that passed on CLOCK_MONOTONIC, without the microseconds below it.
 *
 *	clock look	all clocks
 *	clock wait	all calls that wait for a time
 *	clock timers	timers that end a wait
 *	clock exec	a timer that another image has set
 *	clock compute	measures a loop, and repeats it more often until it takes long enough
 *	clock poll	looks at the clock until time has passed
 *	clock busy	computes until a timer ends it
 *	clock event	waits for what comes before its timeout
 *	clock interrupted	waits for what is left, whenever a signal ends the wait
 *	clock children	waits for a child that sleeps
 *	clock socket	receives with a timeout of the socket until time has passed
 *	clock thread	the clock before a second thread begins, and after
 *	clock old	the vsyscall page
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define MS     1000000ll
#define SECOND 1000000000ll
#define PERIOD (100 * MS) /* whoever gets no processor for so long misses an expiry */

static long long at(int clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts))
		return -1;
	return ts.tv_sec * SECOND + ts.tv_nsec;
}

static long long now(void)
{
	return at(CLOCK_MONOTONIC);
}

static struct timespec spec(long long ns)
{
	return (struct timespec){ ns / SECOND, ns % SECOND };
}

static void took(const char *what, long long since)
{
	printf("%s: took %lld ms\n", what, (now() - since) / MS);
}

static void look(void)
{
	static const int clocks[] = { 0, 1, 2, 3, 4, 5, 6, 7, 11 };
	struct timespec ts;
	struct timeval tv;
	unsigned i, aux;
	struct tms tms;
	clock_t ticks;

	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		clock_getres(clocks[i], &ts);
		printf("clock %d: %lld, resolution %ld\n", clocks[i], at(clocks[i]), ts.tv_nsec);
	}
	printf("no clock: %lld\n", at(99));
	gettimeofday(&tv, NULL);
	printf("gettimeofday: %ld.%06ld\n", tv.tv_sec, tv.tv_usec);
	printf("time: %ld\n", time(NULL));
	ticks = times(&tms);
	printf("times: %ld, %ld %ld %ld %ld\n", ticks, tms.tms_utime, tms.tms_stime, tms.tms_cutime,
	       tms.tms_cstime);
	printf("rdtsc: %llu\n", __rdtsc());
	printf("rdtscp: %llu\n", __rdtscp(&aux));
	printf("clock: %ld\n", clock());
}

static void old(void)
{
	int (*gettimeofday_at)(struct timeval *, void *) = (void *)0xffffffffff600000;
	time_t (*time_at)(time_t *) = (void *)0xffffffffff600400;
	struct timeval tv = { 0, 0 };
	int r = gettimeofday_at(&tv, NULL);

	printf("vsyscall: %d %ld.%06ld\n", r, tv.tv_sec, tv.tv_usec);
	printf("vsyscall: %ld\n", time_at(NULL));
}

static void wait_futex(int op, const struct timespec *ts)
{
	int word = 0;
	long r = syscall(SYS_futex, &word, op | FUTEX_PRIVATE_FLAG, 0, ts, NULL, ~0u);

	if (r != -1 || errno != ETIMEDOUT)
		printf("futex: %ld %d\n", r, errno);
}

static void wait_all(void)
{
	int sem = semget(IPC_PRIVATE, 1, 0600), epoll = epoll_create1(0);
	struct sembuf down = { 0, -1, 0 };
	struct epoll_event event;
	struct timespec ts, rest = { 9, 9 };
	struct timeval tv = { 0, 30000 };
	sigset_t set;
	long long t;

	ts = spec(20 * MS);
	t = now(), nanosleep(&ts, &rest), took("nanosleep", t);
	t = now(), clock_nanosleep(CLOCK_REALTIME, 0, &ts, NULL), took("clock_nanosleep", t);
	t = now(), ts = spec(t + 20 * MS);
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL), took("until, monotonic", t);
	t = now(), ts = spec(at(CLOCK_REALTIME) + 20 * MS);
	clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &ts, NULL), took("until, real", t);
	t = now(), usleep(20000), took("usleep", t);
	t = now(), poll(NULL, 0, 20), took("poll", t);
	ts = spec(20 * MS);
	t = now(), ppoll(NULL, 0, &ts, NULL), took("ppoll", t);
	t = now(), select(0, NULL, NULL, NULL, &tv), took("select", t);
	printf("select left %ld.%06ld\n", tv.tv_sec, tv.tv_usec);
	t = now(), pselect(0, NULL, NULL, NULL, &ts, NULL), took("pselect", t);
	t = now(), epoll_wait(epoll, &event, 1, 20), took("epoll_wait", t);
	t = now(), wait_futex(FUTEX_WAIT, &ts), took("futex", t);
	ts = spec(now() + 20 * MS);
	t = now(), wait_futex(FUTEX_WAIT_BITSET, &ts), took("futex, monotonic", t);
	ts = spec(at(CLOCK_REALTIME) + 20 * MS);
	t = now(), wait_futex(FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, &ts),
	took("futex, real", t);
	ts = spec(20 * MS);
	sigemptyset(&set), sigaddset(&set, SIGUSR1), sigprocmask(SIG_BLOCK, &set, NULL);
	t = now(), sigtimedwait(&set, NULL, &ts), took("sigtimedwait", t);
	t = now(), semtimedop(sem, &down, 1, &ts), took("semtimedop", t);
	semctl(sem, 0, IPC_RMID);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int sig)
{
	(void)sig;
	alarms++;
}

static void timers(void)
{
	struct itimerval in = { { 0, 0 }, { 0, 20000 } }, left;
	struct itimerspec every = { { 0, PERIOD }, { 0, PERIOD } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	struct timespec ts = { 3, 0 }, rest;
	struct pollfd p = { .events = POLLIN };
	unsigned long long times;
	timer_t timer;
	long long t;
	int i;

	signal(SIGALRM, on_alarm);
	t = now(), setitimer(ITIMER_REAL, &in, NULL);
	nanosleep(&ts, &rest), took("setitimer", t);
	printf("rest: %lld ms\n", rest.tv_sec * 1000 + rest.tv_nsec / MS);
	alarm(1);
	getitimer(ITIMER_REAL, &left);
	printf("getitimer: %d ms\n",
	       (int)(left.it_value.tv_sec * 1000 + (left.it_value.tv_usec + 999) / 1000));
	ts = spec(400 * MS), nanosleep(&ts, NULL);
	printf("alarm: %u\n", alarm(0));
	timer_create(CLOCK_REALTIME, &event, &timer);
	t = now(), timer_settime(timer, 0, &every, NULL);
	for (i = 0; i < 3; i++)
		pause();
	took("three times of a timer", t);
	timer_delete(timer);
	p.fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	t = now(), every.it_value = spec(t + PERIOD);
	timerfd_settime(p.fd, TFD_TIMER_ABSTIME, &every, NULL);
	for (i = 0; i < 3; i++) {
		poll(&p, 1, -1);
		if (read(p.fd, &times, sizeof(times)) != sizeof(times) || times != 1)
			printf("timerfd: %llu\n", times);
	}
	took("three times of a timerfd", t);
	printf("%d alarms\n", (int)alarms);
}

/* A timer stays over exec. */
static void hand_over(int again)
{
	struct itimerval in = { { 0, 0 }, { 0, 100000 } };
	struct timespec ts = { 1, 0 };
	long long t = now();

	if (!again) {
		setitimer(ITIMER_REAL, &in, NULL);
		execl("/proc/self/exe", "clock", "exec", "again", (char *)NULL);
	}
	signal(SIGALRM, on_alarm);
	getitimer(ITIMER_REAL, &in);
	nanosleep(&ts, NULL);
	/* An exec takes ten milliseconds. */
	printf("left: %ld ms\n", in.it_value.tv_usec / 1000);
	took("the rest", t);
}

/* As benchmarks do, from once up. */
static void compute(void)
{
	long long t;
	long n, i;

	for (n = 1; n < 1l << 40; n *= 2) {
		t = now();
		for (i = 0; i < n; i++)
			__asm__ volatile("" : : : "memory");
		if (now() - t >= 10 * MS)
			break;
	}
	printf("%s: %ld times, %lld\n", "compute", n, now());
}

static void poll_clock(long ms)
{
	long long end = now() + ms * MS;
	long n = 0;

	while (now() < end)
		n++;
	printf("poll: %ld looks\n", n);
}

static void busy(void)
{
	struct itimerval in = { { 0, 0 }, { 0, 20000 } };
	long long t = now();

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &in, NULL);
	while (!alarms)
		;
	printf("busy: at least 20 ms: %d\n", now() - t >= 20 * MS);
}

static void event(void)
{
	struct pollfd p = { .events = POLLIN };
	struct timespec ts = { 30, 0 };
	long long t = now();
	int fd[2], r;
	sigset_t set;

	if (pipe(fd))
		exit(1);
	p.fd = fd[0];
	if (!fork()) {
		usleep(50000);
		exit(write(fd[1], "x", 1) != 1);
	}
	r = poll(&p, 1, 30000);
	printf("poll: %d, below 30 s: %d\n", r, now() - t < 30 * SECOND);
	wait(NULL);
	sigemptyset(&set), sigaddset(&set, SIGCHLD), sigprocmask(SIG_BLOCK, &set, NULL);
	if (!fork()) {
		usleep(50000);
		_exit(0);
	}
	r = sigtimedwait(&set, NULL, &ts);
	while (r == -1 && errno == EINTR)
		r = sigtimedwait(&set, NULL, &ts);
	printf("sigtimedwait: %d\n", r == SIGCHLD);
	wait(NULL);
}

static void on_signal(int sig)
{
	(void)sig;
}

static void interrupted(void)
{
	struct timespec ts = { 1, 0 };
	long long t = now();
	pid_t child;
	int status;

	signal(SIGUSR1, on_signal);
	child = fork();
	if (!child) {
		while (!kill(getppid(), SIGUSR1))
			usleep(200000);
		_exit(0);
	}
	while (nanosleep(&ts, &ts))
		;
	kill(child, SIGKILL);
	wait(&status);
	printf("interrupted: %d\n", now() - t >= SECOND && now() - t < 30 * SECOND);
}

static void children(void)
{
	struct rusage usage;
	long long t = now();
	struct tms tms;
	long n = 0;
	int status;

	if (!fork()) {
		struct timespec ts = { 0, 500 * MS };

		nanosleep(&ts, NULL);
		while (at(CLOCK_PROCESS_CPUTIME_ID) < 100 * MS)
			n++;
		exit(0);
	}
	wait4(-1, &status, 0, &usage);
	took("a child", t);
	times(&tms);
	printf("it computed %ld ms, %ld0 ms\n",
	       usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000, tms.tms_cutime);
	getrusage(RUSAGE_SELF, &usage);
	printf("its parent below 10 ms: %d\n", usage.ru_utime.tv_usec < 10000);
}

static void socket_timeout(void)
{
	struct timeval tv = { 0, 10000 };
	long long end = now() + 100 * MS;
	char byte;
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd))
		exit(1);
	setsockopt(fd[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	while (now() < end)
		if (recv(fd[0], &byte, 1, 0) != -1)
			exit(1);
	puts("socket: it passes");
}

static void *sleeper(void *arg)
{
	struct timespec ts = { 0, 30 * MS };

	nanosleep(&ts, NULL);
	return arg;
}

static void thread(void)
{
	long long before = now(), begun, after, end;
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	struct timespec ts;
	pthread_t id;
	int r;

	pthread_create(&id, NULL, sleeper, NULL);
	begun = now();
	pthread_join(id, NULL);
	after = now();
	printf("thread: it goes on: %d, follows: %d\n", begun >= before && begun - before < SECOND,
	       after - before >= 30 * MS && after - before < 30 * SECOND);
	ts = spec(at(CLOCK_REALTIME) + 30 * MS);
	pthread_mutex_lock(&mutex);
	do
		r = pthread_cond_timedwait(&cond, &mutex, &ts);
	while (!r);
	end = now();
	printf("cond: %d, waited: %d\n", r == ETIMEDOUT,
	       end - after >= 30 * MS && end - after < 30 * SECOND);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "look";

	if (!strcmp(what, "look"))
		look();
	else if (!strcmp(what, "wait"))
		wait_all();
	else if (!strcmp(what, "timers"))
		timers();
	else if (!strcmp(what, "exec"))
		hand_over(argc > 2);
	else if (!strcmp(what, "compute"))
		compute();
	else if (!strcmp(what, "poll"))
		poll_clock(argc > 2 ? atol(argv[2]) : 200);
	else if (!strcmp(what, "busy"))
		busy();
	else if (!strcmp(what, "event"))
		event();
	else if (!strcmp(what, "interrupted"))
		interrupted();
	else if (!strcmp(what, "children"))
		children();
	else if (!strcmp(what, "socket"))
		socket_timeout();
	else if (!strcmp(what, "thread"))
		thread();
	else if (!strcmp(what, "old"))
		old();
	return 0;
}
