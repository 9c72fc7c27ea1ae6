% SPDX-License-Identifier: BSD-2-Clause
% Work for GNU Octave: a loop of its interpreter, strings, and small matrices.
% usage: octave-cli work.m SCALE. Prints a checksum.
scale = str2double(argv(){1});
sum = 0;
for i = 1 : 12000 * scale
	sum = sum + mod(i * i, 7);
end
names = cell(1, 200);
for i = 1 : 200 * scale
	names{mod(i, 200) + 1} = sprintf("%d-%s", i, repmat("x", 1, mod(i, 9)));
end
for i = 1 : 100 * scale
	a = magic(12) + i;
	sum = sum + mod(trace(a * a'), 1001) + numel(names{mod(i, 200) + 1});
end
printf("%d\n", sum);
