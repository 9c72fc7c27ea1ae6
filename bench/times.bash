# SPDX-License-Identifier: BSD-2-Clause
#
# What the scripts here have in common about times that bench/measure wrote.

# median FILE TIME: of wall, user, system, cpu (user and system) in seconds, or memory in KiB; - if
# there are none.
median() {
	[ -s "$1" ] || { echo -; return; }
	awk -v time="$2" 'BEGIN {
		column["wall"] = 1; column["user"] = 2; column["system"] = 3; column["memory"] = 4
	}
	{ print time == "cpu" ? $2 + $3 : $column[time] }' "$1" | sort -n |
		awk '{v[NR] = $1} END {printf "%.4f\n",
			NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'
}
