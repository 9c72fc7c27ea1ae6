/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tries every way in which execve and execveat can succeed or fail, and prints one line for each:
 * the errno, or what the new program sees of itself. The lines must be the same natively and under
 * the engine.
 *
 * The first argument names an empty directory to work in. What depends on the machine (the caller's
 * rights, binfmt_misc) is the same in both runs.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char self[4096], *env_of_child[] = { (char *)"PROBE=1", NULL };

/* The new program: what it sees. */
static int show(int argc, char **argv, char **envp)
{
	char buf[4096], name[17] = "", sum[32];
	int i, fd, n, envc = 0;

	prctl(PR_GET_NAME, name);
	while (envp[envc])
		envc++;
	n = readlink("/proc/self/exe", buf, sizeof(buf) - 1);
	buf[n > 0 ? n : 0] = '\0';
	printf("argc %d env %d comm %s execfn %s exe %s", argc, envc, name,
	       (char *)getauxval(AT_EXECFN), buf);
	for (i = 0; i < argc && i < 16; i++)
		printf(" [%s]", argv[i]);
	fd = open("/proc/self/cmdline", O_RDONLY);
	n = read(fd, buf, sizeof(buf));
	close(fd);
	for (i = 0; i < n; i++) {
		if (!buf[i])
			buf[i] = '|';
	}
	snprintf(sum, sizeof(sum), "%d", n);
	printf(" cmdline %.*s", n < 300 ? n : 300, n < 300 ? buf : sum);
	fd = open("/proc/self/environ", O_RDONLY);
	n = read(fd, buf, sizeof(buf));
	close(fd);
	printf(" environ %.*s", n < 300 ? n : 300, buf);
	/* Prints the lowest free descriptor, which shows whether one was left open. */
	fd = open("/dev/null", O_RDONLY);
	printf(" fd %d\n", fd);
	return 42;
}

struct call {
	const char *what;
	int dirfd;
	const char *path;
	char **argv, **envp;
	int flags;
};

/* Runs the call in a child, in one of three ways, and prints the result. */
static void try_by(const struct call *c, char how)
{
	int status;
	pid_t child;

	printf("%s (%c): ", c->what, how);
	fflush(stdout);
	child = how == 'v' ? vfork() : fork();
	if (!child) {
		if (how == 'e' || c->flags || c->dirfd != AT_FDCWD)
			syscall(SYS_execveat, c->dirfd, c->path, c->argv, c->envp, c->flags);
		else
			syscall(SYS_execve, c->path, c->argv, c->envp);
		_exit(errno < 250 ? errno : 250);
	}
	waitpid(child, &status, 0);
	if (WIFSIGNALED(status))
		printf("signal %d\n", WTERMSIG(status));
	else if (WEXITSTATUS(status) != 42)
		printf("%s\n", strerror(WEXITSTATUS(status)));
	fflush(stdout);
}

static void try_call(struct call c)
{
	if (!c.envp)
		c.envp = env_of_child;
	try_by(&c, 'f');
	try_by(&c, 'v');
	try_by(&c, 'e');
}

static void file(const char *name, const void *data, size_t n, mode_t mode)
{
	int fd = open(name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);

	if (write(fd, data, n) != (ssize_t)n)
		perror(name);
	fchmod(fd, mode);
	close(fd);
}

static void text(const char *name, const char *data, mode_t mode)
{
	file(name, data, strlen(data), mode);
}

static void *whole(const char *name, size_t *n)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	fstat(fd, &st);
	*n = st.st_size;
	p = mmap(NULL, *n, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	return p;
}

#define ARGS(...) ((char *[]){ __VA_ARGS__, NULL })
#define A	  (char *)

static void paths(void)
{
	char longer[300], longest[5000];

	text("plain", "echo no interpreter\n", 0755);
	text("not-x", "#!/bin/sh\n", 0644);
	text("empty", "", 0755);
	mkdir("dir", 0755);
	mkfifo("fifo", 0755);
	symlink(self, "link");
	symlink("loop", "loop");
	symlink("nowhere", "dangling");
	memset(longer, 'a', sizeof(longer));
	longer[299] = '\0';
	memset(longest, '/', sizeof(longest));
	longest[4999] = '\0';

	try_call((struct call){ "itself", AT_FDCWD, self, ARGS(A "me", A "show", A "x y") });
	try_call((struct call){ "by a link", AT_FDCWD, "link", ARGS(A "me", A "show") });
	try_call((struct call){ "/proc/self/exe", AT_FDCWD, "/proc/self/exe",
				ARGS(A "me", A "show") });
	try_call((struct call){ "missing", AT_FDCWD, "missing", ARGS(A "x") });
	try_call((struct call){ "empty name", AT_FDCWD, "", ARGS(A "x") });
	try_call((struct call){ "dangling", AT_FDCWD, "dangling", ARGS(A "x") });
	try_call((struct call){ "loop", AT_FDCWD, "loop", ARGS(A "x") });
	try_call((struct call){ "directory", AT_FDCWD, "dir", ARGS(A "x") });
	try_call((struct call){ "fifo", AT_FDCWD, "fifo", ARGS(A "x") });
	try_call((struct call){ "device", AT_FDCWD, "/dev/null", ARGS(A "x") });
	try_call((struct call){ "under a file", AT_FDCWD, "plain/x", ARGS(A "x") });
	try_call((struct call){ "not executable", AT_FDCWD, "not-x", ARGS(A "x") });
	try_call((struct call){ "plain text", AT_FDCWD, "plain", ARGS(A "x") });
	try_call((struct call){ "empty file", AT_FDCWD, "empty", ARGS(A "x") });
	try_call((struct call){ "long component", AT_FDCWD, longer, ARGS(A "x") });
	try_call((struct call){ "long path", AT_FDCWD, longest, ARGS(A "x") });
	try_call((struct call){ "bad path", AT_FDCWD, (char *)8, ARGS(A "x") });
}

static void pointers(void)
{
	char **many = calloc(60000, sizeof(*many)), *bad[] = { A "x", (char *)8, NULL };
	char *big = malloc(200000), *page;
	int i;

	try_call((struct call){ "bad argv", AT_FDCWD, self, (char **)8 });
	try_call((struct call){ "bad argument", AT_FDCWD, self, bad });
	try_call((struct call){ "bad envp", AT_FDCWD, self, ARGS(A "x"), (char **)8 });
	try_call((struct call){ "bad variable", AT_FDCWD, self, ARGS(A "x"), bad });
	try_call((struct call){ "no argv", AT_FDCWD, self, NULL });
	try_call((struct call){ "empty argv", AT_FDCWD, self, (char *[]){ NULL } });
	for (i = 0; i < 3000; i++)
		many[i] = A(i == 1 ? "show" : "word");
	try_call((struct call){ "3000 arguments", AT_FDCWD, self, many });
	for (; i < 50000; i++)
		many[i] = A "word";
	try_call((struct call){ "50000 arguments", AT_FDCWD, self, many });
	memset(big, 'b', 200000);
	big[199999] = '\0';
	try_call((struct call){ "a long argument", AT_FDCWD, self, ARGS(A "x", A "show", big) });
	big[131000] = '\0';
	try_call((struct call){ "128 KiB argument", AT_FDCWD, self, ARGS(A "x", A "show", big) });
	/* The list ends with the page. */
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(page + 4096, 4096);
	memcpy(page + 4096 - 24, ARGS(A "edge", A "show"), 24);
	try_call((struct call){ "list at the edge", AT_FDCWD, self, (char **)(page + 4096 - 24) });
}

static void scripts(void)
{
	char line[5000], name[16], before[16];
	int i;

	snprintf(line, sizeof(line), "#!%s show\n", self);
	text("s1", line, 0755);
	snprintf(line, sizeof(line), "#! \t%s \t show two words \t\nmore\n", self);
	text("s2", line, 0755);
	snprintf(line, sizeof(line), "#!%s show", self);
	text("s3", line, 0755);
	text("s-empty", "#!", 0755);
	text("s-blank", "#!  \t \n", 0755);
	text("s-missing", "#!/no/such/file\n", 0755);
	text("s-dir", "#!/\n", 0755);
	text("s-not-x", "#!./not-x\n", 0755);
	text("s-plain", "#!./plain\n", 0755);
	memset(line, 'x', sizeof(line));
	memcpy(line, "#!/", 3);
	file("s-long", line, 4000, 0755);
	i = snprintf(line, sizeof(line), "#!%s show ", self);
	line[i] = 'x';
	file("s-long-argument", line, 4000, 0755);
	snprintf(line, sizeof(line), "#!%s", self);
	file("s-zero", line, strlen(line) + 1, 0755);
	for (i = 1; i <= 7; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		snprintf(before, sizeof(before), "n%d", i - 1);
		snprintf(line, sizeof(line), "#!./%s arg%d\n", i == 1 ? "s1" : before, i);
		text(name, line, 0755);
	}
	try_call((struct call){ "script", AT_FDCWD, "./s1", ARGS(A "zero", A "one", A "two") });
	try_call((struct call){ "blanks", AT_FDCWD, "s2", ARGS(A "zero", A "one") });
	try_call((struct call){ "no line end", AT_FDCWD, "s3", ARGS(A "zero") });
	try_call((struct call){ "script without argv", AT_FDCWD, "s1", NULL });
	try_call((struct call){ "#! alone", AT_FDCWD, "s-empty", ARGS(A "x") });
	try_call((struct call){ "#! and blanks", AT_FDCWD, "s-blank", ARGS(A "x") });
	try_call((struct call){ "no interpreter", AT_FDCWD, "s-missing", ARGS(A "x") });
	try_call((struct call){ "directory as interpreter", AT_FDCWD, "s-dir", ARGS(A "x") });
	try_call((struct call){ "interpreter not executable", AT_FDCWD, "s-not-x", ARGS(A "x") });
	try_call((struct call){ "text as interpreter", AT_FDCWD, "s-plain", ARGS(A "x") });
	try_call((struct call){ "long interpreter", AT_FDCWD, "s-long", ARGS(A "x") });
	try_call((struct call){ "long argument", AT_FDCWD, "s-long-argument", ARGS(A "x") });
	try_call((struct call){ "zero byte", AT_FDCWD, "s-zero", ARGS(A "x", A "show") });
	for (i = 1; i <= 7; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		try_call((struct call){ name, AT_FDCWD, name, ARGS(A "x", A "last") });
	}
}

static void by_descriptor(void)
{
	int dir = open(".", O_RDONLY | O_DIRECTORY), path = open(self, O_PATH), mem;
	int file_fd = open(self, O_RDONLY), script = open("s1", O_RDONLY);
	int closing = open("s1", O_RDONLY | O_CLOEXEC), readonly = open(".", O_PATH | O_CLOEXEC);
	size_t n;
	void *p = whole(self, &n);
	char **argv = ARGS(A "me", A "show");

	try_call((struct call){ "relative to a directory", dir, "link", argv });
	try_call((struct call){ "relative to O_PATH", readonly, "link", argv });
	try_call((struct call){ "absolute with a directory", dir, self, argv });
	try_call((struct call){ "bad directory", 77, "link", argv });
	try_call((struct call){ "file as directory", file_fd, "link", argv });
	try_call((struct call){ "empty path", file_fd, "", argv });
	try_call((struct call){ "AT_EMPTY_PATH", file_fd, "", argv, NULL, AT_EMPTY_PATH });
	try_call((struct call){ "AT_EMPTY_PATH of O_PATH", path, "", argv, NULL, AT_EMPTY_PATH });
	try_call((struct call){ "AT_EMPTY_PATH of here", AT_FDCWD, "", argv, NULL, AT_EMPTY_PATH });
	try_call((struct call){ "AT_EMPTY_PATH, bad", 77, "", argv, NULL, AT_EMPTY_PATH });
	try_call((struct call){ "no follow", AT_FDCWD, "link", argv, NULL, AT_SYMLINK_NOFOLLOW });
	try_call((struct call){ "no follow, no link", dir, "s1", argv, NULL, AT_SYMLINK_NOFOLLOW });
	try_call((struct call){ "bad flags", AT_FDCWD, self, argv, NULL, 1 << 20 });
	try_call((struct call){ "script relative", dir, "s1", argv });
	try_call((struct call){ "script relative, closing", readonly, "s1", argv });
	try_call((struct call){ "script by descriptor", script, "", argv, NULL, AT_EMPTY_PATH });
	try_call((struct call){ "script, closing", closing, "", argv, NULL, AT_EMPTY_PATH });
	mem = memfd_create("probe", MFD_CLOEXEC);
	if (write(mem, p, n) != (ssize_t)n)
		perror("memfd");
	try_call((struct call){ "memfd", mem, "", argv, NULL, AT_EMPTY_PATH });
	close(dir);
	close(path);
	close(file_fd);
	close(script);
	close(closing);
	close(readonly);
	close(mem);
}

static void elf_files(void)
{
	size_t n, i;
	char *p = whole(self, &n), *q = malloc(n);
	Elf64_Ehdr *eh = (Elf64_Ehdr *)q;
	Elf64_Phdr *ph = NULL;
	int fd;

#define FRESH() memcpy(q, p, n)
	FRESH();
	for (i = 0; i < eh->e_phnum; i++) {
		if (((Elf64_Phdr *)(q + eh->e_phoff))[i].p_type == PT_INTERP)
			ph = (Elf64_Phdr *)(q + eh->e_phoff) + i;
	}
/* clang-format off */
#define TRY(name, size)                                                                            \
	do {                                                                                       \
		file("elf", q, size, 0755);                                                        \
		try_call((struct call){ name, AT_FDCWD, "elf", ARGS(A "me", A "show") });          \
		FRESH();                                                                           \
	} while (0)
	/* clang-format on */
	TRY("a copy", n);
	TRY("cut off in the header", 40);
	TRY("header alone", 64);
	TRY("cut off in the program headers", 200);
	eh->e_machine = EM_AARCH64;
	TRY("another machine", n);
	eh->e_type = ET_REL;
	TRY("an object file", n);
	eh->e_phentsize = 32;
	TRY("odd program headers", n);
	eh->e_phnum = 0;
	TRY("no program headers", n);
	eh->e_phnum = 2000;
	TRY("too many program headers", n);
	eh->e_ident[EI_CLASS] = ELFCLASS32;
	TRY("class 32", n);
	if (ph) {
		q[ph->p_offset + ph->p_filesz - 1] = 'x';
		TRY("interpreter without end", n);
		strcpy(q + ph->p_offset, "/no/such");
		TRY("interpreter missing", n);
		strcpy(q + ph->p_offset, "plain");
		TRY("interpreter is text", n);
		strcpy(q + ph->p_offset, "not-x");
		TRY("interpreter not executable", n);
		ph->p_filesz = 1;
		TRY("interpreter too short", n);
		ph->p_filesz = 5000;
		TRY("interpreter too long", n);
		ph->p_offset = n;
		TRY("interpreter beyond the end", n);
	}
	for (i = 0; i < eh->e_phnum; i++) {
		ph = (Elf64_Phdr *)(q + eh->e_phoff) + i;
		if (ph->p_type == PT_LOAD)
			break;
	}
	ph->p_filesz = ph->p_memsz + 1;
	TRY("segment too big", n);
	ph->p_vaddr += 8;
	TRY("segment at an odd offset", n);
	for (i = 0; i < eh->e_phnum; i++) {
		if (ph[i].p_type == PT_LOAD)
			ph[i].p_type = PT_NULL;
	}
	TRY("no segments", n);
	/* Open for writing. */
	file("elf", p, n, 0755);
	fd = open("elf", O_WRONLY | O_CLOEXEC);
	try_call((struct call){ "being written", AT_FDCWD, "elf", ARGS(A "me", A "show") });
	close(fd);
	try_call((struct call){ "written", AT_FDCWD, "elf", ARGS(A "me", A "show") });
	chmod("elf", 0111);
	try_call((struct call){ "not readable", AT_FDCWD, "elf", ARGS(A "me", A "show") });
	chmod("elf", 04755);
	try_call((struct call){ "set-uid of its own", AT_FDCWD, "elf", ARGS(A "me", A "show") });
	unlink("elf");
	free(q);
	munmap(p, n);
}

static void few_descriptors(void)
{
	struct rlimit old, low;
	int n = 0, last;

	getrlimit(RLIMIT_NOFILE, &old);
	low = old;
	low.rlim_cur = 64;
	setrlimit(RLIMIT_NOFILE, &low);
	while ((last = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
		n = last;
	printf("highest descriptor %d: %s\n", n, strerror(errno));
	try_call((struct call){ "none free", AT_FDCWD, self, ARGS(A "me", A "show") });
	try_call((struct call){ "none free, script", AT_FDCWD, "s1", ARGS(A "me", A "show") });
	for (; n > 2; n--)
		close(n);
	setrlimit(RLIMIT_NOFILE, &old);
}

int main(int argc, char **argv, char **envp)
{
	int n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (getenv("PROBE"))
		return show(argc, argv, envp);
	if (n <= 0 || argc != 2 || chdir(argv[1])) {
		fprintf(stderr, "usage: exec_probe EMPTY-DIRECTORY\n");
		return 2;
	}
	for (n = 3; n < 1024; n++)
		close(n);
	paths();
	pointers();
	scripts();
	by_descriptor();
	elf_files();
	few_descriptors();
	return 0;
}
