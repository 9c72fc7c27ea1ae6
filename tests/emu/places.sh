# SPDX-License-Identifier: BSD-2-Clause
# For test scripts, after tap.sh: builds $TMP/places, which prints and records profiles (places.c).
# Sets cc.
cc=${CC:-gcc}
"$cc" -O1 -g -std=gnu11 -Wall -I. -Iinclude -o "$TMP/places" tests/emu/places.c -L"$BUILD" \
	-Wl,-rpath,"$BUILD" -lpmc || exit 1

# places_branches FILE: the branches of a profile. In which order threads began may differ.
places_branches() {
	"$TMP/places" "$1" branch | awk '{ n[$2 " " $3 " " $4 " " $5] += $6 }
		END { for (i in n) print "branch", i, n[i] }' | sort
}
