/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares emu/image/script.c with the kernel. The test writes random first lines to a file and
 * executes it; the interpreter (this program, by the name "i") must get the arguments that
 * script_parse() predicts.
 *
 * links: emu/image/script.c
 */
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/image/script.h"

/* Under sanitizers fewer scripts suffice: they look for memory errors, and a fork is slow there. */
#ifdef __SANITIZE_ADDRESS__
#define SCRIPTS 300
#else
#define SCRIPTS 1500
#endif

static unsigned seed = 7;

static unsigned rnd(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

/* Makes a file that begins more or less like a script. */
static size_t make_script(char *buf, size_t size)
{
	static const char *const parts[] = { " ",   "\t", "./i", "i", "a", "b c",  "\n",
					     "\0x", "  ", "\r",	 "x", "#", "./i ", "\t\t" };
	size_t n = 0, len;
	unsigned i, parts_n = rnd(8);

	memcpy(buf, "#!", 2);
	n = 2;
	if (rnd(4)) { /* usually one that works */
		n += sprintf(buf + n, "%s./i%s", rnd(2) ? " " : "", rnd(2) ? " " : "");
	}
	for (i = 0; i < parts_n; i++) {
		unsigned k = rnd(sizeof(parts) / sizeof(parts[0]));

		len = k == 7 ? 2 : strlen(parts[k]);
		if (rnd(12) == 0) { /* up to the end of what the kernel reads, or about there */
			len = rnd(2) ? 250 - n % 250 + rnd(10) : rnd(300);
			if (n + len < size)
				memset(buf + n, rnd(2) ? ' ' : 'y', len);
		} else {
			memcpy(buf + n, parts[k], len);
		}
		n += len;
		if (n + 320 > size)
			break;
	}
	if (rnd(2))
		buf[n++] = '\n';
	return n;
}

/* Returns what execve makes of the file: "errno N", or the arguments in brackets. */
static void run_script(char *out, size_t size)
{
	char *argv[] = { (char *)"zero", (char *)"last", NULL };
	char *envp[] = { (char *)"SCRIPT_TEST=1", NULL };
	int fds[2];
	ssize_t n, len = 0;

	if (pipe(fds))
		exit(1);
	if (!fork()) {
		dup2(fds[1], 1);
		execve("./s", argv, envp);
		dprintf(1, "errno %d", errno);
		_exit(1);
	}
	close(fds[1]);
	while ((n = read(fds[0], out + len, size - 1 - len)) > 0)
		len += n;
	out[len] = '\0';
	close(fds[0]);
	wait(NULL);
}

static void foretell(const char *file, size_t n, char *out, size_t size)
{
	char buf[SCRIPT_BUF] = "";
	struct script s;

	memcpy(buf, file, n < sizeof(buf) ? n : sizeof(buf));
	if (script_parse(buf, &s))
		snprintf(out, size, "errno %d", ENOEXEC);
	else if (!*s.interp)
		snprintf(out, size, "errno %d", EACCES);
	else if (strcmp(s.interp, "i") && strcmp(s.interp, "./i"))
		snprintf(out, size, "errno %d", ENOENT);
	else
		snprintf(out, size, s.arg ? "[%s][%s][./s][last]" : "[%s]%s[./s][last]", s.interp,
			 s.arg ? s.arg : "");
}

static void against_kernel(int rounds)
{
	char file[4096], want[2048], got[2048];
	int i, fd, bad = 0, scripts = 0, plain = 0;

	for (i = 0; i < rounds && bad < 5; i++) {
		size_t n = make_script(file, sizeof(file));

		fd = open("s", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0755);
		if (write(fd, file, n) != (ssize_t)n)
			exit(1);
		close(fd);
		run_script(got, sizeof(got));
		foretell(file, n, want, sizeof(want));
		scripts += got[0] == '[';
		plain += !strcmp(got, "errno 8");
		if (strcmp(got, want)) {
			bad++;
			note("got %s, want %s, of %zu bytes: %.200s", got, want, n, file);
		}
	}
	is_int(bad, 0, "%d random scripts", rounds);
	ok(scripts > rounds / 4 && plain > rounds / 50, "of which many ran and some were refused");
}

int main(int argc, char **argv)
{
	char dir[] = "/tmp/pmc-script-XXXXXX", exe[4096], buf[SCRIPT_BUF] = "text";
	struct script s;
	ssize_t n;
	int i;

	if (getenv("SCRIPT_TEST")) {
		for (i = 0; i < argc; i++)
			printf("[%s]", argv[i]);
		return 0;
	}
	is_int(script_parse(buf, &s), -ENOEXEC, "no script");
	n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	if (n <= 0 || !mkdtemp(dir) || chdir(dir))
		return 1;
	exe[n] = '\0';
	if (symlink(exe, "i"))
		return 1;
	against_kernel(SCRIPTS);
	unlink("i");
	unlink("s");
	rmdir(dir);
	return done();
}
