# SPDX-License-Identifier: BSD-2-Clause
# For test scripts, after tap.sh: sets `namespace` to a command that runs another one in namespaces
# in which processes have the same numbers each time. Shells print these, so counts depend on their
# digits. Where nobody may make such namespaces, it is empty.
namespace=()
for ns in "unshare -fp --mount-proc" "unshare -Urfp --mount-proc"; do
	if $ns true 2>/dev/null; then
		read -ra namespace <<<"$ns"
		break
	fi
done
