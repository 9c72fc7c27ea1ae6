# SPDX-License-Identifier: BSD-2-Clause
# Free disk space; sourced by the scripts of this folder before they write much.

# need_space FOLDER MEGABYTES PURPOSE: prints one sentence and fails when the file system of FOLDER
# has less than MEGABYTES free. FOLDER or one of its parents must exist.
need_space() {
	local folder=$1 free
	while [ ! -e "$folder" ] && [ "$folder" != / ] && [ "$folder" != . ]; do
		folder=$(dirname "$folder")
	done
	free=$(df -Pm "$folder" 2>/dev/null | awk 'NR == 2 { print $4 }')
	[ -z "$free" ] || [ "$free" -ge "$2" ] || {
		printf 'the disk is full: %s needs %s MB in %s, and only %s MB are free\n' \
			"$3" "$2" "$1" "$free" >&2
		return 1
	}
}
