# SPDX-License-Identifier: BSD-2-Clause
# install and uninstall. DESTDIR is put before every path. PREFIX is also built into one object of
# libpmc (ENGINE_OBJ), LIBDIR into pmc.pc alone.
#
# The dynamic loader has to find libpmc.so.0. pmc.pc gives programs the folder as their rpath,
# unless it is one that every loader searches. If the folder is one that ldconfig knows
# (/usr/local/lib on most systems), install also brings the loader's cache up to date, for programs
# that were linked in another way.

BINDIR := $(DESTDIR)$(PREFIX)/bin
ENGINEDIR := $(DESTDIR)$(PREFIX)/libexec/pmc
LIBRARYDIR := $(DESTDIR)$(LIBDIR)
HEADERDIR := $(DESTDIR)$(PREFIX)/include/pmc
MANDIR := $(DESTDIR)$(PREFIX)/share/man
BASHDIR := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSHDIR := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISHDIR := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
DOCDIR := $(DESTDIR)$(PREFIX)/share/doc/pmc

HEADERS := $(wildcard include/pmc/*.h)
MAN1 := $(wildcard docs/man/*.1)
MAN3 := $(wildcard docs/man/*.3)
MAN4 := $(wildcard docs/man/*.4)
TEXTS := LICENSES/BSD-2-Clause.txt LICENSES/GPL-2.0.txt \
	$(if $(filter-out 0,$(PFM)),LICENSES/MIT-libpfm4.txt)

COMMA := ,
INSTALL_DIRS := $(BINDIR) $(ENGINEDIR) $(LIBRARYDIR)/pkgconfig $(HEADERDIR) $(MANDIR)/man1 \
	$(MANDIR)/man3 $(MANDIR)/man4 $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR)/LICENSES
# The folders that install made, for uninstall; a package (DESTDIR) does not hold such a list.
FOLDERS_MADE := $(DOCDIR)/folders
INSTALLED := $(BINDIR)/pmc $(BINDIR)/pmcCount $(ENGINEDIR)/pmc-emu $(LIBRARYDIR)/libpmc.a \
	$(LIBRARYDIR)/libpmc.so \
	$(LIBRARYDIR)/libpmc.so.$(SOVER) $(LIBRARYDIR)/libpmc.so.$(VERSION) \
	$(LIBRARYDIR)/pkgconfig/pmc.pc $(patsubst include/pmc/%,$(HEADERDIR)/%,$(HEADERS)) \
	$(patsubst docs/man/%,$(MANDIR)/man1/%,$(MAN1)) \
	$(patsubst docs/man/%,$(MANDIR)/man3/%,$(MAN3)) \
	$(patsubst docs/man/%,$(MANDIR)/man4/%,$(MAN4)) \
	$(BASHDIR)/pmc $(ZSHDIR)/_pmc $(FISHDIR)/pmc.fish $(DOCDIR)/LICENSE \
	$(patsubst %,$(DOCDIR)/%,$(TEXTS)) \
	$(DOCDIR)/LICENSES/MIT-libpfm4.txt

LOADER_DIRS := /lib /usr/lib /lib64 /usr/lib64 /lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu
RPATH := $(if $(filter $(LOADER_DIRS),$(LIBDIR)),,-Wl$(COMMA)-rpath$(COMMA)$${libdir} )

install: all ## install under DESTDIR/PREFIX (/usr/local), libraries in LIBDIR (PREFIX/lib)
	@scripts/folders make $(if $(DESTDIR),/dev/null,$(FOLDERS_MADE)) $(INSTALL_DIRS)
	install -m 755 $(BUILD)/pmc $(BINDIR)/pmc
	ln -sf pmc $(BINDIR)/pmcCount
	install -m 755 $(BUILD)/pmc-emu $(ENGINEDIR)/pmc-emu
	install -m 755 $(BUILD)/libpmc.so.$(VERSION) $(LIBRARYDIR)/libpmc.so.$(VERSION)
	ln -sf libpmc.so.$(VERSION) $(LIBRARYDIR)/libpmc.so.$(SOVER)
	ln -sf libpmc.so.$(SOVER) $(LIBRARYDIR)/libpmc.so
	install -m 644 $(BUILD)/libpmc.a $(LIBRARYDIR)/libpmc.a
	install -m 644 $(HEADERS) $(HEADERDIR)
	install -m 644 $(MAN1) $(MANDIR)/man1
	install -m 644 $(MAN3) $(MANDIR)/man3
	install -m 644 $(MAN4) $(MANDIR)/man4
	install -m 644 cli/pmc.bash $(BASHDIR)/pmc
	install -m 644 cli/pmc.zsh $(ZSHDIR)/_pmc
	install -m 644 cli/pmc.fish $(FISHDIR)/pmc.fish
	install -m 644 LICENSE $(DOCDIR)/LICENSE
	install -m 644 $(TEXTS) $(DOCDIR)/LICENSES
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
		-e 's|@RPATH@|$(RPATH)|' lib/pmc.pc.in >$(LIBRARYDIR)/pkgconfig/pmc.pc
	@$(if $(DESTDIR),,scripts/loader-cache $(LIBDIR))

uninstall: ## remove what install put there, with the folders that it made
	rm -f $(INSTALLED)
	@scripts/folders remove $(FOLDERS_MADE)
	@rmdir $(DOCDIR)/LICENSES $(DOCDIR) $(ENGINEDIR) $(HEADERDIR) 2>/dev/null || :
.PHONY: install uninstall
