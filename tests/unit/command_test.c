/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands: how libpmc finds, holds, starts, waits for and kills them, and what they inherit. */
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/clock.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"

static char dir[64] = "/tmp/pmc-command-XXXXXX";
static struct pmc_diag diag;

static const char *in_dir(const char *name)
{
	static char path[4][128];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", dir, name);
	return path[turn];
}

static void put(const char *name, const char *text, int mode)
{
	FILE *f = fopen(in_dir(name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f) || chmod(in_dir(name), (mode_t)mode))
		exit(1);
}

static void refused(struct pmc *pmc, const char *name, int error, int status, const char *words)
{
	char *argv[] = { (char *)name, NULL };
	struct pmc_command *c = NULL;
	int err;

	memset(&diag, 0, sizeof(diag));
	err = pmc_command_create(pmc, argv, NULL, &c, &diag);
	is_int(err, error, "'%s' is refused", name);
	ok(!c, "'%s': nothing is made", name);
	is_int(pmc_command_status(err), status, "'%s': the status of a shell", name);
	if (!ok(strstr(diag.sentence, words) != NULL, "'%s': the sentence has '%s'", name, words))
		note("  got %s", diag.sentence);
	pmc_command_destroy(c);
}

static void refusals(struct pmc *pmc)
{
	put("plain", "no program", 0644);
	put("bad", "#!/no/such/interpreter\n", 0755);
	put("bad2", "#! /etc -x\n", 0755);
	mkdir(in_dir("folder"), 0755);
	if (symlink("loop", in_dir("loop")))
		exit(1);
	refused(pmc, "pmc-no-such-command", -ENOENT, 127,
		"command 'pmc-no-such-command' not found");
	refused(pmc, "./pmc-no-such-file", -ENOENT, 127, "not found");
	refused(pmc, "", -ENOENT, 127, "the command's name is empty");
	refused(pmc, in_dir("plain"), -EACCES, 126, "Permission denied");
	refused(pmc, in_dir("folder"), -EISDIR, 126, "Is a directory");
	refused(pmc, in_dir("loop"), -ELOOP, 126, "Too many levels");
	refused(pmc, in_dir("plain/x"), -ENOTDIR, 126, "Not a directory");
	refused(pmc, in_dir("bad"), -ENOENT, 127, "its interpreter '/no/such/interpreter'");
	refused(pmc, in_dir("bad2"), -EISDIR, 126, "its interpreter '/etc'");
	is_int(pmc_command_status(-ENOMEM), 125, "what is pmc's own is 125");
	is_int(pmc_command_create(pmc, (char *[]){ NULL }, NULL, &(struct pmc_command *){ NULL },
				  &diag),
	       -EINVAL, "no command at all");
}

/* Runs the command natively and returns the first line that it printed. */
static int run(struct pmc *pmc, char *const argv[], char *const envp[], char *out, size_t size)
{
	struct pmc_command *c;
	int fds[2], keep = dup(1), status = -1, err;
	ssize_t n = 0;

	if (pipe(fds) || keep < 0)
		return -1;
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fcntl(keep, F_SETFD, FD_CLOEXEC);
	err = pmc_command_create(pmc, argv, envp, &c, &diag);
	if (!err) {
		dup2(fds[1], 1);
		close(fds[1]);
		err = pmc_command_start(c, &diag);
		dup2(keep, 1);
		while (!err && (n = read(fds[0], out, size - 1)) < 0 && errno == EINTR)
			;
		out[n > 0 ? n : 0] = 0;
		out[strcspn(out, "\n")] = 0;
		if (!err)
			err = pmc_command_wait(c, 10000, &status);
		pmc_command_destroy(c);
	}
	close(fds[0]);
	close(keep);
	if (err)
		note("%s", diag.sentence);
	return err ? err : status;
}

static void running(struct pmc *pmc)
{
	char path[200], out[256];
	char *envp[] = { path, "COLOUR=blue", NULL };

	is_int(run(pmc, (char *[]){ "sh", "-c", "echo $0 $#; exit 7", "a", "b", NULL }, NULL, out,
		   sizeof(out)),
	       7 << 8, "the status is the command's");
	is_str(out, "a 1", "so are the arguments");

	put("script", "echo $COLOUR \"$1\"\n", 0755);
	put("hidden", "#!/bin/sh\necho found\n", 0644);
	mkdir(in_dir("second"), 0755);
	put("second/hidden", "#!/bin/sh\necho second\n", 0755);
	snprintf(path, sizeof(path), "PATH=/nonexistent:%s:%s/second:/bin", dir, dir);
	is_int(run(pmc, (char *[]){ "script", "x y", NULL }, envp, out, sizeof(out)), 0,
	       "a file without #! is found along the new $PATH");
	is_str(out, "blue x y", "and runs under the shell, in the new environment");
	is_int(run(pmc, (char *[]){ "hidden", NULL }, envp, out, sizeof(out)), 0,
	       "a file that may not be executed is passed over");
	is_str(out, "second", "for one further along $PATH");
	is_int(run(pmc, (char *[]){ "sh", "-c", "kill -TERM $$", NULL }, NULL, out, sizeof(out)),
	       SIGTERM, "death by a signal is told");
}

static void held_back(struct pmc *pmc)
{
	char *argv[] = { "touch", (char *)in_dir("made"), NULL };
	struct pmc_command *c;
	struct pmc_set *set;
	struct pmc_times times;
	struct pmc_count count;
	int status = -1;

	is_int(pmc_command_create(pmc, argv, NULL, &c, &diag), 0, "a command is made");
	is_int(pmc_command_pid(c), -1, "it has no process");
	is_int(pmc_command_wait(c, 0, &status), -EINVAL, "and cannot be waited for");
	is_int(pmc_command_kill(c, SIGTERM), -ESRCH, "or killed");
	is_int(pmc_command_times(c, &times), -EINVAL, "and has no times");
	is_int(pmc_set_create(pmc, "task-clock", PMC_SET_INHERIT, &set, &diag), 0, "a set is made");
	is_int(pmc_set_attach_command(set, c, &diag), 0, "and attached");
	is_int(pmc_set_start(set), 0, "and started");
	usleep(20000);
	is_int(access(in_dir("made"), F_OK), -1, "the command does not run before it is started");
	is_int(pmc_set_read(set, &count, 1, NULL), 0, "the set can be read");
	is_int(count.state, PMC_NOT_COUNTED, "it has counted nothing");
	is_int(pmc_command_start(c, &diag), 0, "the command is started");
	ok(pmc_command_pid(c) > 0, "it has a process");
	is_int(pmc_command_start(c, &diag), -EALREADY, "it starts once only");
	is_int(pmc_command_wait(c, -1, &status), 0, "it ends");
	is_int(status, 0, "well");
	is_int(access(in_dir("made"), F_OK), 0, "it did its work");
	is_int(pmc_command_wait(c, -1, &status), 0, "it can be waited for again");
	is_int(pmc_set_read(set, &count, 1, NULL), 0, "the set is read after the end");
	ok(count.state == PMC_COUNTED && count.value > 10000, "it has counted");
	pmc_command_times(c, &times);
	ok(times.elapsed_ns > 100000 && times.elapsed_ns < 5000000000u && times.max_rss_kb > 100,
	   "times are told");
	pmc_set_destroy(set);
	pmc_command_destroy(c);

	/* A command that nobody starts leaves nothing behind. */
	pmc_command_create(pmc, argv, NULL, &c, &diag);
	pmc_set_create(pmc, "task-clock", 0, &set, &diag);
	pmc_set_attach_command(set, c, &diag);
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	is_int(waitpid(-1, NULL, WNOHANG), -1, "no child is left");
}

static void on_alarm(int sig)
{
}

static void waiting(struct pmc *pmc)
{
	char *argv[] = { "sleep", "30", NULL };
	struct sigaction action = { .sa_handler = on_alarm };
	struct pmc_command *c;
	int status = -1;
	u64 began;

	pmc_command_create(pmc, argv, NULL, &c, &diag);
	pmc_command_start(c, &diag);
	is_int(pmc_command_wait(c, 0, &status), -ETIMEDOUT, "a look does not wait");
	began = clock_now();
	is_int(pmc_command_wait(c, 120, &status), -ETIMEDOUT, "a wait ends in time");
	ok(clock_now() - began >= 120000000u && clock_now() - began < 2000000000u,
	   "not before, not long "
	   "after");
	sigaction(SIGALRM, &action, NULL);
	alarm(1);
	is_int(pmc_command_wait(c, -1, &status), -EINTR, "a signal handler ends a wait");
	is_int(pmc_command_kill(c, SIGKILL), 0, "it can be killed");
	is_int(pmc_command_wait(c, 5000, &status), 0, "and ends");
	is_int(status, SIGKILL, "by that signal");
	is_int(pmc_command_kill(c, SIGKILL), -ESRCH, "once");
	pmc_command_destroy(c);
}

/*
 * If the caller ignores SIGCHLD, the kernel reaps the command and its status is lost. Counts that
 * were read before are kept.
 */
static void reaped_by_others(struct pmc *pmc)
{
	char *argv[] = { "sh", "-c", "while [ ! -e \"$0\" ]; do :; done", (char *)in_dir("go"),
			 NULL };
	struct pmc_count before, after;
	struct pmc_command *c;
	struct pmc_set *set;
	int status = 77;

	signal(SIGCHLD, SIG_IGN);
	pmc_command_create(pmc, argv, NULL, &c, &diag);
	pmc_set_create(pmc, "minor-faults", PMC_SET_INHERIT, &set, &diag);
	pmc_set_attach_command(set, c, &diag);
	pmc_set_start(set);
	is_int(pmc_command_start(c, &diag), 0, "a command of one who ignores SIGCHLD starts");
	usleep(30000);
	pmc_set_read(set, &before, 1, NULL);
	put("go", "", 0644);
	is_int(pmc_command_wait(c, 10000, &status), -ECHILD,
	       "its end is told, though not its status");
	is_int(status, 77, "which is left alone");
	is_int(pmc_command_wait(c, 0, &status), -ECHILD, "again");
	is_int(pmc_set_read(set, &after, 1, NULL), 0, "its counts are read");
	ok(before.value > 10 && after.value >= before.value, "and do not shrink");
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	signal(SIGCHLD, SIG_DFL);
}

static void inherited(struct pmc *pmc)
{
	char out[256];
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	is_int(run(pmc, (char *[]){ "grep", "SigBlk", "/proc/self/status", NULL }, NULL, out,
		   sizeof(out)),
	       0, "the command tells its signal mask");
	is_str(out, "SigBlk:\t0000000000000200", "it is the caller's");
	sigprocmask(SIG_SETMASK, &old, NULL);
	is_int(run(pmc, (char *[]){ "sh", "-c", "ls /proc/self/fd | tr '\\n' ' '", NULL }, NULL,
		   out, sizeof(out)),
	       0, "and its descriptors");
	is_str(out, "0 1 2 3 ", "none of them is the library's (3 is ls's own)");
}

#define PAGES 2048

static long faults(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_minflt;
}

/* Starts `true` under the engine. Returns 0, -errno, or its status. */
static int run_translated(struct pmc *pmc)
{
	struct pmc_command *c = NULL;
	struct pmc_set *set = NULL;
	int status = -1, err;

	err = pmc_command_create(pmc, (char *[]){ "true", NULL }, NULL, &c, &diag);
	if (!err)
		err = pmc_set_create(pmc, "instructions:u", PMC_SET_INHERIT, &set, &diag);
	if (!err)
		err = pmc_set_attach_command(set, c, &diag);
	if (!err)
		err = pmc_command_start(c, &diag);
	if (!err)
		err = pmc_command_wait(c, 10000, &status);
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	return err ? err : status;
}

/* A child that executes the engine has borrowed this memory until then, so none is copied. */
static void borrowed(void)
{
	struct clone_args nothing = { .flags = CLONE_VM | CLONE_SIGHAND | CLONE_CLEAR_SIGHAND };
	struct pmc *pmc;
	char *pages;
	long before;
	int i;

	if (!use_engine() || pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag)) {
		skip(1, "the engine is not built");
		return;
	}
	pages = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		     0);
	madvise(pages, PAGES * 4096, MADV_NOHUGEPAGE);
	for (i = 0; i < PAGES; i++)
		pages[i * 4096] = 1;
	is_int(run_translated(pmc), 0, "a command runs under the engine");
	before = faults();
	for (i = 0; i < PAGES; i++)
		pages[i * 4096]++;
	/* Those flags contradict each other: a kernel that knows clone3 says so. */
	if (syscall(SYS_clone3, &nothing, sizeof(nothing)) == -1 && errno == EINVAL)
		ok(faults() - before < PAGES / 10, "its start has copied none of the memory");
	else
		skip(1, "clone3 is not allowed here");
	munmap(pages, PAGES * 4096);

	put("no-engine", "neither ELF nor a script", 0755);
	setenv("PMC_EMU", in_dir("no-engine"), 1);
	is_int(run_translated(pmc), -ENOEXEC, "what cannot be executed is no engine");
	ok(strstr(diag.sentence, "cannot execute the translator"), "so it is said");
	unsetenv("PMC_EMU");
	pmc_close(pmc);
}

int main(void)
{
	char command[96];
	struct pmc *pmc;
	int fd;

	/* Do not take descriptors that the test inherited for the library's. */
	for (fd = 3; fd < 4096; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (!mkdtemp(dir) || pmc_open("perf", PMC_USE_COMMAND, &pmc, &diag))
		return 1;
	refusals(pmc);
	running(pmc);
	held_back(pmc);
	waiting(pmc);
	reaped_by_others(pmc);
	inherited(pmc);
	borrowed();
	pmc_close(pmc);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	if (system(command))
		return 1;
	return done();
}
