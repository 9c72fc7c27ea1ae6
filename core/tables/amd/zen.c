/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Zen 1 to 5: PPRs of family 17h (models 01h 54945, 18h 55570, 71h 56176), 19h (01h 55898, 21h
 * 56214, 11h 55901) and 1Ah (02h 57238), section "Core Performance Monitor Counters", in the order
 * of its parts: FP, LS, L2, IC and BP, DE, EX. Names are the PPR's titles of the events. The first
 * rows are the same events under their names since K7. The L3 and the data fabric have counters of
 * their own, which are not here.
 *
 * RETIRED_SSE_AVX_FLOPS can grow by more than 15 in a cycle, of which a counter sees 15 unless the
 * next one holds the event FFFH (merge): that is not done.
 */
#include "core/tables/amd/amd.h"

/* clang-format off */
#define Z1 AMD_ZEN1
#define Z2 AMD_ZEN2
#define Z3 AMD_ZEN3
#define Z4 AMD_ZEN4
#define Z5 AMD_ZEN5
#define TO_Z3 (Z1 | Z2 | Z3)
#define FROM_Z4 (Z4 | Z5)
#define FROM_Z3 (Z3 | FROM_Z4)
#define FROM_Z2 (Z2 | FROM_Z3)

static const struct model_umask fpu_pipe_assignment[] = {
	UM("DUAL3", 0x80, "ops of two pipes, on pipe 3"),
	UM("DUAL2", 0x40, "ops of two pipes, on pipe 2"),
	UM("DUAL1", 0x20, "ops of two pipes, on pipe 1"),
	UM("DUAL0", 0x10, "ops of two pipes, on pipe 0"), UM("TOTAL3", 0x08, "pipe 3"),
	UM("TOTAL2", 0x04, "pipe 2"), UM("TOTAL1", 0x02, "pipe 1"), UM("TOTAL0", 0x01, "pipe 0"),
};
static const struct model_umask retired_x87_floating_point_operation[] = {
	UM("DIV_SQR_R_OPS", 0x04, "divides and roots"), UM("MUL_OPS", 0x02, "multiplies"),
	UM("ADD_SUB_OPS", 0x01, "adds and subtracts"),
};
static const struct model_umask retired_x87_fp_ops[] = {
	UM("ADD_SUB_OPS", 0x01, "adds and subtracts"), UM("MUL_OPS", 0x02, "multiplies"),
	UM("DIV_SQRT_OPS", 0x04, "divides and roots"),
};
static const struct model_umask retired_sse_avx_flops[] = {
	UM("ADD_SUB_FLOPS", 0x01, "adds and subtracts"), UM("MULT_FLOPS", 0x02, "multiplies"),
	UM("DIV_FLOPS", 0x04, "divides and roots"),
	UM("MAC_FLOPS", 0x08, "multiply-adds, each counted as two"),
	UM("ANY", 0x0f, "all of them"),
};
static const struct model_umask retired_sse_avx_flops_z5[] = {
	UM("ADD_SUB_FLOPS", 0x01, "adds and subtracts"), UM("MULT_FLOPS", 0x02, "multiplies"),
	UM("DIV_FLOPS", 0x04, "divides and roots"),
	UM("MAC_FLOPS", 0x08, "multiply-adds, each counted as two"),
	UM("ANY", 0x0f, "all of them"), UMG("BFLOAT16_FLOPS", 0x20, 1, "bfloat16"),
	UMG("SCALAR_SINGLE_FLOPS", 0x40, 1, "scalar, single precision"),
	UMG("PACKED_SINGLE_FLOPS", 0x60, 1, "packed, single precision"),
	UMG("SCALAR_DOUBLE_FLOPS", 0x80, 1, "scalar, double precision"),
	UMG("PACKED_DOUBLE_FLOPS", 0xa0, 1, "packed, double precision"),
};
static const struct model_umask retired_sse_avx_flops_z4[] = {
	UM("ADD_SUB_FLOPS", 0x01, "adds and subtracts"), UM("MULT_FLOPS", 0x02, "multiplies"),
	UM("DIV_FLOPS", 0x04, "divides and roots"),
	UM("MAC_FLOPS", 0x08, "multiply-adds, each counted as two"),
	UM("BFLOAT_MAC_FLOPS", 0x10, "multiply-adds of bfloat16"),
	UM("ANY", 0x1f, "all of them"),
};
static const struct model_umask retired_sse_avx_operations[] = {
	UM("DP_MULT_ADD_FLOPS", 0x80, "double precision: multiply-adds"),
	UM("DP_DIV_FLOPS", 0x40, "double precision: divides, roots"),
	UM("DP_MULT_FLOPS", 0x20, "double precision: multiplies"),
	UM("DP_ADD_SUB_FLOPS", 0x10, "double precision: adds, subtracts"),
	UM("SP_MULT_ADD_FLOPS", 0x08, "single precision: multiply-adds"),
	UM("SP_DIV_FLOPS", 0x04, "single precision: divides, roots"),
	UM("SP_MULT_FLOPS", 0x02, "single precision: multiplies"),
	UM("SP_ADD_SUB_FLOPS", 0x01, "single precision: adds, subtracts"),
};
static const struct model_umask number_of_move_elimination_and_scala[] = {
	UM("OPTIMIZED", 0x08, "scalar ops that were optimized"),
	UM("OPT_POTENTIAL", 0x04, "ops that could be optimized as scalar"),
	UM("SSE_MOV_OPS_ELIM", 0x02, "SSE moves that were eliminated"),
	UM("SSE_MOV_OPS", 0x01, "SSE moves"),
};
static const struct model_umask retired_serializing_ops[] = {
	UM("X87_CTRL_RET", 0x01, "x87 ops that write the control word"),
	UM("X87_BOT_RET", 0x02, "x87 ops that wait to be the oldest"),
	UM("SSE_CTRL_RET", 0x04, "SSE ops that write the control word"),
	UM("SSE_BOT_RET", 0x08, "SSE ops that wait to be the oldest"),
};
static const struct model_umask retired_serializing_ops_z1[] = {
	UM("X87_CTRL_RET", 0x08, "x87 ops that write the control word"),
	UM("X87_BOT_RET", 0x04, "x87 ops that wait to be the oldest"),
	UM("SSE_CTRL_RET", 0x02, "SSE ops that write the control word"),
	UM("SSE_BOT_RET", 0x01, "SSE ops that wait to be the oldest"),
};
static const struct model_umask retired_fp_ops_by_width[] = {
	UM("X87_UOPS_RETIRED", 0x01, "x87"), UM("MMX_UOPS_RETIRED", 0x02, "MMX"),
	UM("SCALAR_UOPS_RETIRED", 0x04, "scalar"),
	UM("PACK128_UOPS_RETIRED", 0x08, "packed, 128 bits"),
	UM("PACK256_UOPS_RETIRED", 0x10, "packed, 256 bits"),
	UM("PACK512_UOPS_RETIRED", 0x20, "packed, 512 bits"),
};
static const struct model_umask retired_fp_ops_by_type[] = {
	UMG("SCALAR_ADD", 0x01, 1, "scalar: adds"),
	UMG("SCALAR_SUB", 0x02, 1, "scalar: subtracts"),
	UMG("SCALAR_MUL", 0x03, 1, "scalar: multiplies"),
	UMG("SCALAR_MAC", 0x04, 1, "scalar: multiply-adds"),
	UMG("SCALAR_DIV", 0x05, 1, "scalar: divides"),
	UMG("SCALAR_SQRT", 0x06, 1, "scalar: roots"),
	UMG("SCALAR_CMP", 0x07, 1, "scalar: compares"),
	UMG("SCALAR_CVT", 0x08, 1, "scalar: conversions"),
	UMG("SCALAR_BLEND", 0x09, 1, "scalar: blends"),
	UMG("SCALAR_MOV", 0x0a, 1, "scalar: moves"),
	UMG("SCALAR_SHUFFLE", 0x0b, 1, "scalar: shuffles"),
	UMG("SCALAR_BFLOAT", 0x0c, 1, "scalar: bfloat16"),
	UMG("SCALAR_LOGICAL", 0x0d, 1, "scalar: logical"),
	UMG("SCALAR_OTHER", 0x0e, 1, "scalar: others"),
	UMG("SCALAR_ALL", 0x0f, 1, "scalar: all"), UMG("VECTOR_ADD", 0x10, 2, "vector: adds"),
	UMG("VECTOR_SUB", 0x20, 2, "vector: subtracts"),
	UMG("VECTOR_MUL", 0x30, 2, "vector: multiplies"),
	UMG("VECTOR_MAC", 0x40, 2, "vector: multiply-adds"),
	UMG("VECTOR_DIV", 0x50, 2, "vector: divides"),
	UMG("VECTOR_SQRT", 0x60, 2, "vector: roots"),
	UMG("VECTOR_CMP", 0x70, 2, "vector: compares"),
	UMG("VECTOR_CVT", 0x80, 2, "vector: conversions"),
	UMG("VECTOR_BLEND", 0x90, 2, "vector: blends"),
	UMG("VECTOR_MOV", 0xa0, 2, "vector: moves"),
	UMG("VECTOR_SHUFFLE", 0xb0, 2, "vector: shuffles"),
	UMG("VECTOR_BFLOAT", 0xc0, 2, "vector: bfloat16"),
	UMG("VECTOR_LOGICAL", 0xd0, 2, "vector: logical"),
	UMG("VECTOR_OTHER", 0xe0, 2, "vector: others"),
	UMG("VECTOR_ALL", 0xf0, 2, "vector: all"),
};
static const struct model_umask retired_fp_ops_by_type_z4[] = {
	UMG("SCALAR_ADD", 0x01, 1, "scalar: adds"),
	UMG("SCALAR_SUB", 0x02, 1, "scalar: subtracts"),
	UMG("SCALAR_MUL", 0x03, 1, "scalar: multiplies"),
	UMG("SCALAR_MAC", 0x04, 1, "scalar: multiply-adds"),
	UMG("SCALAR_DIV", 0x05, 1, "scalar: divides"),
	UMG("SCALAR_SQRT", 0x06, 1, "scalar: roots"),
	UMG("SCALAR_CMP", 0x07, 1, "scalar: compares"),
	UMG("SCALAR_CVT", 0x08, 1, "scalar: conversions"),
	UMG("SCALAR_BLEND", 0x09, 1, "scalar: blends"),
	UMG("SCALAR_OTHER", 0x0e, 1, "scalar: others"),
	UMG("SCALAR_ALL", 0x0f, 1, "scalar: all"), UMG("VECTOR_ADD", 0x10, 2, "vector: adds"),
	UMG("VECTOR_SUB", 0x20, 2, "vector: subtracts"),
	UMG("VECTOR_MUL", 0x30, 2, "vector: multiplies"),
	UMG("VECTOR_MAC", 0x40, 2, "vector: multiply-adds"),
	UMG("VECTOR_DIV", 0x50, 2, "vector: divides"),
	UMG("VECTOR_SQRT", 0x60, 2, "vector: roots"),
	UMG("VECTOR_CMP", 0x70, 2, "vector: compares"),
	UMG("VECTOR_CVT", 0x80, 2, "vector: conversions"),
	UMG("VECTOR_BLEND", 0x90, 2, "vector: blends"),
	UMG("VECTOR_SHUFFLE", 0xb0, 2, "vector: shuffles"),
	UMG("VECTOR_LOGICAL", 0xd0, 2, "vector: logical"),
	UMG("VECTOR_OTHER", 0xe0, 2, "vector: others"),
	UMG("VECTOR_ALL", 0xf0, 2, "vector: all"),
};
static const struct model_umask retired_int_ops[] = {
	UMG("MMX_ADD", 0x01, 1, "MMX: adds"), UMG("MMX_SUB", 0x02, 1, "MMX: subtracts"),
	UMG("MMX_MUL", 0x03, 1, "MMX: multiplies"),
	UMG("MMX_MAC", 0x04, 1, "MMX: multiply-adds"), UMG("MMX_AES", 0x05, 1, "MMX: AES"),
	UMG("MMX_SHA", 0x06, 1, "MMX: SHA"), UMG("MMX_CMP", 0x07, 1, "MMX: compares"),
	UMG("MMX_CVT", 0x08, 1, "MMX: conversions"), UMG("MMX_SHIFT", 0x09, 1, "MMX: shifts"),
	UMG("MMX_MOV", 0x0a, 1, "MMX: moves"), UMG("MMX_SHUFFLE", 0x0b, 1, "MMX: shuffles"),
	UMG("MMX_VNNI", 0x0c, 1, "MMX: neural-network ops"),
	UMG("MMX_LOGICAL", 0x0d, 1, "MMX: logical"), UMG("MMX_OTHER", 0x0e, 1, "MMX: others"),
	UMG("MMX_ALL", 0x0f, 1, "MMX: all"), UMG("SSE_AVX_ADD", 0x10, 2, "SSE and AVX: adds"),
	UMG("SSE_AVX_SUB", 0x20, 2, "SSE and AVX: subtracts"),
	UMG("SSE_AVX_MUL", 0x30, 2, "SSE and AVX: multiplies"),
	UMG("SSE_AVX_MAC", 0x40, 2, "SSE and AVX: multiply-adds"),
	UMG("SSE_AVX_AES", 0x50, 2, "SSE and AVX: AES"),
	UMG("SSE_AVX_SHA", 0x60, 2, "SSE and AVX: SHA"),
	UMG("SSE_AVX_CMP", 0x70, 2, "SSE and AVX: compares"),
	UMG("SSE_AVX_CVT", 0x80, 2, "SSE and AVX: conversions"),
	UMG("SSE_AVX_SHIFT", 0x90, 2, "SSE and AVX: shifts"),
	UMG("SSE_AVX_MOV", 0xa0, 2, "SSE and AVX: moves"),
	UMG("SSE_AVX_SHUFFLE", 0xb0, 2, "SSE and AVX: shuffles"),
	UMG("SSE_AVX_VNNI", 0xc0, 2, "SSE and AVX: neural-network ops"),
	UMG("SSE_AVX_LOGICAL", 0xd0, 2, "SSE and AVX: logical"),
	UMG("SSE_AVX_OTHER", 0xe0, 2, "SSE and AVX: others"),
	UMG("SSE_AVX_ALL", 0xf0, 2, "SSE and AVX: all"),
};
static const struct model_umask retired_int_ops_z4[] = {
	UMG("MMX_ADD", 0x01, 1, "MMX: adds"), UMG("MMX_SUB", 0x02, 1, "MMX: subtracts"),
	UMG("MMX_MUL", 0x03, 1, "MMX: multiplies"),
	UMG("MMX_MAC", 0x04, 1, "MMX: multiply-adds"), UMG("MMX_CMP", 0x07, 1, "MMX: compares"),
	UMG("MMX_SHIFT", 0x09, 1, "MMX: shifts"), UMG("MMX_MOV", 0x0a, 1, "MMX: moves"),
	UMG("MMX_SHUFFLE", 0x0b, 1, "MMX: shuffles"), UMG("MMX_PACK", 0x0c, 1, "MMX: packs"),
	UMG("MMX_LOGICAL", 0x0d, 1, "MMX: logical"), UMG("MMX_OTHER", 0x0e, 1, "MMX: others"),
	UMG("MMX_ALL", 0x0f, 1, "MMX: all"), UMG("SSE_AVX_ADD", 0x10, 2, "SSE and AVX: adds"),
	UMG("SSE_AVX_SUB", 0x20, 2, "SSE and AVX: subtracts"),
	UMG("SSE_AVX_MUL", 0x30, 2, "SSE and AVX: multiplies"),
	UMG("SSE_AVX_MAC", 0x40, 2, "SSE and AVX: multiply-adds"),
	UMG("SSE_AVX_AES", 0x50, 2, "SSE and AVX: AES"),
	UMG("SSE_AVX_SHA", 0x60, 2, "SSE and AVX: SHA"),
	UMG("SSE_AVX_CMP", 0x70, 2, "SSE and AVX: compares"),
	UMG("SSE_AVX_CLM", 0x80, 2, "SSE and AVX: carry-less multiplies"),
	UMG("SSE_AVX_SHIFT", 0x90, 2, "SSE and AVX: shifts"),
	UMG("SSE_AVX_MOV", 0xa0, 2, "SSE and AVX: moves"),
	UMG("SSE_AVX_SHUFFLE", 0xb0, 2, "SSE and AVX: shuffles"),
	UMG("SSE_AVX_PACK", 0xc0, 2, "SSE and AVX: packs"),
	UMG("SSE_AVX_LOGICAL", 0xd0, 2, "SSE and AVX: logical"),
	UMG("SSE_AVX_OTHER", 0xe0, 2, "SSE and AVX: others"),
	UMG("SSE_AVX_ALL", 0xf0, 2, "SSE and AVX: all"),
};
static const struct model_umask packed_fp_ops_retired[] = {
	UMG("FP128_ADD", 0x01, 1, "128 bits: adds"),
	UMG("FP128_SUB", 0x02, 1, "128 bits: subtracts"),
	UMG("FP128_MUL", 0x03, 1, "128 bits: multiplies"),
	UMG("FP128_MAC", 0x04, 1, "128 bits: multiply-adds"),
	UMG("FP128_DIV", 0x05, 1, "128 bits: divides"),
	UMG("FP128_SQRT", 0x06, 1, "128 bits: roots"),
	UMG("FP128_CMP", 0x07, 1, "128 bits: compares"),
	UMG("FP128_CVT", 0x08, 1, "128 bits: conversions"),
	UMG("FP128_BLEND", 0x09, 1, "128 bits: blends"),
	UMG("FP128_MOV", 0x0a, 1, "128 bits: moves"),
	UMG("FP128_SHUFFLE", 0x0b, 1, "128 bits: shuffles"),
	UMG("FP128_BFLOAT", 0x0c, 1, "128 bits: bfloat16"),
	UMG("FP128_LOGICAL", 0x0d, 1, "128 bits: logical"),
	UMG("FP128_OTHER", 0x0e, 1, "128 bits: others"),
	UMG("FP128_ALL", 0x0f, 1, "128 bits: all"), UMG("FP256_ADD", 0x10, 2, "256 bits: adds"),
	UMG("FP256_SUB", 0x20, 2, "256 bits: subtracts"),
	UMG("FP256_MUL", 0x30, 2, "256 bits: multiplies"),
	UMG("FP256_MAC", 0x40, 2, "256 bits: multiply-adds"),
	UMG("FP256_DIV", 0x50, 2, "256 bits: divides"),
	UMG("FP256_SQRT", 0x60, 2, "256 bits: roots"),
	UMG("FP256_CMP", 0x70, 2, "256 bits: compares"),
	UMG("FP256_CVT", 0x80, 2, "256 bits: conversions"),
	UMG("FP256_BLEND", 0x90, 2, "256 bits: blends"),
	UMG("FP256_MOV", 0xa0, 2, "256 bits: moves"),
	UMG("FP256_SHUFFLE", 0xb0, 2, "256 bits: shuffles"),
	UMG("FP256_BFLOAT", 0xc0, 2, "256 bits: bfloat16"),
	UMG("FP256_LOGICAL", 0xd0, 2, "256 bits: logical"),
	UMG("FP256_OTHER", 0xe0, 2, "256 bits: others"),
	UMG("FP256_ALL", 0xf0, 2, "256 bits: all"),
};
static const struct model_umask packed_fp_ops_retired_z4[] = {
	UMG("FP128_ADD", 0x01, 1, "128 bits: adds"),
	UMG("FP128_SUB", 0x02, 1, "128 bits: subtracts"),
	UMG("FP128_MUL", 0x03, 1, "128 bits: multiplies"),
	UMG("FP128_MAC", 0x04, 1, "128 bits: multiply-adds"),
	UMG("FP128_DIV", 0x05, 1, "128 bits: divides"),
	UMG("FP128_SQRT", 0x06, 1, "128 bits: roots"),
	UMG("FP128_CMP", 0x07, 1, "128 bits: compares"),
	UMG("FP128_CVT", 0x08, 1, "128 bits: conversions"),
	UMG("FP128_BLEND", 0x09, 1, "128 bits: blends"),
	UMG("FP128_SHUFFLE", 0x0b, 1, "128 bits: shuffles"),
	UMG("FP128_LOGICAL", 0x0d, 1, "128 bits: logical"),
	UMG("FP128_OTHER", 0x0e, 1, "128 bits: others"),
	UMG("FP128_ALL", 0x0f, 1, "128 bits: all"), UMG("FP256_ADD", 0x10, 2, "256 bits: adds"),
	UMG("FP256_SUB", 0x20, 2, "256 bits: subtracts"),
	UMG("FP256_MUL", 0x30, 2, "256 bits: multiplies"),
	UMG("FP256_MAC", 0x40, 2, "256 bits: multiply-adds"),
	UMG("FP256_DIV", 0x50, 2, "256 bits: divides"),
	UMG("FP256_SQRT", 0x60, 2, "256 bits: roots"),
	UMG("FP256_CMP", 0x70, 2, "256 bits: compares"),
	UMG("FP256_CVT", 0x80, 2, "256 bits: conversions"),
	UMG("FP256_BLEND", 0x90, 2, "256 bits: blends"),
	UMG("FP256_SHUFFLE", 0xb0, 2, "256 bits: shuffles"),
	UMG("FP256_LOGICAL", 0xd0, 2, "256 bits: logical"),
	UMG("FP256_OTHER", 0xe0, 2, "256 bits: others"),
	UMG("FP256_ALL", 0xf0, 2, "256 bits: all"),
};
static const struct model_umask packed_int_ops_retired[] = {
	UMG("INT128_ADD", 0x01, 1, "128 bits: adds"),
	UMG("INT128_SUB", 0x02, 1, "128 bits: subtracts"),
	UMG("INT128_MUL", 0x03, 1, "128 bits: multiplies"),
	UMG("INT128_MAC", 0x04, 1, "128 bits: multiply-adds"),
	UMG("INT128_AES", 0x05, 1, "128 bits: AES"), UMG("INT128_SHA", 0x06, 1, "128 bits: SHA"),
	UMG("INT128_CMP", 0x07, 1, "128 bits: compares"),
	UMG("INT128_CLM", 0x08, 1, "128 bits: carry-less multiplies"),
	UMG("INT128_SHIFT", 0x09, 1, "128 bits: shifts"),
	UMG("INT128_MOV", 0x0a, 1, "128 bits: moves"),
	UMG("INT128_SHUFFLE", 0x0b, 1, "128 bits: shuffles"),
	UMG("INT128_PACK", 0x0c, 1, "128 bits: packs"),
	UMG("INT128_LOGICAL", 0x0d, 1, "128 bits: logical"),
	UMG("INT128_OTHER", 0x0e, 1, "128 bits: others"),
	UMG("INT128_ALL", 0x0f, 1, "128 bits: all"),
	UMG("INT256_ADD", 0x10, 2, "256 bits: adds"),
	UMG("INT256_SUB", 0x20, 2, "256 bits: subtracts"),
	UMG("INT256_MUL", 0x30, 2, "256 bits: multiplies"),
	UMG("INT256_MAC", 0x40, 2, "256 bits: multiply-adds"),
	UMG("INT256_CMP", 0x70, 2, "256 bits: compares"),
	UMG("INT256_SHIFT", 0x90, 2, "256 bits: shifts"),
	UMG("INT256_MOV", 0xa0, 2, "256 bits: moves"),
	UMG("INT256_SHUFFLE", 0xb0, 2, "256 bits: shuffles"),
	UMG("INT256_PACK", 0xc0, 2, "256 bits: packs"),
	UMG("INT256_LOGICAL", 0xd0, 2, "256 bits: logical"),
	UMG("INT256_OTHER", 0xe0, 2, "256 bits: others"),
	UMG("INT256_ALL", 0xf0, 2, "256 bits: all"),
};
static const struct model_umask packed_int_ops_retired_z5[] = {
	UMG("INT128_ADD", 0x01, 1, "128 bits: adds"),
	UMG("INT128_SUB", 0x02, 1, "128 bits: subtracts"),
	UMG("INT128_MUL", 0x03, 1, "128 bits: multiplies"),
	UMG("INT128_MAC", 0x04, 1, "128 bits: multiply-adds"),
	UMG("INT128_AES", 0x05, 1, "128 bits: AES"), UMG("INT128_SHA", 0x06, 1, "128 bits: SHA"),
	UMG("INT128_CMP", 0x07, 1, "128 bits: compares"),
	UMG("INT128_CVT", 0x08, 1, "128 bits: conversions"),
	UMG("INT128_SHIFT", 0x09, 1, "128 bits: shifts"),
	UMG("INT128_MOV", 0x0a, 1, "128 bits: moves"),
	UMG("INT128_SHUFFLE", 0x0b, 1, "128 bits: shuffles"),
	UMG("INT128_VNNI", 0x0c, 1, "128 bits: neural-network ops"),
	UMG("INT128_LOGICAL", 0x0d, 1, "128 bits: logical"),
	UMG("INT128_OTHER", 0x0e, 1, "128 bits: others"),
	UMG("INT128_ALL", 0x0f, 1, "128 bits: all"),
	UMG("INT256_ADD", 0x10, 2, "256 bits: adds"),
	UMG("INT256_SUB", 0x20, 2, "256 bits: subtracts"),
	UMG("INT256_MUL", 0x30, 2, "256 bits: multiplies"),
	UMG("INT256_MAC", 0x40, 2, "256 bits: multiply-adds"),
	UMG("INT256_AES", 0x50, 2, "256 bits: AES"), UMG("INT256_SHA", 0x60, 2, "256 bits: SHA"),
	UMG("INT256_CMP", 0x70, 2, "256 bits: compares"),
	UMG("INT256_CVT", 0x80, 2, "256 bits: conversions"),
	UMG("INT256_SHIFT", 0x90, 2, "256 bits: shifts"),
	UMG("INT256_MOV", 0xa0, 2, "256 bits: moves"),
	UMG("INT256_SHUFFLE", 0xb0, 2, "256 bits: shuffles"),
	UMG("INT256_VNNI", 0xc0, 2, "256 bits: neural-network ops"),
	UMG("INT256_LOGICAL", 0xd0, 2, "256 bits: logical"),
	UMG("INT256_OTHER", 0xe0, 2, "256 bits: others"),
	UMG("INT256_ALL", 0xf0, 2, "256 bits: all"),
};
static const struct model_umask fp_dispatch_faults[] = {
	UM("X87_FILL_FAULT", 0x01, "x87 fill faults"),
	UM("XMM_FILL_FAULT", 0x02, "XMM fill faults"),
	UM("YMM_FILL_FAULT", 0x04, "YMM fill faults"),
	UM("YMM_SPILL_FAULT", 0x08, "YMM spill faults"), UM("ANY", 0x0f, "all of them"),
};
static const struct model_umask bad_status_2[] = {
	UM("STLI_OTHER", 0x02, "a store the load cannot take data from"),
};
static const struct model_umask locks[] = {
	UM("SPEC_LOCK_MAP_COMMIT", 0x08, "speculative, by a mapped line"),
	UM("SPEC_LOCK", 0x04, "speculative"), UM("NON_SPEC_LOCK", 0x02, "not speculative"),
	UM("BUS_LOCK", 0x01, "bus locks"),
};
static const struct model_umask retired_lock_instructions[] = {
	UM("BUS_LOCK", 0x01, "bus locks"),
};
static const struct model_umask retired_lock_instructions_z5[] = {
	UM("BUS_LOCK", 0x01, "bus locks"), UM("ANY", 0x1f, "all of them"),
};
static const struct model_umask retired_lock_instructions_z2[] = {
	UM("CACHEABLE_LOCKS", 0x0e, "of cacheable memory"), UM("BUS_LOCK", 0x01, "bus locks"),
};
static const struct model_umask ls_dispatch[] = {
	UM("LD_ST_DISPATCH", 0x04, "load-op-stores"), UM("STORE_DISPATCH", 0x02, "stores"),
	UM("LD_DISPATCH", 0x01, "loads"),
};
static const struct model_umask store_commit_cancels_2[] = {
	UM("WCB_FULL", 0x01, "no write-combining buffer was free"),
};
static const struct model_umask mab_allocation_by_pipe[] = {
	UM("TLB_PIPE_EARLY", 0x10, "by the TLB, early"),
	UM("HW_PF", 0x08, "by the hardware prefetcher"),
	UM("TLB_PIPE_LATE", 0x04, "by the TLB, late"), UM("ST_PIPE", 0x02, "by stores"),
	UM("DATA_PIPE", 0x01, "by loads"),
};
static const struct model_umask mab_allocation_by_type[] = {
	UM("LS", 0x3f, "by loads and stores"), UM("HW_PF", 0x40, "by the hardware prefetcher"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask mab_allocation_by_type_z5[] = {
	UM("LOAD_STORE_ALLOCATIONS", 0x07, "by loads and stores"),
	UM("HARDWARE_PREFETCHER_ALLOCATIONS", 0x08, "by the hardware prefetcher"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask data_cache_refills_from_system[] = {
	UM("MABRESP_LCL_L2", 0x01, "the core's L2"),
	UM("LS_MABRESP_LCL_CACHE", 0x02, "the L3 or another L2 of the complex"),
	UM("LS_MABRESP_LCL_DRAM", 0x08, "memory or I/O of the same node"),
	UM("LS_MABRESP_RMT_CACHE", 0x10, "a cache of another node"),
	UM("LS_MABRESP_RMT_DRAM", 0x40, "memory or I/O of another node"),
};
static const struct model_umask demand_data_cache_fills_from_system[] = {
	UM("LCL_L2", 0x01, "the core's L2"),
	UM("INT_CACHE", 0x02, "the L3 or another L2 of the complex"),
	UM("EXT_CACHE_LCL", 0x04, "a cache of another complex of the same node"),
	UM("MEM_IO_LCL", 0x08, "memory or I/O of the same node"),
	UM("EXT_CACHE_RMT", 0x10, "a cache of another node"),
	UM("MEM_IO_RMT", 0x40, "memory or I/O of another node"),
};
static const struct model_umask demand_data_cache_fills_from_system_z4[] = {
	UM("LCL_L2", 0x01, "the core's L2"),
	UM("LOCAL_CCX", 0x02, "the L3 or another L2 of the complex"),
	UM("NEAR_CACHE_NEAR_FAR", 0x04, "a cache of another complex of the same node"),
	UM("DRAM_IO_NEAR", 0x08, "memory or I/O of the same node"),
	UM("FAR_CACHE_NEAR_FAR", 0x10, "a cache of another node"),
	UM("DRAM_IO_FAR", 0x40, "memory or I/O of another node"),
	UM("ALT_MEM_NEAR_FAR", 0x80, "extension memory"),
};
static const struct model_umask l1_dtlb_miss[] = {
	UM("TLB_RELOAD_1G_L2_MISS", 0x80, "pages of 1 GiB, missed the L2 TLB"),
	UM("TLB_RELOAD_2M_L2_MISS", 0x40, "pages of 2 MiB, missed the L2 TLB"),
	UM("TLB_RELOAD_COALESCED_PAGE_MISS", 0x20, "coalesced pages, missed the L2 TLB"),
	UM("TLB_RELOAD_4K_L2_MISS", 0x10, "pages of 4 KiB, missed the L2 TLB"),
	UM("TLB_RELOAD_1G_L2_HIT", 0x08, "pages of 1 GiB, hit the L2 TLB"),
	UM("TLB_RELOAD_2M_L2_HIT", 0x04, "pages of 2 MiB, hit the L2 TLB"),
	UM("TLB_RELOAD_COALESCED_PAGE_HIT", 0x02, "coalesced pages, hit the L2 TLB"),
	UM("TLB_RELOAD_4K_L2_HIT", 0x01, "pages of 4 KiB, hit the L2 TLB"),
};
static const struct model_umask tablewalker_allocation[] = {
	UM("ALLOC_ISIDE1", 0x08, "instruction walker 1"),
	UM("ALLOC_ISIDE0", 0x04, "instruction walker 0"),
	UM("ALLOC_DSIDE1", 0x02, "data walker 1"), UM("ALLOC_DSIDE0", 0x01, "data walker 0"),
};
static const struct model_umask misaligned_loads[] = {
	UM("MA4K", 0x02, "over 4 KiB"), UM("MA64", 0x01, "over 64 bytes"),
};
static const struct model_umask prefetch_instructions_dispatched[] = {
	UM("PREFETCH_T0_T1_T2", 0x01, "PREFETCHT0 to T2"), UM("PREFETCHW", 0x02, "PREFETCHW"),
	UM("PREFETCHNTA", 0x04, "PREFETCHNTA"), UM("ANY", 0x07, "all of them"),
};
static const struct model_umask prefetch_instructions_dispatched_z1[] = {
	UM("PREFETCH_NTA", 0x04, "PREFETCHNTA"), UM("STORE_PREFETCH_W", 0x02, "PREFETCHW"),
	UM("LOAD_PREFETCH_W", 0x01, "PREFETCHT0 to T2"),
};
static const struct model_umask wcb_close[] = {
	UM("FULL_LINE_64B", 0x01, "full lines"),
};
static const struct model_umask ineffective_software_prefetch[] = {
	UM("MAB_MCH_CNT", 0x02, "matched a pending miss"),
	UM("DATA_PIPE_SW_PF_DC_HIT", 0x01, "hit the data cache"),
};
static const struct model_umask software_prefetch_data_cache_fills[] = {
	UM("MABRESP_LCL_L2", 0x01, "the core's L2"),
	UM("LS_MABRESP_LCL_CACHE", 0x02, "the L3 or another L2 of the complex"),
	UM("LS_MABRESP_LCL_DRAM", 0x08, "memory or I/O of the same node"),
	UM("LS_MABRESP_LCL_RMT_CACHE", 0x10, "a cache of another node"),
	UM("LS_MABRESP_LCL_RMT_DRAM", 0x40, "memory or I/O of another node"),
};
static const struct model_umask requests_to_l2_group1[] = {
	UM("RD_BLK_L", 0x80, "reads of data"), UM("RD_BLK_X", 0x40, "stores"),
	UM("LS_RD_BLK_C_S", 0x20, "shared reads of data"),
	UM("CACHEABLE_IC_READ", 0x10, "reads of instructions"),
	UM("CHANGE_TO_X", 0x08, "changes to writable"),
	UM("PREFETCH_L2", 0x04, "prefetches of software"),
	UM("L2_HW_PF", 0x02, "prefetches of hardware"),
};
static const struct model_umask requests_to_l2_group1_z2[] = {
	UM("RD_BLK_L", 0x80, "reads of data"), UM("RD_BLK_X", 0x40, "stores"),
	UM("LS_RD_BLK_C_S", 0x20, "shared reads of data"),
	UM("CACHEABLE_IC_READ", 0x10, "reads of instructions"),
	UM("CHANGE_TO_X", 0x08, "changes to writable"),
	UM("PREFETCH_L2", 0x04, "prefetches of software"),
	UM("L2_HW_PF", 0x02, "prefetches of hardware"), UM("GROUP2", 0x01, "those of group 2"),
};
static const struct model_umask requests_to_l2_group1_z1[] = {
	UM("RD_BLK_L", 0x80, "reads of data"), UM("RD_BLK_X", 0x40, "stores"),
	UM("LS_RD_BLK_C_S", 0x20, "shared reads of data"),
	UM("CACHEABLE_IC_READ", 0x10, "reads of instructions"),
	UM("CHANGE_TO_X", 0x08, "changes to writable"),
	UM("PREFETCH_L2", 0x04, "prefetches of software"),
	UM("L2_HW_PF", 0x02, "prefetches of hardware"),
	UM("OTHER_REQUESTS", 0x01, "those of group 2"),
};
static const struct model_umask requests_to_l2_group1_z4[] = {
	UM("RD_BLK_L", 0x80, "reads of data"), UM("RD_BLK_X", 0x40, "stores"),
	UM("LS_RD_BLK_C_S", 0x20, "shared reads of data"),
	UM("CACHEABLE_IC_READ", 0x10, "reads of instructions"),
	UM("CHANGE_TO_X", 0x08, "changes to writable"),
	UM("PREFETCH_L2_CMD", 0x04, "prefetches of software"),
	UM("L2_HW_PF", 0x02, "prefetches of hardware"), UM("MISC", 0x01, "those of group 2"),
};
static const struct model_umask requests_to_l2_group1_z5[] = {
	UM("RD_BLK_L", 0x80, "reads of data"), UM("RD_BLK_X", 0x40, "stores"),
	UM("LS_RD_BLK_C_S", 0x20, "shared reads of data"),
	UM("CACHEABLE_IC_READ", 0x10, "reads of instructions"),
	UM("PREFETCH_L2_CMD", 0x04, "prefetches of software"),
	UM("L2_HW_PF", 0x02, "prefetches of hardware"), UM("GROUP2", 0x01, "those of group 2"),
};
static const struct model_umask requests_to_l2_group2[] = {
	UM("GROUP1", 0x80, "those of group 1"), UM("LS_RD_SIZED", 0x40, "sized reads of data"),
	UM("LS_RD_SIZED_N_C", 0x20, "sized reads of data, uncacheable"),
	UM("IC_RD_SIZED", 0x10, "sized reads of instructions"),
	UM("IC_RD_SIZED_N_C", 0x08, "sized reads of instructions, uncacheable"),
	UM("SMC_INVAL", 0x04, "invalidations for self-modifying code"),
	UM("BUS_LOCKS_ORIGINATOR", 0x02, "bus locks of this core"),
	UM("BUS_LOCKS_RESPONSES", 0x01, "bus locks of others"),
};
static const struct model_umask requests_to_l2_group2_z5[] = {
	UM("LS_RD_SIZED", 0x40, "sized reads of data"),
	UM("LS_RD_SIZED_N_C", 0x20, "sized reads of data, uncacheable"),
};
static const struct model_umask l2_latency[] = {
	UM("L2_CYCLES_WAITING_ON_FILLS", 0x01, "cycles that wait for fills"),
};
static const struct model_umask ls_to_l2_wbc_requests[] = {
	UM("WCB_CLOSE", 0x20, "closings"),
};
static const struct model_umask ls_to_l2_wbc_requests_z1[] = {
	UM("WCB_WRITE", 0x40, "writes"), UM("WCB_CLOSE", 0x20, "closings"),
	UM("CACHE_LINE_FLUSH", 0x10, "flushes of lines"),
	UM("I_LINE_FLUSH", 0x08, "flushes of instruction lines"),
	UM("ZERO_BYTE_STORE", 0x04, "stores of no byte"),
	UM("LOCAL_IC_CLR", 0x02, "clears of the instruction cache"),
	UM("C_L_ZERO", 0x01, "CLZERO"),
};
static const struct model_umask core_to_l2_cacheable_request_access[] = {
	UM("LS_RD_BLK_C_S", 0x80, "shared reads of data"),
	UM("LS_RD_BLK_L_HIT_X", 0x40, "data reads that hit a writable line"),
	UM("LS_RD_BLK_L_HIT_S", 0x20, "data reads that hit a read-only line"),
	UM("LS_RD_BLK_X", 0x10, "stores that hit"), UM("LS_RD_BLK_C", 0x08, "data misses"),
	UM("IC_FILL_HIT_X", 0x04, "instruction reads that hit a writable line"),
	UM("IC_FILL_HIT_S", 0x02, "instruction reads that hit a read-only line"),
	UM("IC_FILL_MISS", 0x01, "instruction misses"),
};
static const struct model_umask cycles_with_fill_pending_from_l2[] = {
	UM("L2_FILL_BUSY", 0x01, "a fill of the L2 is pending"),
};
static const struct model_umask l2_prefetch_hit_l2[] = {
	UM("ANY", 0x1f, "all of them"),
};
static const struct model_umask l2_prefetch_hit_l2_z1[] = {
	UM("ANY", 0x3f, "all of them"),
};
static const struct model_umask l2_prefetch_hit_l2_z3[] = {
	UM("L2_HW_PREFETCHER", 0x1f, "the L2's prefetchers"),
	UM("L1_HW_PREFETCHER", 0xe0, "the data cache's prefetchers"),
};
static const struct model_umask l2_prefetch_hit_l2_z4[] = {
	UM("L2_STREAM", 0x01, "L2, stream"), UM("L2_NEXT_LINE", 0x02, "L2, next line"),
	UM("L2_UP_DOWN", 0x04, "L2, up and down"), UM("L2_BURST", 0x08, "L2, burst"),
	UM("L2_STRIDE", 0x10, "L2, stride"), UM("L1_STREAM", 0x20, "data cache, stream"),
	UM("L1_STRIDE", 0x40, "data cache, stride"), UM("L1_REGION", 0x80, "data cache, region"),
};
static const struct model_umask tlb_flushes[] = {
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask l1_itlb_miss_l2_itlb_miss[] = {
	UM("COALESCED4K", 0x08, "coalesced pages of 4 KiB"), UM("IF1G", 0x04, "pages of 1 GiB"),
	UM("IF2M", 0x02, "pages of 2 MiB"), UM("IF4K", 0x01, "pages of 4 KiB"),
};
static const struct model_umask l1_itlb_miss_l2_itlb_miss_z1[] = {
	UM("IF1G", 0x04, "pages of 1 GiB"), UM("IF2M", 0x02, "pages of 2 MiB"),
	UM("IF4K", 0x01, "pages of 4 KiB"),
};
static const struct model_umask instruction_pipe_stall[] = {
	UM("IC_STALL_ANY", 0x04, "for any reason"),
	UM("IC_STALL_DQ_EMPTY", 0x02, "for want of addresses"),
	UM("IC_STALL_BACK_PRESSURE", 0x01, "for back-pressure"),
};
static const struct model_umask instruction_cache_lines_invalidated[] = {
	UM("L2_INVALIDATING_PROBE", 0x02, "by a probe of the L2"),
	UM("FILL_INVALIDATED", 0x01, "fills that were invalidated"),
};
static const struct model_umask branch_predictor_redirects[] = {
	UM("RESYNC", 0x01, "for resyncs"), UM("EX_REDIR", 0x02, "by execution"),
};
static const struct model_umask ops_source_dispatched_from_decoder[] = {
	UM("DECODER", 0x01, "the decoder"), UM("OPCACHE", 0x02, "the op cache"),
};
static const struct model_umask ops_source_dispatched_from_decoder_z4[] = {
	UM("DECODER", 0x01, "the decoder"), UM("OPCACHE", 0x02, "the op cache"),
	UM("LOOP_BUFFER", 0x04, "the loop buffer"),
};
static const struct model_umask ops_source_dispatched_from_decoder_z3[] = {
	UM("X86DECODER_DISPATCHED", 0x01, "the decoder"),
	UM("OPCACHE_DISPATCHED", 0x02, "the op cache"),
};
static const struct model_umask uops_dispatched_from_decoder[] = {
	UM("DECODER_DISPATCHED", 0x01, "the decoder"),
	UM("OPCACHE_DISPATCHED", 0x02, "the op cache"),
};
static const struct model_umask ops_type_dispatched_from_decoder[] = {
	UM("FP_DISPATCH", 0x04, "floating point"), UM("INTEGER_DISPATCH", 0x08, "integer"),
};
static const struct model_umask ops_type_dispatched_from_decoder_z3[] = {
	UM("FP_DISP_IBS_MODE", 0x04, "floating point"), UM("INT_DISP_IBS_MODE", 0x08, "integer"),
	UM("FP_DISP_RETIRE_MODE", 0x84, "floating point, counted as at retirement"),
	UM("INT_DISP_RETIRE_MODE", 0x88, "integer, counted as at retirement"),
};
static const struct model_umask dispatch_resource_stall_cycles_1[] = {
	UM("INT_PHY_REG_FILE_RSRC_STALL", 0x01, "integer registers"),
	UM("LOAD_QUEUE_RSRC_STALL", 0x02, "load queue"),
	UM("STORE_QUEUE_RSRC_STALL", 0x04, "store queue"),
	UM("INT_SCHEDULER_MISC_RSRC_STALL", 0x08, "integer scheduler, others"),
	UM("TAKEN_BRANCH_BUFFER_RSRC_STALL", 0x10, "buffer of taken branches"),
	UM("FP_REG_FILE_RSRC_STALL", 0x20, "floating-point registers"),
	UM("FP_SCHEDULER_FILE_RSRC_STALL", 0x40, "floating-point scheduler"),
	UM("FP_MISC_FILE_RSRC_STALL", 0x80, "floating point, others"),
};
static const struct model_umask dispatch_resource_stall_cycles_1_z3[] = {
	UM("INT_PHY_REG_FILE_RSRC_STALL", 0x01, "integer registers"),
	UM("LOAD_QUEUE_RSRC_STALL", 0x02, "load queue"),
	UM("STORE_QUEUE_RSRC_STALL", 0x04, "store queue"),
	UM("TAKEN_BRANCH_BUFFER_RSRC_STALL", 0x10, "buffer of taken branches"),
	UM("FP_REG_FILE_RSRC_STALL", 0x20, "floating-point registers"),
	UM("FP_SCHEDULER_RSRC_STALL", 0x40, "floating-point scheduler"),
	UM("FP_FLUSH_RECOVERY_STALL", 0x80, "recovery of the floating-point unit"),
};
static const struct model_umask dispatch_resource_stall_cycles_1_z5[] = {
	UM("INT_PHY_REG_FILE_RSRC_STALL", 0x01, "integer registers"),
	UM("LOAD_QUEUE_RSRC_STALL", 0x02, "load queue"),
	UM("STORE_QUEUE_RSRC_STALL", 0x04, "store queue"),
	UM("TAKEN_BRANCH_BUFFER_RSRC_STALL", 0x10, "buffer of taken branches"),
	UM("FP_SCHEDULER_RSRC_STALL", 0x40, "floating-point scheduler"),
};
static const struct model_umask dispatch_resource_stall_cycles_0[] = {
	UM("ALU_TOKEN_STALL", 0x08, "tokens of the ALUs"),
};
static const struct model_umask dispatch_resource_stall_cycles_2[] = {
	UM("AL_TOKENS", 0x01, "tokens of the ALUs"),
	UM("AG_TOKENS", 0x02, "tokens of address generation"),
	UM("EX_FLUSH_RECOVERY", 0x04, "recovery of the execution unit"),
	UM("RETQ", 0x20, "tokens of the retire queue"),
};
static const struct model_umask dispatch_resource_stall_cycles_2_z3[] = {
	UM("INT_SCHEDULER_0_TOKEN_STALL", 0x01, "integer scheduler 0"),
	UM("INT_SCHEDULER_1_TOKEN_STALL", 0x02, "integer scheduler 1"),
	UM("INT_SCHEDULER_2_TOKEN_STALL", 0x04, "integer scheduler 2"),
	UM("INT_SCHEDULER_3_TOKEN_STALL", 0x08, "integer scheduler 3"),
	UM("RETIRE_TOKEN_STALL", 0x20, "tokens of the retire queue"),
};
static const struct model_umask dynamic_tokens_dispatch_stalls_cycle[] = {
	UM("RETIRE_TOKEN_STALL", 0x40, "tokens of the retire queue"),
	UM("AGSQ_TOKEN_STALL", 0x20, "tokens of address generation"),
	UM("ALU_TOKEN_STALL", 0x10, "tokens of the ALUs"),
	UM("ALSQ3_0_TOKEN_STALL", 0x08, "tokens of the queues 3 and 0"),
	UM("ALSQ3_TOKEN_STALL", 0x04, "tokens of queue 3"),
	UM("ALSQ2_TOKEN_STALL", 0x02, "tokens of queue 2"),
	UM("ALSQ1_TOKEN_STALL", 0x01, "tokens of queue 1"),
};
static const struct model_umask retired_mmx_fp_instructions[] = {
	UM("SSE_INSTR", 0x04, "SSE and AVX"), UM("MMX_INSTR", 0x02, "MMX"),
	UM("X87_INSTR", 0x01, "x87"),
};
static const struct model_umask cycles_no_retire[] = {
	UM("EMPTY", 0x01, "nothing to retire"),
	UM("NOT_COMPLETE_LOAD_AND_ALU", 0x02, "the oldest is not complete"),
	UM("NOT_COMPLETE_MISSING_LOAD", 0xa2, "the oldest is a load that is not complete"),
	UM("OTHER", 0x08, "for other reasons"),
	UM("THREAD_NOT_SELECTED", 0x10, "the other thread was chosen"),
};
static const struct model_umask p0_freq_cycles_not_in_halt[] = {
	UM("P0_FREQ_CYCLES", 0x01, "at the P0 clock"),
};
static const struct model_umask l2_fill_response_source[] = {
	UM("LOCAL_CCX", 0x02, "the L3 or another L2 of the complex"),
	UM("NEAR_CACHE_NEAR_FAR", 0x04, "a cache of another complex of the same node"),
	UM("DRAM_IO_NEAR", 0x08, "memory or I/O of the same node"),
	UM("FAR_CACHE_NEAR_FAR", 0x10, "a cache of another node"),
	UM("DRAM_IO_FAR", 0x40, "memory or I/O of another node"),
	UM("ALT_MEM_NEAR_FAR", 0x80, "extension memory"),
};
static const struct model_umask ic_fetch_ibs_events[] = {
	UM("FETCH_TAGGED", 0x02, "tagged"), UM("SAMPLE_DISCARDED", 0x04, "discarded"),
	UM("SAMPLE_FILTERED", 0x08, "filtered"), UM("SAMPLE_VALID", 0x10, "valid"),
};
static const struct model_umask ic_tag_hit_miss[] = {
	UM("IC_HIT", 0x07, "hits"), UM("IC_MISS", 0x18, "misses"),
	UM("ALL_IC_ACCESS", 0x1f, "all"),
};
static const struct model_umask dispatch_stalls_1[] = {
	UM("FE_NO_OPS", 0x01, "nothing from the front end"),
	UM("BE_STALLS", 0x1e, "the back end takes nothing"),
	UM("SMT_CONTENTION", 0x60, "the other thread was chosen"),
};
static const struct model_umask dispatch_stalls_2[] = {
	UM("FE_NO_OPS", 0x30, "nothing from the front end"),
};
static const struct model_umask tagged_ibs_ops[] = {
	UM("IBS_COUNT_ROLLOVER", 0x04, "count that ran out while one was tagged"),
	UM("IBS_TAGGED_OPS_RET", 0x02, "tagged and retired"),
	UM("IBS_TAGGED_OPS", 0x01, "tagged"),
};
static const struct model_umask oc_mode_switch[] = {
	UM("OC_IC_MODE_SWITCH", 0x02, "from op cache to instruction cache"),
	UM("IC_OC_MODE_SWITCH", 0x01, "from instruction cache to op cache"),
};
static const struct model_umask op_cache_hit_miss[] = {
	UM("OC_HIT", 0x03, "hits"), UM("OC_MISS", 0x04, "misses"),
	UM("ALL_OC_ACCESS", 0x07, "all"),
};

static const struct model_event rows[] = {
	AMD_ROWS_EVER,
	/* Floating point (FP) */
	{ .name = "FPU_PIPE_ASSIGNMENT", .code = 0x000, .variants = Z1, UMASKS(fpu_pipe_assignment),
	  .flags = ROW_NEEDS_UMASK, .about = "FPU operations dispatched, by pipe" },
	{ .name = "FP_SCHEDULER_EMPTY", .code = 0x001, .variants = Z1,
	  .about = "cycles without work for the FPU" },
	{ .name = "RETIRED_X87_FLOATING_POINT_OPERATIONS", .code = 0x002, .variants = Z1,
	  UMASKS(retired_x87_floating_point_operation), .flags = ROW_NEEDS_UMASK,
	  .about = "x87 operations retired" },
	{ .name = "RETIRED_X87_FP_OPS", .code = 0x002, .variants = FROM_Z4,
	  UMASKS(retired_x87_fp_ops), .flags = ROW_NEEDS_UMASK, .about = "x87 operations retired" },
	{ .name = "RETIRED_SSE_AVX_FLOPS", .code = 0x003, .variants = Z2 | Z3, .plain = 0x0f,
	  UMASKS(retired_sse_avx_flops),
	  .about = "SSE and AVX operations retired, by element; more than 15 in a cycle are lost" },
	{ .name = "RETIRED_SSE_AVX_FLOPS", .code = 0x003, .variants = Z5,
	  UMASKS(retired_sse_avx_flops_z5), .flags = ROW_NEEDS_UMASK,
	  .about = "SSE and AVX operations retired, by element; more than 15 in a cycle are lost" },
	{ .name = "RETIRED_SSE_AVX_FLOPS", .code = 0x003, .variants = Z4, .plain = 0x1f,
	  UMASKS(retired_sse_avx_flops_z4),
	  .about = "SSE and AVX operations retired, by element; more than 15 in a cycle are lost" },
	{ .name = "RETIRED_SSE_AVX_OPERATIONS", .code = 0x003, .variants = Z1,
	  UMASKS(retired_sse_avx_operations), .flags = ROW_NEEDS_UMASK,
	  .about = "SSE and AVX operations retired" },
	{ .name = "NUMBER_OF_MOVE_ELIMINATION_AND_SCALAR_OP_OPTIMIZATION", .code = 0x004,
	  .variants = Z1, UMASKS(number_of_move_elimination_and_scala), .flags = ROW_NEEDS_UMASK,
	  .about = "moves eliminated, scalar ops optimized" },
	{ .name = "RETIRED_SERIALIZING_OPS", .code = 0x005, .variants = Z2 | Z3 | Z4,
	  UMASKS(retired_serializing_ops), .flags = ROW_NEEDS_UMASK,
	  .about = "serializing floating-point ops retired" },
	{ .name = "RETIRED_SERIALIZING_OPS", .code = 0x005, .variants = Z1,
	  UMASKS(retired_serializing_ops_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "serializing floating-point ops retired" },
	{ .name = "RETIRED_FP_OPS_BY_WIDTH", .code = 0x008, .variants = FROM_Z4,
	  UMASKS(retired_fp_ops_by_width), .flags = ROW_NEEDS_UMASK,
	  .about = "floating-point ops retired, by width" },
	{ .name = "RETIRED_FP_OPS_BY_TYPE", .code = 0x00a, .variants = Z5,
	  UMASKS(retired_fp_ops_by_type), .flags = ROW_NEEDS_UMASK,
	  .about = "floating-point ops retired, by kind" },
	{ .name = "RETIRED_FP_OPS_BY_TYPE", .code = 0x00a, .variants = Z4,
	  UMASKS(retired_fp_ops_by_type_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "floating-point ops retired, by kind" },
	{ .name = "RETIRED_INT_OPS", .code = 0x00b, .variants = Z5, UMASKS(retired_int_ops),
	  .flags = ROW_NEEDS_UMASK, .about = "integer MMX, SSE and AVX ops retired, by kind" },
	{ .name = "RETIRED_INT_OPS", .code = 0x00b, .variants = Z4, UMASKS(retired_int_ops_z4),
	  .flags = ROW_NEEDS_UMASK, .about = "integer MMX, SSE and AVX ops retired, by kind" },
	{ .name = "PACKED_FP_OPS_RETIRED", .code = 0x00c, .variants = Z5,
	  UMASKS(packed_fp_ops_retired), .flags = ROW_NEEDS_UMASK,
	  .about = "packed floating-point ops retired, by kind and width" },
	{ .name = "PACKED_FP_OPS_RETIRED", .code = 0x00c, .variants = Z4,
	  UMASKS(packed_fp_ops_retired_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "packed floating-point ops retired, by kind and width" },
	{ .name = "PACKED_INT_OPS_RETIRED", .code = 0x00d, .variants = Z4,
	  UMASKS(packed_int_ops_retired), .flags = ROW_NEEDS_UMASK,
	  .about = "packed integer ops retired, by kind and width" },
	{ .name = "PACKED_INT_OPS_RETIRED", .code = 0x00d, .variants = Z5,
	  UMASKS(packed_int_ops_retired_z5), .flags = ROW_NEEDS_UMASK,
	  .about = "packed integer ops retired, by kind and width" },
	{ .name = "FP_DISPATCH_FAULTS", .code = 0x00e, .variants = FROM_Z2, .plain = 0x0f,
	  UMASKS(fp_dispatch_faults), .about = "faults at the dispatch of floating-point ops" },
	/* Load-store and data cache (LS) */
	{ .name = "BAD_STATUS_2", .code = 0x024, .variants = FROM_Z2, .plain = 0x02,
	  UMASKS(bad_status_2), .about = "loads that have to wait for a store" },
	{ .name = "LOCKS", .code = 0x025, .variants = Z1, UMASKS(locks), .flags = ROW_NEEDS_UMASK,
	  .about = "locked instructions" },
	{ .name = "RETIRED_LOCK_INSTRUCTIONS", .code = 0x025, .variants = Z3 | Z4, .plain = 0x01,
	  UMASKS(retired_lock_instructions), .about = "locked instructions" },
	{ .name = "RETIRED_LOCK_INSTRUCTIONS", .code = 0x025, .variants = Z5, .plain = 0x1f,
	  UMASKS(retired_lock_instructions_z5), .about = "locked instructions" },
	{ .name = "RETIRED_LOCK_INSTRUCTIONS", .code = 0x025, .variants = Z2,
	  UMASKS(retired_lock_instructions_z2), .flags = ROW_NEEDS_UMASK,
	  .about = "locked instructions" },
	{ .name = "RETIRED_CLFLUSH_INSTRUCTIONS", .code = 0x026, .variants = FROM_Z2,
	  .about = "CLFLUSH retired" },
	{ .name = "RETIRED_CPUID_INSTRUCTIONS", .code = 0x027, .variants = FROM_Z2,
	  .about = "CPUID retired" },
	{ .name = "LS_DISPATCH", .code = 0x029, UMASKS(ls_dispatch), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched to the load-store unit" },
	{ .name = "SMI_RECEIVED", .code = 0x02b, .variants = FROM_Z2, .about = "SMIs received" },
	{ .name = "INTERRUPT_TAKEN", .code = 0x02c, .variants = FROM_Z2,
	  .about = "interrupts taken" },
	{ .name = "STORE_TO_LOAD_FORWARD", .code = 0x035,
	  .about = "loads that took a store's data" },
	{ .name = "STORE_COMMIT_CANCELS_2", .code = 0x037, .variants = FROM_Z2, .plain = 0x01,
	  UMASKS(store_commit_cancels_2), .about = "commits of stores cancelled" },
	{ .name = "DATA_CACHE_ACCESSES", .code = 0x040, .variants = TO_Z3,
	  .about = "accesses of the data cache" },
	{ .name = "MAB_ALLOCATION_BY_PIPE", .code = 0x041, .variants = Z1 | Z2,
	  UMASKS(mab_allocation_by_pipe), .flags = ROW_NEEDS_UMASK,
	  .about = "miss address buffers taken" },
	{ .name = "MAB_ALLOCATION_BY_TYPE", .code = 0x041, .variants = Z4, .plain = 0x7f,
	  UMASKS(mab_allocation_by_type), .about = "miss address buffers taken" },
	{ .name = "MAB_ALLOCATION_BY_TYPE", .code = 0x041, .variants = Z5, .plain = 0x0f,
	  UMASKS(mab_allocation_by_type_z5), .about = "miss address buffers taken" },
	{ .name = "MAB_ALLOCATION_BY_TYPE", .code = 0x041, .variants = Z3,
	  UMASKS(mab_allocation_by_type), .flags = ROW_NEEDS_UMASK,
	  .about = "miss address buffers taken" },
	{ .name = "DATA_CACHE_REFILLS_FROM_SYSTEM", .code = 0x043, .variants = Z2,
	  UMASKS(data_cache_refills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "refills of the data cache from the system" },
	{ .name = "DEMAND_DATA_CACHE_FILLS_FROM_SYSTEM", .code = 0x043, .variants = Z3,
	  UMASKS(demand_data_cache_fills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache on demand, by source" },
	{ .name = "DEMAND_DATA_CACHE_FILLS_FROM_SYSTEM", .code = 0x043, .variants = FROM_Z4,
	  UMASKS(demand_data_cache_fills_from_system_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache on demand, by source" },
	{ .name = "ANY_DATA_CACHE_FILLS_FROM_SYSTEM", .code = 0x044, .variants = Z3,
	  UMASKS(demand_data_cache_fills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache of any kind, by source" },
	{ .name = "ANY_DATA_CACHE_FILLS_FROM_SYSTEM", .code = 0x044, .variants = FROM_Z4,
	  UMASKS(demand_data_cache_fills_from_system_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache of any kind, by source" },
	{ .name = "L1_DTLB_MISS", .code = 0x045, UMASKS(l1_dtlb_miss), .flags = ROW_NEEDS_UMASK,
	  .about = "misses of the L1 data TLB" },
	{ .name = "TABLEWALKER_ALLOCATION", .code = 0x046, .variants = Z1,
	  UMASKS(tablewalker_allocation), .flags = ROW_NEEDS_UMASK,
	  .about = "walks of page tables begun" },
	{ .name = "MISALIGNED_LOADS", .code = 0x047, .variants = Z1 | Z2,
	  .about = "loads not aligned" },
	{ .name = "MISALIGNED_LOADS", .code = 0x047, .variants = FROM_Z3, UMASKS(misaligned_loads),
	  .flags = ROW_NEEDS_UMASK, .about = "loads not aligned" },
	{ .name = "PREFETCH_INSTRUCTIONS_DISPATCHED", .code = 0x04b, .variants = FROM_Z2,
	  .plain = 0x07, UMASKS(prefetch_instructions_dispatched),
	  .about = "prefetch instructions" },
	{ .name = "PREFETCH_INSTRUCTIONS_DISPATCHED", .code = 0x04b, .variants = Z1,
	  UMASKS(prefetch_instructions_dispatched_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetch instructions" },
	{ .name = "WCB_CLOSE", .code = 0x050, .variants = Z5, UMASKS(wcb_close),
	  .flags = ROW_NEEDS_UMASK, .about = "write-combining buffers closed" },
	{ .name = "INEFFECTIVE_SOFTWARE_PREFETCH", .code = 0x052,
	  UMASKS(ineffective_software_prefetch), .flags = ROW_NEEDS_UMASK,
	  .about = "software prefetches for nothing" },
	{ .name = "SOFTWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x059, .variants = Z3,
	  UMASKS(demand_data_cache_fills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by software prefetches, by source" },
	{ .name = "SOFTWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x059, .variants = FROM_Z4,
	  UMASKS(demand_data_cache_fills_from_system_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by software prefetches, by source" },
	{ .name = "SOFTWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x059, .variants = Z1,
	  UMASKS(software_prefetch_data_cache_fills), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by software prefetches, by source" },
	{ .name = "SOFTWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x059, .variants = Z2,
	  UMASKS(data_cache_refills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by software prefetches, by source" },
	{ .name = "HARDWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x05a, .variants = Z3,
	  UMASKS(demand_data_cache_fills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by hardware prefetches, by source" },
	{ .name = "HARDWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x05a, .variants = FROM_Z4,
	  UMASKS(demand_data_cache_fills_from_system_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by hardware prefetches, by source" },
	{ .name = "HARDWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x05a, .variants = Z1,
	  UMASKS(software_prefetch_data_cache_fills), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by hardware prefetches, by source" },
	{ .name = "HARDWARE_PREFETCH_DATA_CACHE_FILLS", .code = 0x05a, .variants = Z2,
	  UMASKS(data_cache_refills_from_system), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the data cache by hardware prefetches, by source" },
	{ .name = "ALLOC_MAB_COUNT", .code = 0x05f, .variants = FROM_Z3,
	  .about = "miss address buffers in use, summed over cycles" },
	/* L2 */
	{ .name = "REQUESTS_TO_L2_GROUP1", .code = 0x060, .variants = Z3,
	  UMASKS(requests_to_l2_group1), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 1" },
	{ .name = "REQUESTS_TO_L2_GROUP1", .code = 0x060, .variants = Z2,
	  UMASKS(requests_to_l2_group1_z2), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 1" },
	{ .name = "REQUESTS_TO_L2_GROUP1", .code = 0x060, .variants = Z1,
	  UMASKS(requests_to_l2_group1_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 1" },
	{ .name = "REQUESTS_TO_L2_GROUP1", .code = 0x060, .variants = Z4,
	  UMASKS(requests_to_l2_group1_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 1" },
	{ .name = "REQUESTS_TO_L2_GROUP1", .code = 0x060, .variants = Z5,
	  UMASKS(requests_to_l2_group1_z5), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 1" },
	{ .name = "REQUESTS_TO_L2_GROUP2", .code = 0x061, .variants = Z1 | Z2,
	  UMASKS(requests_to_l2_group2), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 2" },
	{ .name = "REQUESTS_TO_L2_GROUP2", .code = 0x061, .variants = Z5,
	  UMASKS(requests_to_l2_group2_z5), .flags = ROW_NEEDS_UMASK,
	  .about = "requests to the L2, group 2" },
	{ .name = "L2_LATENCY", .code = 0x062, .variants = Z1, .plain = 0x01, UMASKS(l2_latency),
	  .about = "cycles of waiting for the L2" },
	{ .name = "LS_TO_L2_WBC_REQUESTS", .code = 0x063, .variants = Z5,
	  UMASKS(ls_to_l2_wbc_requests), .flags = ROW_NEEDS_UMASK,
	  .about = "write-combining requests to the L2" },
	{ .name = "LS_TO_L2_WBC_REQUESTS", .code = 0x063, .variants = Z1,
	  UMASKS(ls_to_l2_wbc_requests_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "write-combining requests to the L2" },
	{ .name = "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS", .code = 0x064,
	  UMASKS(core_to_l2_cacheable_request_access), .flags = ROW_NEEDS_UMASK,
	  .about = "cacheable requests to the L2, by result" },
	{ .name = "CYCLES_WITH_FILL_PENDING_FROM_L2", .code = 0x06d, .variants = Z1, .plain = 0x01,
	  UMASKS(cycles_with_fill_pending_from_l2), .about = "cycles with a fill pending" },
	{ .name = "L2_PREFETCH_HIT_L2", .code = 0x070, .variants = Z2, .plain = 0x1f,
	  UMASKS(l2_prefetch_hit_l2), .about = "prefetches that hit the L2" },
	{ .name = "L2_PREFETCH_HIT_L2", .code = 0x070, .variants = Z1, .plain = 0x3f,
	  UMASKS(l2_prefetch_hit_l2_z1), .about = "prefetches that hit the L2" },
	{ .name = "L2_PREFETCH_HIT_L2", .code = 0x070, .variants = Z3 | Z5,
	  UMASKS(l2_prefetch_hit_l2_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that hit the L2" },
	{ .name = "L2_PREFETCH_HIT_L2", .code = 0x070, .variants = Z4,
	  UMASKS(l2_prefetch_hit_l2_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that hit the L2" },
	{ .name = "L2_PREFETCH_HIT_L3", .code = 0x071, .variants = Z2, .plain = 0x1f,
	  UMASKS(l2_prefetch_hit_l2), .about = "prefetches that hit the L3" },
	{ .name = "L2_PREFETCH_HIT_L3", .code = 0x071, .variants = Z1, .plain = 0x3f,
	  UMASKS(l2_prefetch_hit_l2_z1), .about = "prefetches that hit the L3" },
	{ .name = "L2_PREFETCH_HIT_L3", .code = 0x071, .variants = Z3 | Z5,
	  UMASKS(l2_prefetch_hit_l2_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that hit the L3" },
	{ .name = "L2_PREFETCH_HIT_L3", .code = 0x071, .variants = Z4,
	  UMASKS(l2_prefetch_hit_l2_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that hit the L3" },
	{ .name = "L2_PREFETCH_MISS_L3", .code = 0x072, .variants = Z2, .plain = 0x1f,
	  UMASKS(l2_prefetch_hit_l2), .about = "prefetches that missed the L3" },
	{ .name = "L2_PREFETCH_MISS_L3", .code = 0x072, .variants = Z1, .plain = 0x3f,
	  UMASKS(l2_prefetch_hit_l2_z1), .about = "prefetches that missed the L3" },
	{ .name = "L2_PREFETCH_MISS_L3", .code = 0x072, .variants = Z3 | Z5,
	  UMASKS(l2_prefetch_hit_l2_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that missed the L3" },
	{ .name = "L2_PREFETCH_MISS_L3", .code = 0x072, .variants = Z4,
	  UMASKS(l2_prefetch_hit_l2_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches that missed the L3" },
	{ .name = "CYCLES_NOT_IN_HALT", .code = 0x076, .about = "cycles while not halted" },
	{ .name = "TLB_FLUSHES", .code = 0x078, .variants = FROM_Z2, .plain = 0xff,
	  UMASKS(tlb_flushes), .about = "flushes of the TLBs" },
	/* Instruction cache and branch prediction (IC, BP) */
	{ .name = "32_BYTE_INSTRUCTION_CACHE_FETCH", .code = 0x080, .variants = TO_Z3,
	  .about = "fetches of 32 bytes from the instruction cache" },
	{ .name = "32_BYTE_INSTRUCTION_CACHE_MISSES", .code = 0x081, .variants = TO_Z3,
	  .about = "those of them that miss" },
	{ .name = "INSTRUCTION_CACHE_REFILLS_FROM_L2", .code = 0x082,
	  .about = "refills from the L2" },
	{ .name = "INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM", .code = 0x083,
	  .about = "refills from the system" },
	{ .name = "L1_ITLB_MISS_L2_ITLB_HIT", .code = 0x084,
	  .about = "L1 instruction TLB misses that hit the L2 TLB" },
	{ .name = "L1_ITLB_MISS_L2_ITLB_MISS", .code = 0x085, .variants = FROM_Z3,
	  UMASKS(l1_itlb_miss_l2_itlb_miss), .flags = ROW_NEEDS_UMASK,
	  .about = "misses of both instruction TLBs" },
	{ .name = "L1_ITLB_MISS_L2_ITLB_MISS", .code = 0x085, .variants = Z1 | Z2,
	  UMASKS(l1_itlb_miss_l2_itlb_miss_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "misses of both instruction TLBs" },
	{ .name = "PIPELINE_RESTART_DUE_TO_INSTRUCTION_STREAM_PROBE", .code = 0x086, .variants = Z1,
	  .about = "restarts for a probe that hit the instruction stream" },
	{ .name = "INSTRUCTION_PIPE_STALL", .code = 0x087, .variants = Z1,
	  UMASKS(instruction_pipe_stall), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which fetch stalls" },
	{ .name = "L1_BTB_CORRECTION", .code = 0x08a, .variants = Z1 | Z2,
	  .about = "corrections by the L1 branch target buffer" },
	{ .name = "L2_BTB_CORRECTION", .code = 0x08b,
	  .about = "corrections by the L2 branch target buffer" },
	{ .name = "INSTRUCTION_CACHE_LINES_INVALIDATED", .code = 0x08c, .variants = Z1,
	  UMASKS(instruction_cache_lines_invalidated), .flags = ROW_NEEDS_UMASK,
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "DYNAMIC_INDIRECT_PREDICTIONS", .code = 0x08e,
	  .about = "indirect branches with a predicted target" },
	{ .name = "DECODER_OVERRIDES_PREDICTION", .code = 0x091, .variants = Z1,
	  .about = "predictions that the decoder corrected" },
	{ .name = "DECODER_OVERRIDE_BRANCH_PRED", .code = 0x091, .variants = FROM_Z2,
	  .about = "predictions that the decoder corrected" },
	{ .name = "ITLB_FETCH_HIT", .code = 0x094, .variants = Z2,
	  UMASKS(l1_itlb_miss_l2_itlb_miss_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "hits of the L1 instruction TLB" },
	{ .name = "L1_ITLB_FETCH_HIT", .code = 0x094, .variants = FROM_Z3,
	  UMASKS(l1_itlb_miss_l2_itlb_miss_z1), .flags = ROW_NEEDS_UMASK,
	  .about = "hits of the L1 instruction TLB" },
	{ .name = "RESYNCS", .code = 0x096, .variants = Z4, .about = "resyncs" },
	{ .name = "ITLB_RELOADS", .code = 0x099, .variants = Z1,
	  .about = "reloads of the instruction TLB" },
	{ .name = "BRANCH_PREDICTOR_REDIRECTS", .code = 0x09f, .variants = Z5, .plain = 0x00,
	  UMASKS(branch_predictor_redirects), .about = "redirections of the branch predictor" },
	/* Decode (DE) */
	{ .name = "OPS_QUEUE_EMPTY", .code = 0x0a9, .variants = FROM_Z4,
	  .about = "cycles with the micro-op queue empty" },
	{ .name = "UOPS_QUEUE_EMPTY", .code = 0x0a9, .variants = Z2 | Z3,
	  .about = "cycles with the micro-op queue empty" },
	{ .name = "OPS_SOURCE_DISPATCHED_FROM_DECODER", .code = 0x0aa, .variants = Z5,
	  UMASKS(ops_source_dispatched_from_decoder), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by where they came from" },
	{ .name = "OPS_SOURCE_DISPATCHED_FROM_DECODER", .code = 0x0aa, .variants = Z4,
	  UMASKS(ops_source_dispatched_from_decoder_z4), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by where they came from" },
	{ .name = "OPS_SOURCE_DISPATCHED_FROM_DECODER", .code = 0x0aa, .variants = Z3,
	  UMASKS(ops_source_dispatched_from_decoder_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by where they came from" },
	{ .name = "UOPS_DISPATCHED_FROM_DECODER", .code = 0x0aa, .variants = Z1 | Z2,
	  UMASKS(uops_dispatched_from_decoder), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by where they came from" },
	{ .name = "OPS_TYPE_DISPATCHED_FROM_DECODER", .code = 0x0ab, .variants = FROM_Z4,
	  UMASKS(ops_type_dispatched_from_decoder), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by type" },
	{ .name = "OPS_TYPE_DISPATCHED_FROM_DECODER", .code = 0x0ab, .variants = Z3,
	  UMASKS(ops_type_dispatched_from_decoder_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "ops dispatched, by type" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_1", .code = 0x0ae, .variants = Z1 | Z2,
	  UMASKS(dispatch_resource_stall_cycles_1), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_1", .code = 0x0ae, .variants = Z3 | Z4,
	  UMASKS(dispatch_resource_stall_cycles_1_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_1", .code = 0x0ae, .variants = Z5,
	  UMASKS(dispatch_resource_stall_cycles_1_z5), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_0", .code = 0x0af, .variants = Z2, .plain = 0x08,
	  UMASKS(dispatch_resource_stall_cycles_0),
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_2", .code = 0x0af, .variants = Z5,
	  UMASKS(dispatch_resource_stall_cycles_2), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DISPATCH_RESOURCE_STALL_CYCLES_2", .code = 0x0af, .variants = Z3 | Z4,
	  UMASKS(dispatch_resource_stall_cycles_2_z3), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	{ .name = "DYNAMIC_TOKENS_DISPATCH_STALLS_CYCLES_0", .code = 0x0af, .variants = Z1,
	  UMASKS(dynamic_tokens_dispatch_stalls_cycle), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which dispatch waits for this" },
	/* Execution (EX) */
	{ .name = "RETIRED_OPS", .code = 0x0c1, .variants = FROM_Z3, .about = "ops retired" },
	{ .name = "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", .code = 0x0c3,
	  .about = "… that were predicted wrongly" },
	{ .name = "RETIRED_BRANCH_RESYNCS", .code = 0x0c7, .variants = Z1,
	  .about = "resyncs that are no transfer of control" },
	{ .name = "RETIRED_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED", .code = 0x0ca,
	  .about = "indirect branches whose target was predicted wrongly" },
	{ .name = "RETIRED_MMX_FP_INSTRUCTIONS", .code = 0x0cb, UMASKS(retired_mmx_fp_instructions),
	  .flags = ROW_NEEDS_UMASK, .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_INDIRECT_BRANCH_INSTRUCTIONS", .code = 0x0cc, .variants = FROM_Z3,
	  .about = "indirect branches retired" },
	{ .name = "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", .code = 0x0d1,
	  .about = "conditional branches retired" },
	{ .name = "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS_MISPREDICTED", .code = 0x0d2,
	  .variants = Z1, .about = "… that were predicted wrongly" },
	{ .name = "DIV_CYCLES_BUSY_COUNT", .code = 0x0d3,
	  .about = "cycles in which the divider is busy" },
	{ .name = "DIV_OP_COUNT", .code = 0x0d4, .about = "divides" },
	{ .name = "CYCLES_NO_RETIRE", .code = 0x0d6, .variants = FROM_Z4, UMASKS(cycles_no_retire),
	  .flags = ROW_NEEDS_UMASK, .about = "cycles without retirement" },
	/* Second page */
	{ .name = "P0_FREQ_CYCLES_NOT_IN_HALT", .code = 0x120, .variants = FROM_Z4, .plain = 0x01,
	  UMASKS(p0_freq_cycles_not_in_halt), .about = "cycles at the P0 clock while not halted" },
	{ .name = "L2_FILL_RESPONSE_SOURCE", .code = 0x165, .variants = Z5,
	  UMASKS(l2_fill_response_source), .flags = ROW_NEEDS_UMASK,
	  .about = "fills of the L2, by source" },
	{ .name = "IC_FETCH_IBS_EVENTS", .code = 0x188, .variants = Z5, UMASKS(ic_fetch_ibs_events),
	  .flags = ROW_NEEDS_UMASK, .about = "fetches sampled by instruction-based sampling" },
	{ .name = "IC_TAG_HIT_MISS", .code = 0x18e, .variants = FROM_Z4, .plain = 0x1f,
	  UMASKS(ic_tag_hit_miss), .about = "look-ups of the instruction cache" },
	{ .name = "IC_TAG_HIT_MISS", .code = 0x18e, .variants = Z3, UMASKS(ic_tag_hit_miss),
	  .flags = ROW_NEEDS_UMASK, .about = "look-ups of the instruction cache" },
	{ .name = "DISPATCH_STALLS_1", .code = 0x1a0, .variants = FROM_Z4,
	  UMASKS(dispatch_stalls_1), .flags = ROW_NEEDS_UMASK,
	  .about = "dispatch slots left empty" },
	{ .name = "DISPATCH_STALLS_2", .code = 0x1a2, .variants = FROM_Z4, .plain = 0x30,
	  UMASKS(dispatch_stalls_2), .about = "dispatch slots left empty, more of them" },
	{ .name = "RETIRED_UCODE_INSTRUCTIONS", .code = 0x1c1, .variants = FROM_Z4,
	  .about = "microcoded instructions retired" },
	{ .name = "RETIRED_UCODE_OPS", .code = 0x1c2, .variants = FROM_Z4,
	  .about = "microcoded ops retired" },
	{ .name = "RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH", .code = 0x1c7,
	  .variants = FROM_Z2,
	  .about = "conditional branches whose direction was predicted wrongly" },
	{ .name = "RETIRED_UNCONDITIONAL_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED", .code = 0x1c8,
	  .variants = FROM_Z4, .about = "unconditional indirect branches predicted wrongly" },
	{ .name = "RETIRED_UNCONDITIONAL_BRANCH_INSTRUCTIONS", .code = 0x1c9, .variants = FROM_Z4,
	  .about = "unconditional branches retired" },
	{ .name = "TAGGED_IBS_OPS", .code = 0x1cf, UMASKS(tagged_ibs_ops), .flags = ROW_NEEDS_UMASK,
	  .about = "ops tagged by instruction-based sampling" },
	{ .name = "RETIRED_FUSED_BRANCH_INSTRUCTIONS", .code = 0x1d0, .variants = Z1,
	  .about = "fused instructions retired" },
	{ .name = "RETIRED_FUSED_INSTRUCTIONS", .code = 0x1d0, .variants = FROM_Z2,
	  .about = "fused instructions retired" },
	{ .name = "OC_MODE_SWITCH", .code = 0x28a, .variants = Z1, UMASKS(oc_mode_switch),
	  .flags = ROW_NEEDS_UMASK, .about = "switches between op cache and instruction cache" },
	{ .name = "OP_CACHE_HIT_MISS", .code = 0x28f, .variants = FROM_Z4, .plain = 0x07,
	  UMASKS(op_cache_hit_miss), .about = "look-ups of the op cache" },
	{ .name = "OP_CACHE_HIT_MISS", .code = 0x28f, .variants = Z3, UMASKS(op_cache_hit_miss),
	  .flags = ROW_NEEDS_UMASK, .about = "look-ups of the op cache" },
};
const struct rows pmc_rows_zen = { rows, ROWS(rows) };

#define STORES MAP_CACHE(L1D, WRITE, ACCESS, "LS_DISPATCH:STORE_DISPATCH:LD_ST_DISPATCH")
#define L2_MISSES \
	MAP_HW(CACHE_MISSES, "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:IC_FILL_MISS:LS_RD_BLK_C")
#define DTLB \
	MAP_CACHE(DTLB, READ, ACCESS, "L1_DTLB_MISS:TLB_RELOAD_1G_L2_MISS:TLB_RELOAD_2M_L2_MISS:" \
		  "TLB_RELOAD_COALESCED_PAGE_MISS:TLB_RELOAD_4K_L2_MISS:TLB_RELOAD_1G_L2_HIT:" \
		  "TLB_RELOAD_2M_L2_HIT:TLB_RELOAD_COALESCED_PAGE_HIT:TLB_RELOAD_4K_L2_HIT"), \
	MAP_CACHE(DTLB, READ, MISS, "L1_DTLB_MISS:TLB_RELOAD_1G_L2_MISS:TLB_RELOAD_2M_L2_MISS:" \
		  "TLB_RELOAD_COALESCED_PAGE_MISS:TLB_RELOAD_4K_L2_MISS"), \
	MAP_CACHE(ITLB, READ, ACCESS, "L1_ITLB_MISS_L2_ITLB_HIT")
/* The first-level TLB answers most requests without counting them, so accesses are those of the
 * second level. */
#define ITLB_Z1 MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_L2_ITLB_MISS:IF1G:IF2M:IF4K")
#define ITLB_Z3 MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_L2_ITLB_MISS:COALESCED4K:IF1G:IF2M:IF4K")
#define L1_TO_Z3 \
	MAP_CACHE(L1D, READ, ACCESS, "DATA_CACHE_ACCESSES"), \
	MAP_CACHE(L1D, READ, MISS, "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:CHANGE_TO_X"), \
	MAP_CACHE(L1I, READ, ACCESS, "32_BYTE_INSTRUCTION_CACHE_FETCH"), \
	MAP_CACHE(L1I, READ, MISS, "32_BYTE_INSTRUCTION_CACHE_MISSES")
#define L1_FROM_Z4 \
	MAP_CACHE(L1D, READ, ACCESS, "LS_DISPATCH:LD_DISPATCH:LD_ST_DISPATCH"), \
	MAP_CACHE(L1I, READ, ACCESS, "IC_TAG_HIT_MISS:ALL_IC_ACCESS"), \
	MAP_CACHE(L1I, READ, MISS, "IC_TAG_HIT_MISS:IC_MISS")
#define PREFETCHES(sources) \
	MAP_CACHE(L1D, PREFETCH, ACCESS, "HARDWARE_PREFETCH_DATA_CACHE_FILLS:" sources)
#define FILLS_Z3 "LCL_L2:INT_CACHE:EXT_CACHE_LCL:MEM_IO_LCL:EXT_CACHE_RMT:MEM_IO_RMT"
#define FILLS_Z4 \
	"LCL_L2:LOCAL_CCX:NEAR_CACHE_NEAR_FAR:DRAM_IO_NEAR:" \
	"FAR_CACHE_NEAR_FAR:DRAM_IO_FAR:ALT_MEM_NEAR_FAR"
#define L2_REQUESTS(others) \
	MAP_HW(CACHE_REFERENCES, \
	"REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S:CACHEABLE_IC_READ:" \
				 "L2_HW_PF:" others)
const struct generic_map pmc_generic_zen1[] = {
	AMD_MAP_EVER, STORES, L2_MISSES, DTLB, ITLB_Z1, L1_TO_Z3,
	L2_REQUESTS("CHANGE_TO_X:PREFETCH_L2:OTHER_REQUESTS"),
	PREFETCHES("MABRESP_LCL_L2:LS_MABRESP_LCL_CACHE:LS_MABRESP_LCL_DRAM:"
		   "LS_MABRESP_LCL_RMT_CACHE:"
		   "LS_MABRESP_LCL_RMT_DRAM"),
	MAP_HW(STALLED_FRONTEND, "INSTRUCTION_PIPE_STALL:IC_STALL_DQ_EMPTY"),
	MAP_HW(STALLED_BACKEND, "INSTRUCTION_PIPE_STALL:IC_STALL_BACK_PRESSURE"), MAP_END,
};
const struct generic_map pmc_generic_zen2[] = {
	AMD_MAP_EVER, STORES, L2_MISSES, DTLB, ITLB_Z1, L1_TO_Z3,
	L2_REQUESTS("CHANGE_TO_X:PREFETCH_L2:GROUP2"),
	PREFETCHES("MABRESP_LCL_L2:LS_MABRESP_LCL_CACHE:LS_MABRESP_LCL_DRAM:LS_MABRESP_RMT_CACHE:"
		   "LS_MABRESP_RMT_DRAM"),
	MAP_HW(STALLED_FRONTEND, "UOPS_QUEUE_EMPTY"), MAP_END,
};
const struct generic_map pmc_generic_zen3[] = {
	AMD_MAP_EVER, STORES, L2_MISSES, DTLB, ITLB_Z3, L1_TO_Z3,
	L2_REQUESTS("CHANGE_TO_X:PREFETCH_L2"),
	PREFETCHES(FILLS_Z3), MAP_HW(STALLED_FRONTEND, "UOPS_QUEUE_EMPTY"), MAP_END,
};
const struct generic_map pmc_generic_zen4[] = {
	AMD_MAP_EVER, STORES, L2_MISSES, DTLB, ITLB_Z3, L1_FROM_Z4,
	L2_REQUESTS("CHANGE_TO_X:PREFETCH_L2_CMD:MISC"),
	MAP_CACHE(L1D, READ, MISS, "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:CHANGE_TO_X"),
	PREFETCHES(FILLS_Z4), MAP_HW(STALLED_FRONTEND, "OPS_QUEUE_EMPTY"),
	MAP_HW(REF_CYCLES, "P0_FREQ_CYCLES_NOT_IN_HALT"), MAP_END,
};
const struct generic_map pmc_generic_zen5[] = {
	AMD_MAP_EVER, STORES, L2_MISSES, DTLB, ITLB_Z3, L1_FROM_Z4,
	L2_REQUESTS("PREFETCH_L2_CMD:GROUP2"),
	MAP_CACHE(L1D, READ, MISS, "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X"),
	PREFETCHES(FILLS_Z4), MAP_HW(STALLED_FRONTEND, "OPS_QUEUE_EMPTY"),
	MAP_HW(REF_CYCLES, "P0_FREQ_CYCLES_NOT_IN_HALT"), MAP_END,
};
/* clang-format on */
