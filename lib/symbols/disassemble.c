/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions as text, by Zydis, which is loaded when the first one is asked for and then stays:
 * the dynamic loader finds it again quickly. The text is laid out as objdump's users know it: the
 * mnemonic in a column of its own, no blanks between operands.
 */
#include <errno.h>

#include "pmc/profile.h"

#ifdef PMC_ZYDIS
#include "lib/base/library.h"
#include <Zydis/Zydis.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MNEMONIC 6 /* columns of the mnemonic */

struct zydis {
	__typeof__(ZydisDecoderInit) *decoder;
	__typeof__(ZydisDecoderDecodeFull) *decode;
	__typeof__(ZydisFormatterInit) *formatter;
	__typeof__(ZydisFormatterSetProperty) *set;
	__typeof__(ZydisFormatterFormatInstruction) *format;
	__typeof__(ZydisCalcAbsoluteAddress) *target;
};

static int load(struct zydis *z)
{
	char name[32];
	void *library;

	snprintf(name, sizeof(name), "libZydis.so.%u.%u",
		 (unsigned)ZYDIS_VERSION_MAJOR(ZYDIS_VERSION),
		 (unsigned)ZYDIS_VERSION_MINOR(ZYDIS_VERSION));
	library = library_open(name, true);
	if (!library)
		return -ENOSYS;
	*(void **)&z->decoder = library_function(library, "ZydisDecoderInit");
	*(void **)&z->decode = library_function(library, "ZydisDecoderDecodeFull");
	*(void **)&z->formatter = library_function(library, "ZydisFormatterInit");
	*(void **)&z->set = library_function(library, "ZydisFormatterSetProperty");
	*(void **)&z->format = library_function(library, "ZydisFormatterFormatInstruction");
	*(void **)&z->target = library_function(library, "ZydisCalcAbsoluteAddress");
	library_close(library);
	if (!z->decoder || !z->decode || !z->formatter || !z->set || !z->format || !z->target)
		return -ENOSYS;
	return 0;
}

/*
 * Zydis names conditions by their bits; objdump, and most people, by what they mean. Renames the
 * one at the end of a mnemonic: jnz, setnbe, cmovnl.
 */
static void rename_condition(char *mnemonic, size_t size)
{
	static const char *const stems[] = { "j", "set", "cmov" };
	static const char *const names[][2] = {
		{ "z", "e" },	{ "nz", "ne" }, { "nb", "ae" }, { "nbe", "a" },
		{ "nl", "ge" }, { "nle", "g" }, { "pe", "p" },	{ "po", "np" },
	};
	size_t i, k, n;

	for (i = 0; i < sizeof(stems) / sizeof(stems[0]); i++) {
		n = strlen(stems[i]);
		for (k = 0; !strncmp(mnemonic, stems[i], n) && k < sizeof(names) / sizeof(names[0]);
		     k++)
			if (!strcmp(mnemonic + n, names[k][0])) {
				snprintf(mnemonic + n, size - n, "%s", names[k][1]);
				return;
			}
	}
}

/*
 * Lays out "jnz 0x12" as "jne    0x12" and "mov %rax, (%rdi)" as "mov    %rax,(%rdi)". Prefixes
 * stand before the mnemonic.
 */
static void lay_out(const char *from, char *to, size_t size)
{
	static const char *const prefixes[] = { "lock ",     "rep ",	"repe ", "repne ",
						"repz ",     "repnz ",	"bnd ",	 "xacquire ",
						"xrelease ", "notrack " };
	char mnemonic[32];
	size_t n = 0, i, length;

	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		length = strlen(prefixes[i]);
		if (strncmp(from, prefixes[i], length))
			continue;
		memcpy(to + n, from, length);
		n += length;
		from += length;
		i = -1;
	}
	length = strcspn(from, " ");
	if (length >= sizeof(mnemonic))
		length = sizeof(mnemonic) - 1;
	memcpy(mnemonic, from, length);
	mnemonic[length] = 0;
	rename_condition(mnemonic, sizeof(mnemonic));
	from += length;
	n += snprintf(to + n, size - n, "%-*s", *from ? MNEMONIC + 1 : 0, mnemonic);
	from += *from == ' ';
	for (i = 0; from[i] && n + 1 < size; i++) {
		to[n++] = from[i];
		if (from[i] == ',' && from[i + 1] == ' ')
			i++;
	}
	to[n] = 0;
}

/* The address that an operand relative to RIP or to the next instruction means; 0: none is. */
static uint64_t relative_to_code(const struct zydis *z, const ZydisDecodedInstruction *in,
				 const ZydisDecodedOperand *operands, uint64_t address,
				 ZydisOperandType type)
{
	uint64_t target;
	unsigned i;

	for (i = 0; i < in->operand_count_visible; i++) {
		const ZydisDecodedOperand *o = &operands[i];

		if (o->type != type)
			continue;
		if (type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? !o->imm.is_relative :
							   o->mem.base != ZYDIS_REGISTER_RIP)
			continue;
		if (ZYAN_SUCCESS(z->target(in, o, address, &target)))
			return target;
	}
	return 0;
}

int pmc_disassemble(const void *bytes, size_t n, uint64_t address, int intel,
		    struct pmc_instruction *instruction)
{
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
	struct pmc_instruction result = { .text = "" };
	ZydisDecodedInstruction in;
	ZydisFormatter formatter;
	ZydisDecoder decoder;
	char text[sizeof(result.text)];
	uint64_t memory;
	struct zydis z;
	size_t used;

	if (load(&z))
		return -ENOSYS;
	z.decoder(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	if (!ZYAN_SUCCESS(z.decode(&decoder, bytes, n, &in, operands)))
		return -EINVAL;
	z.formatter(&formatter, intel ? ZYDIS_FORMATTER_STYLE_INTEL : ZYDIS_FORMATTER_STYLE_ATT);
	z.set(&formatter, ZYDIS_FORMATTER_PROP_FORCE_RELATIVE_RIPREL, ZYAN_TRUE);
	z.set(&formatter, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
	z.set(&formatter, ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE, ZYDIS_PADDING_DISABLED);
	z.set(&formatter, ZYDIS_FORMATTER_PROP_DISP_PADDING, ZYDIS_PADDING_DISABLED);
	z.set(&formatter, ZYDIS_FORMATTER_PROP_IMM_PADDING, ZYDIS_PADDING_DISABLED);
	if (!ZYAN_SUCCESS(z.format(&formatter, &in, operands, in.operand_count_visible, text,
				   sizeof(text), address, NULL)))
		return -EINVAL;
	lay_out(text, result.text, sizeof(result.text));
	memory = relative_to_code(&z, &in, operands, address, ZYDIS_OPERAND_TYPE_MEMORY);
	used = strlen(result.text);
	if (memory)
		snprintf(result.text + used, sizeof(result.text) - used, "        # 0x%" PRIx64,
			 memory);
	result.length = in.length;
	result.target = relative_to_code(&z, &in, operands, address, ZYDIS_OPERAND_TYPE_IMMEDIATE);
	*instruction = result;
	return 0;
}

#else

int pmc_disassemble(const void *bytes, size_t n, uint64_t address, int intel,
		    struct pmc_instruction *instruction)
{
	return -ENOSYS;
}

#endif
