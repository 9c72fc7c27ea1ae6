# SPDX-License-Identifier: BSD-2-Clause
# compat/freebsd/: FreeBSD's pmc(3) as a library on libpmc. `make install` leaves it out;
# `make install-freebsd` installs it beside libpmc.

FREEBSD := compat/freebsd
FREEBSD_TOOLS := pmccontrol pmcstat
FREEBSD_SRC := $(filter-out $(FREEBSD_TOOLS:%=$(FREEBSD)/%/%),$(call under,$(FREEBSD),c))
FREEBSD_OBJ := $(call obj,$(FREEBSD_SRC))
# PMC_VERSION is the version of FreeBSD's log here.
FREEBSD_FLAGS := $(filter-out -DPMC_VERSION=%,$(LIB_FLAGS)) -I$(FREEBSD)/include
FREEBSD_MAP := $(FREEBSD)/libpmc-freebsd.map

$(BUILD)/obj/compat/freebsd/%.c.o: compat/freebsd/%.c $(STAMP)
	$(call compile,BSD,$(FREEBSD_FLAGS))
# Every object, with all its names, for tests.
$(BUILD)/freebsd-internal.a: $(FREEBSD_OBJ)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsP $@ $^
# As with libpmc.a, only the public names of the archive are global.
$(BUILD)/obj/libpmc-freebsd.o: $(FREEBSD_OBJ) $(FREEBSD_MAP)
	$(call say,LINK,$@)
	$(Q)sed -n '/global:/,/local:/s/^[ \t]*\([a-z0-9_]*\);.*/\1/p' $(FREEBSD_MAP) \
		>$(BUILD)/obj/libpmc-freebsd.names
	$(Q)$(CC) -r -nostdlib -Wl,--force-group-allocation $(filter -m%,$(CFLAGS) $(LDFLAGS)) \
		-o $@ $(FREEBSD_OBJ)
	$(Q)$(OBJCOPY) --keep-global-symbols=$(BUILD)/obj/libpmc-freebsd.names $@
$(BUILD)/libpmc-freebsd.a: $(BUILD)/obj/libpmc-freebsd.o
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $<
$(BUILD)/libpmc-freebsd.so.$(VERSION): $(FREEBSD_OBJ) $(FREEBSD_MAP) $(BUILD)/libpmc.so
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -pthread $(SANFLAGS) $(LDFLAGS) -Wl,-soname,libpmc-freebsd.so.$(SOVER) \
		-Wl,--version-script=$(FREEBSD_MAP) -o $@ $(FREEBSD_OBJ) -L$(BUILD) -lpmc
$(BUILD)/libpmc-freebsd.so: $(BUILD)/libpmc-freebsd.so.$(VERSION)
	@ln -sf libpmc-freebsd.so.$(VERSION) $(BUILD)/libpmc-freebsd.so.$(SOVER)
	@ln -sf libpmc-freebsd.so.$(SOVER) $@

# $(call freebsd_tool,NAME): a program on that interface alone.
define freebsd_tool
$$(BUILD)/$(1): $$(call obj,$$(call under,$$(FREEBSD)/$(1),c)) $$(BUILD)/libpmc-freebsd.a \
		$$(BUILD)/libpmc.a
	$$(call say,LINK,$$@)
	$$(Q)$$(CC) -pthread $$(SANLINK) $$(LDFLAGS) -o $$@ $$^
endef
$(foreach t,$(FREEBSD_TOOLS),$(eval $(call freebsd_tool,$(t))))

FREEBSD_PRODUCTS := $(BUILD)/libpmc-freebsd.so $(BUILD)/libpmc-freebsd.a \
	$(FREEBSD_TOOLS:%=$(BUILD)/%)
freebsd: $(FREEBSD_PRODUCTS) ## build FreeBSD's pmc(3), pmccontrol and pmcstat

# ---- Installing ----

FREEBSD_HEADERDIR := $(DESTDIR)$(PREFIX)/include/pmc-freebsd
FREEBSD_HEADERS := $(wildcard $(FREEBSD)/include/*.h)
FREEBSD_SYS_HEADERS := $(wildcard $(FREEBSD)/include/sys/*.h)
FREEBSD_LIBS := $(addprefix $(LIBRARYDIR)/libpmc-freebsd.,a so so.$(SOVER) so.$(VERSION))
FREEBSD_MAN := $(wildcard $(FREEBSD)/man/*.8)
FREEBSD_INSTALLED := $(FREEBSD_LIBS) $(FREEBSD_TOOLS:%=$(BINDIR)/%) \
	$(patsubst $(FREEBSD)/man/%,$(MANDIR)/man8/%,$(FREEBSD_MAN)) \
	$(LIBRARYDIR)/pkgconfig/pmc-freebsd.pc \
	$(patsubst $(FREEBSD)/include/%,$(FREEBSD_HEADERDIR)/%,$(FREEBSD_HEADERS) \
	$(FREEBSD_SYS_HEADERS))

install-freebsd: install freebsd ## install libpmc, and FreeBSD's pmc(3) on it
	install -d $(FREEBSD_HEADERDIR)/sys
	install -m 644 $(FREEBSD_HEADERS) $(FREEBSD_HEADERDIR)
	install -m 644 $(FREEBSD_SYS_HEADERS) $(FREEBSD_HEADERDIR)/sys
	install -d $(MANDIR)/man8
	install -m 644 $(FREEBSD_MAN) $(MANDIR)/man8
	install -m 755 $(FREEBSD_TOOLS:%=$(BUILD)/%) $(BINDIR)
	install -m 644 $(BUILD)/libpmc-freebsd.a $(LIBRARYDIR)
	install -m 755 $(BUILD)/libpmc-freebsd.so.$(VERSION) $(LIBRARYDIR)
	ln -sf libpmc-freebsd.so.$(VERSION) $(LIBRARYDIR)/libpmc-freebsd.so.$(SOVER)
	ln -sf libpmc-freebsd.so.$(SOVER) $(LIBRARYDIR)/libpmc-freebsd.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
		-e 's|@RPATH@|$(RPATH)|' $(FREEBSD)/pmc-freebsd.pc.in \
		>$(LIBRARYDIR)/pkgconfig/pmc-freebsd.pc
	@$(if $(DESTDIR),,scripts/loader-cache $(LIBDIR))

uninstall-freebsd: ## remove what install-freebsd put there beside libpmc
	rm -f $(FREEBSD_INSTALLED)
	@rmdir $(FREEBSD_HEADERDIR)/sys $(FREEBSD_HEADERDIR) $(MANDIR)/man8 2>/dev/null || :
.PHONY: freebsd install-freebsd uninstall-freebsd
