# SPDX-License-Identifier: BSD-2-Clause
# The files of a guest; sourced by qemu/run. The guest's root is built of symbolic links in $root,
# and packed at the end. Below /rig it holds what qemu/init needs:
#	files/N.NAME	added files and modules, each once
#	job/N/command	a shell script with the Nth command
#	job/N/input	its standard input, if it has one
#	job/N/modules	lines FILE PARAMETER...: what is loaded before it
#	job/N/links	pairs of lines FILE, NAME: what stands in its working directory
#	job/N/tree	added folders
#	token		a line that separates the outputs of two commands

# make_root: the folders, and what every guest has
make_root() {
	local dir
	mkdir -p "$root"/usr/{bin,sbin,lib,lib32,lib64,local/bin} "$root"/{etc,guest,rig/files,dev}
	for dir in bin sbin lib lib32 lib64; do
		ln -s usr/$dir "$root/$dir"
	done
	printf '%s\n' root:x:0:0:root:/guest:/bin/sh user:x:1000:1000:user:/tmp:/bin/sh \
		>"$root/etc/passwd"
	printf '%s\n' root:x:0: user:x:1000: >"$root/etc/group"
	ln -s "$here/init" "$root/init"
	ln -s "$(realpath "$busybox")" "$root/usr/bin/busybox"
	width=$(bits "$busybox")
}

# pack_root FILE: the root as an initramfs
pack_root() {
	local links='-path ./bin -o -path ./sbin -o -path ./lib -o -path ./lib32 -o -path ./lib64'
	cd "$root" || return
	{
		find . -mindepth 1 \( $links \) -print | cpio -o -H newc -R 0:0 --quiet &&
			find . -mindepth 1 \( $links \) -o -print | cpio -o -L -H newc -R 0:0 \
				--quiet
	} >"$1"
}

# bits FILE: prints 32 or 64 for an ELF file, else nothing
bits() {
	local head=
	{ IFS= read -r -n 5 head <"$1"; } 2>/dev/null
	case $head in
	$'\x7fELF\x01') echo 32 ;;
	$'\x7fELF\x02') echo 64 ;;
	esac
}

# refuse_width FILE: ends with 126 when the guest's kernel cannot run this program
refuse_width() {
	if [ "$width" = 32 ] && [ "$(bits "$1")" = 64 ]; then
		printf 'qemu/run: %s is a 64-bit program, and this guest runs 32-bit ones only\n' \
			"$1" >&2
		exit 126
	fi
}

# ---- Files that stand in the guest where they stand here ----

# place FILE PATH: FILE (absolute, here) becomes PATH in the guest; fails when it already is
declare -A placed=()
place() {
	local path=$2
	case $path in
	/bin/* | /sbin/* | /lib/* | /lib32/* | /lib64/*) path=/usr$path ;;
	esac
	if [ -n "${placed[$path]:-}" ]; then
		[ "${placed[$path]}" = "$1" ] || cmp -s "${placed[$path]}" "$1" ||
			die "$1 and ${placed[$path]} would both be $path in the guest"
		return 1
	fi
	placed[$path]=$1
	mkdir -p "$root${path%/*}"
	ln -sf "$1" "$root$path"
}

# put FILE PATH: places it with what it needs
put() {
	! place "$1" "$2" || put_needs "$1"
}

# put_needs FILE: a script's interpreter, or a program's libraries
put_needs() {
	local word head=
	{ IFS= read -r -n 2 head <"$1"; } 2>/dev/null
	[ "$head" = '#!' ] || { put_libraries "$1"; return; }
	for word in $(sed -n '1s/^#! *//p;q' "$1"); do
		case $word in
		/bin/sh | /usr/bin/sh | /usr/bin/env | /bin/busybox) ;; # busybox's
		/*) put_interpreter "$word" ;;
		-*) ;;
		*) word=$(type -P "$word") && put_interpreter "$word" ;;
		esac
	done
}
put_interpreter() {
	[ -r "$1" ] || die "$1 does not exist, or cannot be read"
	put "$1" "$1"
}
put_libraries() {
	local size lib libs
	size=$(bits "$1")
	[ -n "$size" ] && grep -qaF .so "$1" || return 0
	# ldd lists the libraries of libraries too.
	libs=$(ldd "$1" 2>/dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (0x.*/\1/p')
	for lib in $libs; do
		place "$lib" "$lib" || :
	done
	[ -n "$libs" ] || [ "$size" = 64 ] || put_libraries32 "$1"
}

# put_libraries32 FILE: without ldd, which runs the program's loader: many kernels of 64 bits run no
# program of 32 bits
put_libraries32() {
	local lib path
	for lib in $(readelf -lWd "$1" 2>/dev/null |
		sed -n 's/.*program interpreter: \(.*\)\]/\1/p; s/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
		for path in "$lib" /{lib32,usr/lib32,lib/i386-linux-gnu}/"$lib"; do
			[[ $path = /* && -r $path ]] || continue
			! place "$path" "$path" || put_libraries32 "$path"
			break
		done
	done
}

# ---- Files of one command ----

# store FILE: sets stored to the guest's path of its content
declare -A stored_as=()
store() {
	stored=${stored_as[$1]:-}
	[ -z "$stored" ] || return 0
	stored=/rig/files/${#stored_as[@]}.${1##*/}
	stored_as[$1]=$stored
	ln -s "$1" "$root$stored"
}

# link_file FILE NAME: FILE (absolute) stands under NAME in the working directory
link_file() {
	if [ -n "${linked[$2]:-}" ]; then
		[ "${linked[$2]}" = "$1" ] || cmp -s "${linked[$2]}" "$1" ||
			die "$1 and ${linked[$2]} would both be /guest/$2 in the guest"
		return 0
	fi
	linked[$2]=$1
	store "$1"
	printf '%s\n%s\n' "$stored" "$2" >>"$job/links"
	put_needs "$1"
}

# link_module NAME|FILE [PARAMETERS]: with those of the kernel's modules that it depends on
link_module() {
	local file=$1 name need words=${2:-}
	name=${file##*/} name=${name%%.ko*} name=${name//-/_}
	[ -z "${loaded[$name]:-}" ] || return 0
	loaded[$name]=1
	case $file in
	*.ko)
		[ -e "$file" ] || die "the module $file does not exist"
		file=$(realpath "$file") ;;
	*)
		grep -qE "(^|/)${name//_/[-_]}\.ko\$" "$kernel/modules/modules.builtin" \
			2>/dev/null && return
		unpack_module "$1" "$name"
		file=$work/$name.ko ;;
	esac
	for need in $(tr '\0' '\n' <"$file" | sed -n 's/^depends=//p' | head -n 1 | tr , ' '); do
		link_module "$need"
	done
	store "$file"
	printf '%s %s\n' "$stored" "$words" >>"$job/modules"
}

# unpack_module NAME FILENAME: one of the kernel's own becomes $work/FILENAME.ko
unpack_module() {
	local file
	[ ! -e "$work/$2.ko" ] || return 0
	file=$(find "$kernel/modules" -regextype posix-extended \
		-regex ".*/${2//_/[-_]}\.ko(\.xz|\.zst|\.gz)?" 2>/dev/null | head -n 1)
	[ -n "$file" ] || die "kernel $(basename "$kernel") has no module $1"
	case $file in
	*.xz) xz -dc "$file" ;;
	*.zst) zstd -qdc "$file" ;;
	*.gz) gzip -dc "$file" ;;
	*) cat "$file" ;;
	esac >"$work/$2.ko" || die "$file cannot be unpacked"
}

# quote WORD...: as the guest's shell reads them
quote() {
	local word
	for word in "$@"; do
		printf "'%s' " "${word//\'/\'\\\'\'}"
	done
}

# find_command WORD: sets found to what the guest calls it, and brings it along
find_command() {
	local path
	case $1 in
	*/*)
		[ -e "$1" ] || { printf 'qemu/run: %s does not exist\n' "$1" >&2; exit 127; }
		[ -f "$1" ] && [ -x "$1" ] ||
			{ printf 'qemu/run: %s cannot be executed\n' "$1" >&2; exit 126; }
		refuse_width "$1"
		link_file "$(realpath -s "$1")" "${1##*/}"
		found=./${1##*/}
		return ;;
	esac
	# Added files come first, as in the guest's PATH. A 32-bit guest takes busybox's commands.
	found=$1
	if [ -n "${linked[$1]:-}" ]; then
		refuse_width "${linked[$1]}"
	elif path=$(type -P "$1") && ! { [ "$width" = 32 ] && is_busybox "$1"; }; then
		refuse_width "$path"
		put "$path" "$path"
		found=$path
	elif ! is_busybox "$1"; then
		printf 'qemu/run: %s is not found\n' "$1" >&2
		exit 127
	fi
}
is_busybox() {
	"$busybox" --list 2>/dev/null | grep -qxF -- "$1"
}

# pack_job N: the command of the arrays add, modules, env and command becomes the guest's Nth
pack_job() {
	local file path one module words
	job=$root/rig/job/$1
	declare -gA linked=() loaded=()
	mkdir -p "$job/tree"
	: >"$job/links" >"$job/modules"
	for file in "${add[@]}"; do
		[ -e "$file" ] || die "$file does not exist"
		path=$(realpath -s "$file")
		if [ ! -d "$file" ]; then
			link_file "$path" "${path##*/}"
			continue
		fi
		cp -rs "$path" "$job/tree/"
		while IFS= read -r -d '' one; do
			put_libraries "$one"
		done < <(find -L "$path" -type f -perm /111 -print0)
	done
	[ ${#command[@]} -gt 0 ] || die "a job has no command"
	find_command "${command[0]}"
	printf '%sexec %s\n' "${env:+export $(quote "${env[@]}")
}" "$(quote "$found" "${command[@]:1}")" \
		>"$job/command"
	[ -z "$stdin" ] || waited cat >"$job/input"
	for module in "${modules[@]}"; do
		words=${module#*.ko }
		[ "$words" != "$module" ] || words=
		link_module "${module%" $words"}" "$words"
	done
}
