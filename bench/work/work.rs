// SPDX-License-Identifier: BSD-2-Clause
// The work of Rust's compiler: collections and iterators, over types that all differ.
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key<const N: usize> {
    value: usize,
    name: String,
    rest: [u8; N],
}

fn work<const N: usize>(size: usize) -> usize {
    let keys: Vec<Key<N>> = (0..size)
        .map(|i| Key { value: i * 7919 % 1009, name: format!("{i}"), rest: [i as u8; N] })
        .collect();
    let mut ordered: BTreeMap<Key<N>, Vec<usize>> = BTreeMap::new();
    let mut table: HashMap<&str, &Key<N>> = HashMap::new();
    for (i, key) in keys.iter().enumerate() {
        ordered.entry(key.clone()).or_default().push(i);
        table.insert(&key.name, key);
    }
    let mut sorted: Vec<_> = table.values().map(|k| (k.value, k.rest, k.name.len())).collect();
    sorted.sort_by(|a, b| b.cmp(a));
    let text = format!("{:?}", ordered.iter().take(3).collect::<Vec<_>>());
    text.split(',').filter(|s| !s.is_empty()).count() + sorted.len() + ordered.len()
}

macro_rules! all {
    ($($n:literal)*) => { 0 $(+ work::<$n>(100))* };
}

fn main() {
    println!("{}", all!(1 2 3 4));
}
