# SPDX-License-Identifier: BSD-2-Clause
# Work for an interpreter: dictionaries, strings, objects, exceptions, sorting, generators.
# usage: work.py SCALE. Prints a checksum.
import sys


class Node:
    __slots__ = ("key", "left", "right")

    def __init__(self, key):
        self.key, self.left, self.right = key, None, None


def insert(root, key):
    if root is None:
        return Node(key)
    node = root
    while True:
        if key < node.key:
            if node.left is None:
                node.left = Node(key)
                break
            node = node.left
        else:
            if node.right is None:
                node.right = Node(key)
                break
            node = node.right
    return root


def walk(node):
    if node is not None:
        yield from walk(node.left)
        yield node.key
        yield from walk(node.right)


def numbers(count, seed):
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield seed >> 8


def queens(n, row=0, cols=0, down=0, up=0):
    if row == n:
        return 1
    found = 0
    free = ~(cols | down | up) & ((1 << n) - 1)
    while free:
        bit = free & -free
        free ^= bit
        found += queens(n, row + 1, cols | bit, (down | bit) << 1, (up | bit) >> 1)
    return found


def words(count):
    table = {}
    for x in numbers(count, 7):
        word = "w%03x" % (x % 1500)
        table[word] = table.get(word, 0) + len(word)
    return sum(n * i for i, (_, n) in enumerate(sorted(table.items())))


def failing(count):
    seen = 0
    for x in numbers(count, 99):
        try:
            if x % 3 == 0:
                raise ValueError(str(x))
            seen += x % 7
        except ValueError as e:
            seen += len(e.args[0])
    return seen


def main():
    check = 0
    for turn in range(int(sys.argv[1])):
        root = None
        for key in numbers(3000, turn + 1):
            root = insert(root, key)
        check = (check * 31 + sum(i ^ k for i, k in enumerate(walk(root)))) % (1 << 61)
        check = (check * 31 + queens(7)) % (1 << 61)
        check = (check * 31 + words(12000) + failing(8000)) % (1 << 61)
        text = " ".join("%d:%s" % (i, chr(97 + i % 26) * (i % 9)) for i in range(3000))
        check += len(text.replace("a", "bb").split(" ")) + text.count("ccc")
    print(check)


main()
