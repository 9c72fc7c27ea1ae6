// SPDX-License-Identifier: GPL-2.0
/*
 * Tells the readers of rings what tasks do besides counting: code that they map, their names,
 * forks, executed programs and exits. A record goes to the sets that count the task which does
 * that, and to those that count the CPU where it does so: that CPU is the one that writes to their
 * rings.
 *
 * Forks, executed programs and exits come from the scheduler's tracepoints (thread.c). No
 * tracepoint tells of mappings, and that of names comes before the name, without saying whether it
 * is for a new program. So there are kprobes on the two functions by which the kernel tells perf of
 * both. They stay disarmed until somebody wants records.
 *
 * A kprobe's handler runs with preemption off. A path is looked up without locks, unless a file is
 * renamed meanwhile. Then a real-time kernel would sleep for one, so there are no records there.
 */
#include <linux/binfmts.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "kernel/base/access.h"
#include "kernel/sample/note.h"
#include "kernel/sample/ring.h"
#include "kernel/task/records.h"
#include "kernel/task/switch.h"

struct records_cpu {
	raw_spinlock_t lock;   /* inside cpu_lock (kernel/cpu.c); outside of nothing */
	struct list_head sets; /* that count this CPU, and have records */
};
static DEFINE_PER_CPU(struct records_cpu, records_cpus);

#define NAME_MOST PATH_MAX /* with its zero */

/* A record that is being made, with room for its name. One for each CPU: preemption is off. */
struct named {
	struct pmc_ioctl_mmap mmap; /* or its head alone */
	char name[NAME_MOST];
};
static struct named __percpu *named;

/* ---- Who is told ---- */

static bool wants(const struct set *set)
{
	return set->flags & PMC_SETUP_RECORDS && READ_ONCE(set->rings);
}

/* Does anybody want to know what the current task does? */
static bool is_wanted(void)
{
	struct context *context;

	if (!list_empty(&this_cpu_ptr(&records_cpus)->sets))
		return true;
	for_each_context(context, current)
		if (!READ_ONCE(context->dead) && wants(context->set))
			return true;
	return false;
}

struct telling {
	struct pmc_ioctl_record *record;
	struct task_struct *task, *parent; /* parent: NULL if the record has none */
	bool parent_thread;
	bool paths; /* it shows paths or mappings */
};

static void put(const struct telling *t, const struct set *set)
{
	struct rings *rings = READ_ONCE(set->rings);

	note_task(t->record, set, t->task);
	if (t->parent)
		note_parent(t->record, set, t->parent, t->parent_thread);
	ring_put(&rings->ring[rings->n > 1 ? smp_processor_id() : 0], t->record);
}

/* The program that the task executes now may be one that the opener must not look at. */
static bool may_see(const struct telling *t, const struct set *set)
{
	return !t->paths || set->rank != USERS || access_after_exec(set->cred);
}

static void tell(const struct telling *t)
{
	struct records_cpu *cpu = this_cpu_ptr(&records_cpus);
	struct context *context;
	unsigned long flags;
	struct set *set;

	for_each_context(context, current) {
		raw_spin_lock_irqsave(&context->lock, flags);
		if (!context->dead && wants(context->set) && may_see(t, context->set))
			put(t, context->set);
		raw_spin_unlock_irqrestore(&context->lock, flags);
	}
	if (list_empty(&cpu->sets))
		return;
	raw_spin_lock_irqsave(&cpu->lock, flags);
	list_for_each_entry(set, &cpu->sets, of_records)
		if (wants(set))
			put(t, set);
	raw_spin_unlock_irqrestore(&cpu->lock, flags);
}

void records_add_cpu(struct set *set, int cpu)
{
	struct records_cpu *c = &per_cpu(records_cpus, cpu);

	raw_spin_lock_irq(&c->lock);
	list_add(&set->of_records, &c->sets);
	raw_spin_unlock_irq(&c->lock);
}

void records_remove_cpu(struct set *set)
{
	struct records_cpu *c;

	if (set->cpu < 0 || list_empty(&set->of_records))
		return;
	c = &per_cpu(records_cpus, set->cpu);
	raw_spin_lock_irq(&c->lock);
	list_del_init(&set->of_records);
	raw_spin_unlock_irq(&c->lock);
}

/* ---- Records with names ---- */

/* The name stands behind the fixed part, and zeros fill the record up. */
static void set_name(struct pmc_ioctl_record *record, const char *name)
{
	char *to = (char *)record + record->fixed;
	size_t n = strnlen(name, NAME_MOST - 1), size = ALIGN(n + 1, sizeof(u64));

	memmove(to, name, n);
	memset(to + n, 0, size - n);
	record->size = (u16)(record->fixed + size);
}

/* The task's name, which /proc shows to everybody, is the only one that is no path. */
static void tell_name(struct pmc_ioctl_record *record, struct task_struct *task, const char *name)
{
	const struct telling t = { .record = record,
				   .task = task,
				   .paths = record->type != PMC_RECORD_COMM };

	set_name(record, name);
	tell(&t);
}

/* Code without a file, by the names of /proc/PID/maps; otherwise as perf names it. */
static const char *name_of(struct vm_area_struct *vma)
{
	const struct mm_struct *mm = vma->vm_mm;
	const char *name = NULL;

	if (vma->vm_ops && vma->vm_ops->name)
		name = vma->vm_ops->name(vma);
	if (name)
		return name;
	if (vma->vm_start <= mm->brk && vma->vm_end >= mm->start_brk)
		return "[heap]";
	if (vma->vm_start <= mm->start_stack && vma->vm_end >= mm->start_stack)
		return "[stack]";
	return "//anon";
}

static void describe_file(struct pmc_ioctl_mmap *record, struct file *file)
{
#ifdef PMC_HAVE_FILE_USER_PATH
	const struct inode *inode = file_user_inode(file);
#else
	const struct inode *inode = file_inode(file);
#endif

	record->major = MAJOR(inode->i_sb->s_dev);
	record->minor = MINOR(inode->i_sb->s_dev);
	record->inode = inode->i_ino;
	record->generation = inode->i_generation;
}

static const char *path_of(struct file *file, char *room)
{
#ifdef PMC_HAVE_FILE_USER_PATH
	const char *path = d_path(file_user_path(file), room, NAME_MOST);
#else
	const char *path = d_path(&file->f_path, room, NAME_MOST);
#endif

	return IS_ERR(path) ? "//toolong" : path;
}

static u32 prot_of(unsigned long flags)
{
	return (flags & VM_READ ? PROT_READ : 0) | (flags & VM_WRITE ? PROT_WRITE : 0) |
	       (flags & VM_EXEC ? PROT_EXEC : 0);
}

static u32 map_flags_of(unsigned long flags)
{
	return (flags & VM_MAYSHARE ? MAP_SHARED : MAP_PRIVATE) |
	       (flags & VM_LOCKED ? MAP_LOCKED : 0) | (flags & VM_HUGETLB ? MAP_HUGETLB : 0);
}

static void tell_map(struct vm_area_struct *vma)
{
	struct named *to = this_cpu_ptr(named);
	struct pmc_ioctl_mmap *record = &to->mmap;

	note_begin(&record->head, PMC_RECORD_MMAP, sizeof(*record));
	record->head.value = vma->vm_start;
	record->length = vma->vm_end - vma->vm_start;
	record->offset = (u64)vma->vm_pgoff << PAGE_SHIFT;
	record->prot = prot_of(vma->vm_flags);
	record->map_flags = map_flags_of(vma->vm_flags);
	if (vma->vm_file)
		describe_file(record, vma->vm_file);
	tell_name(&record->head, current,
		  vma->vm_file ? path_of(vma->vm_file, to->name) : name_of(vma));
}

/* In the kernel's perf_event_mmap(vma): the vma is new, or has other rights than before. */
static int on_mmap(struct kprobe *probe, struct pt_regs *regs)
{
	struct vm_area_struct *vma = (void *)regs_get_kernel_argument(regs, 0);

	if (vma->vm_flags & VM_EXEC && is_wanted())
		tell_map(vma);
	return 0;
}

/* In the kernel's perf_event_comm(task, exec): the task has its new name. */
static int on_comm(struct kprobe *probe, struct pt_regs *regs)
{
	struct task_struct *task = (void *)regs_get_kernel_argument(regs, 0);
	struct pmc_ioctl_record *record = &this_cpu_ptr(named)->mmap.head;
	char name[TASK_COMM_LEN];

	if (!is_wanted())
		return 0;
	/* Somebody may give it another one at this moment. */
	memcpy(name, task->comm, sizeof(name));
	name[sizeof(name) - 1] = '\0';
	note_begin(record, PMC_RECORD_COMM, sizeof(*record));
	if ((u8)regs_get_kernel_argument(regs, 1))
		record->flags = PMC_COMM_EXEC;
	tell_name(record, task, name);
	return 0;
}

void records_exec(const struct linux_binprm *program, pid_t old)
{
	struct pmc_ioctl_record *record = &this_cpu_ptr(named)->mmap.head;

	if (!is_wanted())
		return;
	note_begin(record, PMC_RECORD_EXEC, sizeof(*record));
	/* The number that it had, if it was not the first thread, is free now. */
	record->ptid = (u32)old;
	tell_name(record, current, program->filename);
}

/* ---- Records without ---- */

void records_fork(struct task_struct *child)
{
	struct pmc_ioctl_record record;
	const struct telling t = {
		.record = &record, .task = child, .parent = current, .parent_thread = true
	};

	if (!is_wanted())
		return;
	note_begin(&record, PMC_RECORD_FORK, sizeof(record));
	tell(&t);
}

void records_ending(void)
{
	struct pmc_ioctl_record record;
	struct telling t = { .record = &record, .task = current };

	if (!is_wanted())
		return;
	note_begin(&record, PMC_RECORD_EXIT, sizeof(record));
	rcu_read_lock();
	t.parent = rcu_dereference(current->real_parent);
	tell(&t);
	rcu_read_unlock();
}

/* ---- Beginning and ending ---- */

static struct kprobe kernel_probes[] = {
	{ .symbol_name = "perf_event_mmap", .pre_handler = on_mmap },
	{ .symbol_name = "perf_event_comm", .pre_handler = on_comm },
};
static bool possible __ro_after_init;
static bool telling; /* the probes are armed; plans_mutex */

bool records_are_possible(void)
{
	return possible;
}

int records_begin(void)
{
	int err;

	if (telling)
		return 0;
	err = enable_kprobe(&kernel_probes[0]);
	if (err)
		return err;
	err = enable_kprobe(&kernel_probes[1]);
	if (err) {
		disable_kprobe(&kernel_probes[0]);
		return err;
	}
	telling = true;
	return 0;
}

void records_end(void)
{
	if (!telling)
		return;
	disable_kprobe(&kernel_probes[0]);
	disable_kprobe(&kernel_probes[1]);
	telling = false;
}

static int __init register_kernel_probes(void)
{
	int err;

	kernel_probes[0].flags = kernel_probes[1].flags = KPROBE_FLAG_DISABLED;
	err = register_kprobe(&kernel_probes[0]);
	if (err)
		return err;
	err = register_kprobe(&kernel_probes[1]);
	if (err)
		unregister_kprobe(&kernel_probes[0]);
	return err;
}

int __init records_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		raw_spin_lock_init(&per_cpu(records_cpus, cpu).lock);
		INIT_LIST_HEAD(&per_cpu(records_cpus, cpu).sets);
	}
	named = alloc_percpu(struct named);
	if (!named)
		return -ENOMEM;
	possible = !IS_ENABLED(CONFIG_PREEMPT_RT) && !register_kernel_probes();
	return 0;
}

void records_exit(void)
{
	if (possible) {
		unregister_kprobe(&kernel_probes[0]);
		unregister_kprobe(&kernel_probes[1]);
	}
	free_percpu(named);
}
