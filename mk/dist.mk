# SPDX-License-Identifier: BSD-2-Clause
# dist-static: one archive that runs on any Linux on x86-64, whatever its libc. `pmc` is linked
# statically, pmc-emu always is, and the command looks for the translator beside itself. The archive
# needs no installation: unpack it and call pmc by its path.
#
# A static glibc cannot load modules of the system (getpwnam, iconv and dlopen do); pmc uses none of
# these here (its reference to getpwuid is weak). The archive is the same for the same sources: the
# files have the date of the last commit (SOURCE_DATE_EPOCH) and no owner.

STATIC_NAME := pmc-$(VERSION)-x86_64
STATIC_TREE := $(BUILD)/static/$(STATIC_NAME)
STATIC_TAR := $(BUILD)/$(STATIC_NAME).tar.gz
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)

$(BUILD)/static/pmc: $(PMC_PARTS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -static -pthread $(LDFLAGS) -Wl,-s -o $@ $^
$(BUILD)/static/pmc-emu: $(BUILD)/pmc-emu
	$(Q)$(OBJCOPY) --strip-all $< $@

dist-static: $(BUILD)/static/pmc $(BUILD)/static/pmc-emu ## one archive for any x86-64 Linux
	@rm -rf $(STATIC_TREE)
	@mkdir -p $(STATIC_TREE)/man $(STATIC_TREE)/completion $(STATIC_TREE)/LICENSES
	@install -m 755 $(BUILD)/static/pmc $(BUILD)/static/pmc-emu $(STATIC_TREE)
	@install -m 644 $(MAN1) $(STATIC_TREE)/man
	@install -m 644 cli/pmc.bash cli/pmc.zsh cli/pmc.fish $(STATIC_TREE)/completion
	@install -m 644 README.md CHANGELOG.md LICENSE $(STATIC_TREE)
	@install -m 644 $(TEXTS) $(STATIC_TREE)/LICENSES
	$(call say,TAR,$(STATIC_TAR))
	$(Q)tar -C $(BUILD)/static --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 \
		--numeric-owner -c $(STATIC_NAME) | gzip -9n >$(STATIC_TAR)
.PHONY: dist-static
