# SPDX-License-Identifier: BSD-2-Clause
# The rig: QEMU with a PMU, kernels with checks, and the tests that run only when asked for.

rig: ## build QEMU with a PMU (kept in a cache folder; see qemu/README.md), and print where it is
	@qemu/build
rig-path: ## print where QEMU with a PMU is, when it is built
	@qemu/build --path

# The driver's tests run on a kernel that looks for mistakes: KASAN, lockdep, kmemleak
# (qemu/debug.config). Tests that measure instructions are left out; checks cost instructions.
# DEBUG_KERNEL=debug-rt is a real-time kernel with the same checks.
DEBUG_KERNEL ?= debug
DEBUG_TESTS ?= tests/guest/msr_test.sh tests/guest/debug_test.sh \
	$(filter-out %_cost_test.sh %_kernels_test.sh,$(wildcard tests/guest/driver*_test.sh))
debug-kernel: ## build the rig's kernel with KASAN, lockdep and kmemleak, and print where it is
	@qemu/debug-kernel $(DEBUG_KERNEL)
guest-check-debug: tests ## run the driver's guest tests on that kernel
	@qemu/debug-kernel $(DEBUG_KERNEL)
	@GUEST_KERNEL=$(DEBUG_KERNEL) TIME_SCALE=5 \
		tests/run --build $(BUILD) $(call chosen,$(sort $(DEBUG_TESTS)))
.PHONY: rig rig-path debug-kernel guest-check-debug
