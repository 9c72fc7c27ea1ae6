/* SPDX-License-Identifier: BSD-2-Clause */
/* The compiler's work in the benchmark: compiled.h, with other names, sizes and types each time. */
typedef unsigned long u64;

#define N(x) x##_1
#define KEY  16
#define ELEM long
#include "compiled.h"
#define N(x) x##_2
#define KEY  23
#define ELEM double
#include "compiled.h"
#define N(x) x##_3
#define KEY  30
#define ELEM short
#include "compiled.h"
#define N(x) x##_4
#define KEY  37
#define ELEM unsigned
#include "compiled.h"
#define N(x) x##_5
#define KEY  44
#define ELEM float
#include "compiled.h"
#define N(x) x##_6
#define KEY  51
#define ELEM unsigned long
#include "compiled.h"
#define N(x) x##_7
#define KEY  58
#define ELEM signed char
#include "compiled.h"
#define N(x) x##_8
#define KEY  65
#define ELEM int
#include "compiled.h"
#define N(x) x##_9
#define KEY  72
#define ELEM long
#include "compiled.h"
#define N(x) x##_10
#define KEY  79
#define ELEM double
#include "compiled.h"
#define N(x) x##_11
#define KEY  86
#define ELEM short
#include "compiled.h"
#define N(x) x##_12
#define KEY  93
#define ELEM unsigned
#include "compiled.h"
