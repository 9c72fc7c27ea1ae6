# SPDX-License-Identifier: BSD-2-Clause
# Runs the coreutils and similar tools in an empty folder.
seq 1 5000 >n
sort -rn n | head -3; sort -R --random-source=n n | md5sum
split -l 1000 -d n part. && ls part.* && cat part.* | cmp - n && rm part.*
mkdir -p a/b/c && cp n a/b/c/x && ln -s b/c/x a/link && ln a/b/c/x a/hard
mv a/hard a/moved && stat -c '%s %h' a/moved && readlink a/link && realpath --relative-to=. a/link
cut -c2-3 n | uniq -c | sort -k1,1nr -k2 | head -5
tr -d '\n' <n | fold -w 70 | tail -2; nl n | tail -1; tac n | head -1; wc n
paste -d, n n | sed -n '100,102p'; join n <(seq 10 20) | head -2; comm -12 n <(seq 3 4)
od -An -tx1 n | head -2; base64 n | tail -1; sha512sum n; cksum n; factor 1234567890123; expr 7 \* 6
date -u -d @86400 +%F; numfmt --to=iec 123456789; printf '%05.1f\n' 3.14159
dd if=n bs=100 count=3 2>/dev/null | tail -1
tar cf t.tar a n && tar tf t.tar && mkdir out && tar xf t.tar -C out && diff -r a out/a &&
	gzip -9 t.tar && zcat t.tar.gz | md5sum >/dev/null && echo tar
find a out -type f -size +1k -exec basename {} \; | sort; du -a --apparent-size a | sort | head -3
timeout 0.05 sleep 5; echo "timeout $?"; env -i A=1 env; nice true; test -L a/link && echo link
truncate -s 1M big && shred -n1 -u big && ls; chmod 640 n && stat -c %A n
touch -d '2001-02-03' n && ls -l --time-style=+%F n | awk '{print $6}'
awk 'BEGIN { while (("seq 3" | getline x) > 0) print x * 2; system("echo sys")
	print toupper("up") }'
rm -r a out; ls
