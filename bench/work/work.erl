% SPDX-License-Identifier: BSD-2-Clause
% Work for Erlang: calls, lists, maps; as often as the argument says.
-module(work).
-export([main/1]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

work() ->
	L = lists:seq(1, 20000),
	M = lists:foldl(fun(X, A) -> maps:put(X rem 503, X * X, A) end, #{}, L),
	S = lists:sort(fun(A, B) -> A * 7919 rem 100003 =< B * 7919 rem 100003 end, L),
	{fib(23), lists:sum(maps:values(M)), erlang:md5(term_to_binary(S))}.

main([N]) ->
	[io:format("~p~n", [work()]) || _ <- lists:seq(1, list_to_integer(atom_to_list(N)))].
