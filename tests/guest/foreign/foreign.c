// SPDX-License-Identifier: BSD-2-Clause
/*
 * A module that sends NMIs which no PMU caused, as a management controller, a watchdog or failing
 * memory does, and counts those that no other handler took for its own.
 *	echo N >/sys/module/foreign/parameters/send	sends N to the CPU in `cpu`
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/nmi.h>

static unsigned int cpu;
static unsigned long seen, sent;
module_param(cpu, uint, 0644);
module_param(seen, ulong, 0444);
module_param(sent, ulong, 0444);

static int on_unknown(unsigned int command, struct pt_regs *regs)
{
	seen++;
	return NMI_HANDLED;
}

static int send(const char *value, const struct kernel_param *param)
{
	unsigned long n;
	int err = kstrtoul(value, 0, &n);

	for (; !err && n; n--) {
		preempt_disable();
		apic->send_IPI((int)cpu, NMI_VECTOR);
		sent++;
		preempt_enable();
		/* Not at the same distances, so that they do not keep step with samples. */
		usleep_range(200 + n % 7 * 30, 400 + n % 7 * 30);
	}
	return err;
}

static const struct kernel_param_ops send_ops = { .set = send };
module_param_cb(send, &send_ops, NULL, 0200);

static int __init foreign_init(void)
{
	return register_nmi_handler(NMI_UNKNOWN, on_unknown, 0, "foreign");
}

static void __exit foreign_exit(void)
{
	unregister_nmi_handler(NMI_UNKNOWN, "foreign");
}

module_init(foreign_init);
module_exit(foreign_exit);
MODULE_DESCRIPTION("NMIs from elsewhere");
MODULE_LICENSE("Dual BSD/GPL");
