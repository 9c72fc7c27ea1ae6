# SPDX-License-Identifier: BSD-2-Clause
# Writes a program in OCaml for its compiler to work on: balanced trees and an interpreter, N times.
# usage: ocaml.pl N
use strict;
use warnings;

for my $n (1 .. $ARGV[0]) {
	print <<"END";
module Tree$n = struct
  type ('k, 'v) t = Leaf | Node of ('k, 'v) t * 'k * 'v * ('k, 'v) t * int
  let height = function Leaf -> 0 | Node (_, _, _, _, h) -> h
  let node l k v r = Node (l, k, v, r, 1 + max (height l) (height r))
  let balance l k v r =
    match l, r with
    | Node (ll, lk, lv, lr, _), _ when height l > height r + $n ->
      (match lr with
       | Node (a, ak, av, b, _) when height ll < height lr ->
         node (node ll lk lv a) ak av (node b k v r)
       | _ -> node ll lk lv (node lr k v r))
    | _, Node (rl, rk, rv, rr, _) when height r > height l + $n ->
      (match rl with
       | Node (a, ak, av, b, _) when height rr < height rl ->
         node (node l k v a) ak av (node b rk rv rr)
       | _ -> node (node l k v rl) rk rv rr)
    | _ -> node l k v r
  let rec add k v = function
    | Leaf -> node Leaf k v Leaf
    | Node (l, k', v', r, _) ->
      let c = compare k k' in
      if c = 0 then node l k v r
      else if c < 0 then balance (add k v l) k' v' r
      else balance l k' v' (add k v r)
  let rec fold f t a =
    match t with Leaf -> a | Node (l, k, v, r, _) -> fold f r (f k v (fold f l a))
end
module Lang$n = struct
  type e = Num of int | Var of string | Add of e * e | Mul of e * e | Let of string * e * e
         | If of e * e * e | Fun of string * e | App of e * e
  type v = Int of int | Clo of string * e * (string, v) Tree$n.t
  let rec find x = function
    | Tree$n.Leaf -> failwith x
    | Tree$n.Node (l, k, v, r, _) ->
      if x = k then v else if x < k then find x l else find x r
  let rec eval env = function
    | Num n -> Int n
    | Var x -> find x env
    | Add (Num a, Num b) -> Int (a + b)
    | Add (a, b) ->
      (match eval env a, eval env b with Int x, Int y -> Int (x + y) | _ -> failwith "add")
    | Mul (Num 0, _) | Mul (_, Num 0) -> Int 0
    | Mul (a, b) ->
      (match eval env a, eval env b with Int x, Int y -> Int (x * y) | _ -> failwith "mul")
    | Let (x, a, b) -> eval (Tree$n.add x (eval env a) env) b
    | If (c, a, b) -> (match eval env c with Int 0 -> eval env b | _ -> eval env a)
    | Fun (x, b) -> Clo (x, b, env)
    | App (f, a) ->
      (match eval env f with
       | Clo (x, b, e) -> eval (Tree$n.add x (eval env a) e) b
       | Int _ -> failwith "app")
end
END
}
