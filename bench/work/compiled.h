/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/* The formatter takes N(x) for no name. */
/*
 * Ordinary C for the compiler to chew on; compiled.c includes it several times under different
 * names. It includes nothing, so that the work is the same on every machine. N(x) makes the names.
 */
struct N(entry) {
	struct N(entry) *next;
	u64 hash;
	char key[KEY];
	long value;
};

struct N(table) {
	struct N(entry) *bucket[64 + KEY];
	long used, lookups, misses;
};

static u64 N(hash)(const char *s)
{
	u64 h = 14695981039346656037u + KEY;

	while (*s) {
		h ^= (unsigned char)*s++;
		h *= 1099511628211u;
		h ^= h >> (KEY % 13 + 3);
	}
	return h;
}

struct N(entry) *N(find)(struct N(table) *t, const char *key, int create, void *(*alloc)(u64))
{
	u64 h = N(hash)(key);
	struct N(entry) **at = &t->bucket[h % (64 + KEY)], *e;

	t->lookups++;
	for (e = *at; e; e = e->next) {
		int i = 0;

		if (e->hash != h)
			continue;
		while (i < KEY - 1 && key[i] && key[i] == e->key[i])
			i++;
		if (i == KEY - 1 || key[i] == e->key[i])
			return e;
	}
	t->misses++;
	if (!create)
		return 0;
	e = alloc(sizeof(*e));
	if (!e)
		return 0;
	e->next = *at;
	e->hash = h;
	e->value = 0;
	for (int i = 0; i < KEY; i++) {
		e->key[i] = key[i];
		if (!key[i])
			break;
	}
	*at = e;
	t->used++;
	return e;
}

struct N(node) {
	struct N(node) *child[2];
	int height;
	ELEM key;
};

static int N(height)(const struct N(node) *n)
{
	return n ? n->height : 0;
}

static void N(update)(struct N(node) *n)
{
	int l = N(height)(n->child[0]), r = N(height)(n->child[1]);

	n->height = (l > r ? l : r) + 1;
}

static struct N(node) *N(rotate)(struct N(node) *n, int dir)
{
	struct N(node) *up = n->child[!dir];

	n->child[!dir] = up->child[dir];
	up->child[dir] = n;
	N(update)(n);
	N(update)(up);
	return up;
}

struct N(node) *N(insert)(struct N(node) *n, struct N(node) *fresh)
{
	int dir, balance;

	if (!n) {
		fresh->child[0] = fresh->child[1] = 0;
		fresh->height = 1;
		return fresh;
	}
	dir = fresh->key > n->key;
	n->child[dir] = N(insert)(n->child[dir], fresh);
	N(update)(n);
	balance = N(height)(n->child[0]) - N(height)(n->child[1]);
	if (balance > 1) {
		if (fresh->key > n->child[0]->key)
			n->child[0] = N(rotate)(n->child[0], 0);
		return N(rotate)(n, 1);
	}
	if (balance < -1) {
		if (fresh->key <= n->child[1]->key)
			n->child[1] = N(rotate)(n->child[1], 1);
		return N(rotate)(n, 0);
	}
	return n;
}

void N(sort)(ELEM *a, long n)
{
	while (n > KEY % 5 + 8) {
		ELEM pivot = a[n / 2], x;
		long i = 0, j = n - 1;

		if (a[0] > pivot)
			pivot = a[0] > a[n - 1] ? a[n - 1] : a[0];
		while (i <= j) {
			while (a[i] < pivot)
				i++;
			while (a[j] > pivot)
				j--;
			if (i <= j) {
				x = a[i];
				a[i++] = a[j];
				a[j--] = x;
			}
		}
		if (j + 1 < n - i) {
			N(sort)(a, j + 1);
			a += i;
			n -= i;
		} else {
			N(sort)(a + i, n - i);
			n = j + 1;
		}
	}
	for (long i = 1; i < n; i++) {
		ELEM x = a[i];
		long j = i;

		for (; j > 0 && a[j - 1] > x; j--)
			a[j] = a[j - 1];
		a[j] = x;
	}
}

void N(multiply)(double *restrict c, const double *restrict a, const double *restrict b, int n)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			c[i * n + j] = 0;
		for (int k = 0; k < n; k++) {
			double x = a[i * n + k];

			for (int j = 0; j < n; j++)
				c[i * n + j] += x * b[k * n + j];
		}
	}
}

struct N(token) {
	int kind;
	const char *at;
	long length;
	double value;
};

enum N(kinds) { N(END), N(WORD), N(NUMBER), N(STRING), N(SIGN), N(BAD) };

const char *N(scan)(const char *p, struct N(token) *t)
{
	while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '#') {
		if (*p == '#')
			while (p[1] && p[1] != '\n')
				p++;
		p++;
	}
	t->at = p;
	t->value = 0;
	if (!*p) {
		t->kind = N(END);
	} else if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_') {
		t->kind = N(WORD);
		while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' ||
		       (*p >= '0' && *p <= '9'))
			p++;
	} else if (*p >= '0' && *p <= '9') {
		double scale = 1;

		t->kind = N(NUMBER);
		while (*p >= '0' && *p <= '9')
			t->value = t->value * 10 + (*p++ - '0');
		if (*p == '.')
			for (p++; *p >= '0' && *p <= '9'; p++)
				t->value += (*p - '0') * (scale /= 10);
	} else if (*p == '"') {
		t->kind = N(STRING);
		for (p++; *p && *p != '"'; p++)
			if (*p == '\\' && p[1])
				p++;
		if (!*p)
			t->kind = N(BAD);
		else
			p++;
	} else {
		t->kind = N(SIGN);
		switch (*p++) {
		case '<': case '>': case '=': case '!':
			if (*p == '=')
				p++;
			break;
		case '&':
			if (*p == '&')
				p++;
			break;
		case '|':
			if (*p == '|')
				p++;
			break;
		case '+': case '-': case '*': case '/': case '(': case ')': case ',': case ';':
			break;
		default:
			t->kind = N(BAD);
		}
	}
	t->length = p - t->at;
	return p;
}

static double N(expression)(const char **p, int level);

static double N(term)(const char **p)
{
	struct N(token) t;
	double x;

	*p = N(scan)(*p, &t);
	switch (t.kind) {
	case N(NUMBER):
		return t.value;
	case N(WORD):
		return (double)(N(hash)(t.at) & 0xff);
	case N(SIGN):
		if (*t.at == '(') {
			x = N(expression)(p, 0);
			*p = N(scan)(*p, &t);
			return x;
		}
		if (*t.at == '-')
			return -N(term)(p);
	}
	return 0;
}

static double N(expression)(const char **p, int level)
{
	double x = N(term)(p), y;

	for (;;) {
		struct N(token) t;
		const char *next = N(scan)(*p, &t);
		int weight;

		if (t.kind != N(SIGN))
			return x;
		switch (*t.at) {
		case '*': case '/':
			weight = 3;
			break;
		case '+': case '-':
			weight = 2;
			break;
		case '<': case '>':
			weight = 1;
			break;
		default:
			return x;
		}
		if (weight <= level)
			return x;
		*p = next;
		y = N(expression)(p, weight);
		switch (*t.at) {
		case '*': x *= y; break;
		case '/': x = y != 0 ? x / y : 0; break;
		case '+': x += y; break;
		case '-': x -= y; break;
		case '<': x = x < y; break;
		case '>': x = x > y; break;
		}
	}
}

double N(evaluate)(const char *text)
{
	return N(expression)(&text, 0);
}

/* A machine with sixteen registers. */
long N(interpret)(const unsigned *code, long steps, ELEM *memory, u64 size)
{
	u64 r[16] = { 0 }, pc = 0;

	while (steps-- > 0) {
		unsigned c = code[pc++], op = c >> 24;
		unsigned d = c >> 20 & 15, a = c >> 16 & 15, b = c & 15;
		long imm = (short)c;

		switch (op) {
		case 0: return (long)r[0];
		case 1: r[d] = r[a] + r[b]; break;
		case 2: r[d] = r[a] - r[b]; break;
		case 3: r[d] = r[a] * r[b]; break;
		case 4: r[d] = r[b] ? r[a] / r[b] : ~0ul; break;
		case 5: r[d] = r[a] & r[b]; break;
		case 6: r[d] = r[a] | r[b]; break;
		case 7: r[d] = r[a] ^ r[b]; break;
		case 8: r[d] = r[a] << (r[b] & 63); break;
		case 9: r[d] = r[a] >> (r[b] & 63); break;
		case 10: r[d] = r[a] + (u64)imm; break;
		case 11: if (r[d] == r[a]) pc += (u64)imm; break;
		case 12: if (r[d] != r[a]) pc += (u64)imm; break;
		case 13: if ((long)r[d] < (long)r[a]) pc += (u64)imm; break;
		case 14: if (r[a] < size) r[d] = (u64)memory[r[a]]; break;
		case 15: if (r[a] < size) memory[r[a]] = (ELEM)r[d]; break;
		case 16: r[d] = pc; pc += (u64)imm; break;
		case 17: pc = r[a]; break;
		case 18: r[d] = (u64)__builtin_popcountl(r[a]); break;
		case 19: r[d] = r[a] ? (u64)__builtin_ctzl(r[a]) : 64; break;
		default: return -1;
		}
	}
	return -2;
}

long N(pack)(const unsigned char *in, long n, unsigned char *out)
{
	long last[256], used = 0, i = 0;

	for (int k = 0; k < 256; k++)
		last[k] = -1;
	while (i < n) {
		long from = last[in[i]], length = 0;

		if (from >= 0 && i - from < 256)
			while (length < 127 && i + length < n &&
			       in[from + length] == in[i + length])
				length++;
		if (length > 2) {
			out[used++] = (unsigned char)(0x80 | length);
			out[used++] = (unsigned char)(i - from);
		} else {
			length = 1;
			out[used++] = in[i] & 0x7f;
		}
		while (length--) {
			last[in[i]] = i;
			i++;
		}
	}
	return used;
}

int N(format)(char *out, int size, u64 value, int base, int width, int sign)
{
	static const char digit[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char text[72];
	int n = 0, i = 0, negative = sign && (long)value < 0;

	if (base < 2 || base > 36)
		return -1;
	if (negative)
		value = -value;
	do {
		text[n++] = digit[value % (u64)base];
		value /= (u64)base;
	} while (value);
	if (negative)
		text[n++] = '-';
	for (; i < width - n && i < size - 1; i++)
		out[i] = ' ';
	while (n && i < size - 1)
		out[i++] = text[--n];
	if (size > 0)
		out[i] = 0;
	return i;
}

#undef N
#undef KEY
#undef ELEM
