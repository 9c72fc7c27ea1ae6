# SPDX-License-Identifier: BSD-2-Clause
# For test scripts, after tap.sh: writes scripts for sh whose processes begin with what others of
# them have translated. $TMP/tree.sh: small programs. $TMP/sizes.sh FOLDER, that of tests/emu/prog:
# small and large ones. They list /usr, as others may write to / meanwhile.

cat >"$TMP/tree.sh" <<'S'
i=0
while [ $i -lt 4 ]; do /bin/true; /bin/ls /usr >/dev/null; i=$((i+1)); done
/bin/sh -c '(/bin/true; /bin/false) || exec /bin/env /bin/sort /dev/null'
S
# One is large from its start, one becomes so. Only such programs pair calls (emu/code/pair.h).
cat >"$TMP/sizes.sh" <<'S'
"$1/again" 3 "$1/nests_large" 40
"$1/again" 3 "$1/nests" 40 maps
/bin/ls /usr >/dev/null
"$1/again" 3 "$1/nests" 40
"$1/nests_large" 40; "$1/nests" 40 maps
S
