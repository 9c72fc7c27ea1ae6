# SPDX-License-Identifier: BSD-2-Clause
# The kernel module, pmc.ko.

# KERNEL: the release to build for. Its headers (linux-headers-KERNEL) must be installed.
KERNEL ?= $(shell uname -r)
KDIR   ?= /lib/modules/$(KERNEL)/build
MODULE := $(abspath $(BUILD))/module/$(KERNEL)
MODULE_SRC := $(call under,core abi kernel,c h) kernel/Kbuild include/pmc/pmc_ioctl.h

# UNITED=1: the files of each of these folders are compiled as one, which takes half of the time.
UNITED ?= 0
UNITED_DIR := $(if $(filter 1,$(UNITED)),abi core/assign core/encode/evtsel core/encode/fields \
	core/encode/p4 $(patsubst %/,%,$(wildcard kernel/*/)))

# Kbuild writes beside its sources, so it gets a tree of links.
modules: ## build the kernel module (KERNEL=release, else the running one)
	@[ -e $(KDIR)/Makefile ] || { echo "modules: $(KDIR) does not exist:" \
		"install linux-headers-$(KERNEL), or name another kernel with KERNEL="; exit 1; }
	@find $(MODULE) -type l -delete 2>/dev/null || :
	@mkdir -p $(sort $(dir $(addprefix $(MODULE)/,$(MODULE_SRC))))
	@for f in $(MODULE_SRC); do ln -s $(CURDIR)/$$f $(MODULE)/$$f || exit 1; done
	@ln -s $(CURDIR)/kernel/Kbuild $(MODULE)/Kbuild
	@rm -rf $(MODULE)/united
	@for d in $(UNITED_DIR); do mkdir -p $(MODULE)/united/$$d && \
		printf '#include "%s"\n' $$d/*.c >$(MODULE)/united/$$d/all.c || exit 1; done
	$(call say,KMOD,$(BUILD)/module/$(KERNEL)/pmc.ko)
	$(Q)$(MAKE) -s -C $(KDIR) M=$(MODULE) PMC_VERSION=$(VERSION) \
		$(if $(filter 1,$(V)),V=1) modules
modules_install: modules ## install it, its udev rule, and run depmod (DESTDIR: without)
	$(Q)$(MAKE) -s -C $(KDIR) M=$(MODULE) $(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) \
		modules_install
	install -d $(DESTDIR)/lib/udev/rules.d
	install -m 644 kernel/60-pmc.rules $(DESTDIR)/lib/udev/rules.d/60-pmc.rules
	$(if $(DESTDIR),,depmod $(KERNEL))

DKMS := $(DESTDIR)/usr/src/pmc-$(VERSION)
dkms: ## put the module's sources where DKMS looks for them
	@for f in $(MODULE_SRC); do install -D -m 644 $$f $(DKMS)/$$f || exit 1; done
	install -m 644 kernel/Kbuild $(DKMS)/Kbuild
	sed 's/@VERSION@/$(VERSION)/' kernel/dkms.conf >$(DKMS)/dkms.conf
.PHONY: modules modules_install dkms
