/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc's own format, as docs/profile.md describes it. */
#ifndef PMC_LIB_PROFILE_FORMAT_H
#define PMC_LIB_PROFILE_FORMAT_H

#include "core/base/types.h"

/* The first byte is no text, and the last ones change when a transfer changes line ends. */
#define FORMAT_MAGIC	  "\211PMC\r\n\032\n"
#define FORMAT_MAGIC_SIZE 8
#define FORMAT_VERSION	  1u
#define FORMAT_HEADER	  16u /* magic, version, four bytes that are 0 */

/* A section: kind, length (64 bits), CRC of its bytes, CRC of the 16 bytes before; the bytes. */
#define FORMAT_SECTION		20u
#define FORMAT_KIND(a, b, c, d) ((u32)(a) | (u32)(b) << 8 | (u32)(c) << 16 | (u32)(d) << 24)
#define FORMAT_INFO		FORMAT_KIND('I', 'N', 'F', 'O')
#define FORMAT_EVENTS		FORMAT_KIND('E', 'V', 'N', 'T')
#define FORMAT_OBJECT		FORMAT_KIND('O', 'B', 'J', 'S')
#define FORMAT_TASKS		FORMAT_KIND('T', 'A', 'S', 'K')
#define FORMAT_PIDS		FORMAT_KIND('P', 'I', 'D', 'S')
#define FORMAT_NOTES		FORMAT_KIND('N', 'O', 'T', 'E')
#define FORMAT_PLACES		FORMAT_KIND('P', 'L', 'A', 'C')
#define FORMAT_MODELLED		FORMAT_KIND('M', 'O', 'D', 'L')
#define FORMAT_EDGES		FORMAT_KIND('E', 'D', 'G', 'E')
#define FORMAT_FRAMES		FORMAT_KIND('F', 'R', 'A', 'M')
#define FORMAT_NODES		FORMAT_KIND('N', 'O', 'D', 'E')
#define FORMAT_STACKS		FORMAT_KIND('S', 'T', 'A', 'K')
#define FORMAT_SYMBOL		FORMAT_KIND('S', 'Y', 'M', 'B')
#define FORMAT_CODE		FORMAT_KIND('C', 'O', 'D', 'E')
#define FORMAT_END		FORMAT_KIND('E', 'N', 'D', ' ')

/* The first byte of a place. */
#define FORMAT_PLACE_LENGTH 0x0fu
#define FORMAT_PLACE_LOAD   0x10u
#define FORMAT_PLACE_STORE  0x20u
#define FORMAT_PLACE_COUNT  0x40u /* executions are not those that are expected */
#define FORMAT_PLACE_MORE   0x80u /* a second byte follows */
/* The second one: PMC_PLACE_COND to PMC_PLACE_SYSCALL, shifted down by two, and: */
#define FORMAT_PLACE_SHIFT  2
#define FORMAT_PLACE_KIND   0x3fu
#define FORMAT_PLACE_GAP    0x40u /* the address is not that behind the place before */
#define FORMAT_PLACE_THREAD 0x80u /* the thread is not that of the place before */

/* The first byte of an edge. */
#define FORMAT_EDGE_KIND      0x03u
#define FORMAT_EDGE_THREAD    0x04u /* the thread is not that of the edge before */
#define FORMAT_EDGE_FROM      0x08u /* it begins behind the edge before */
#define FORMAT_EDGE_OBJECT    0x10u /* it leaves the object */
#define FORMAT_EDGE_INCLUSIVE 0x20u
#define FORMAT_EDGE_COUNT     0x40u /* its count is not what its place says */

/* So many places, edges, stacks and so on are in one section at most. */
#define FORMAT_CHUNK 65536u

#endif
