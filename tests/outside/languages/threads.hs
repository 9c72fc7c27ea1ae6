-- Green threads on two threads of the system, and much garbage.
import Control.Concurrent
import qualified Data.Map as Map

main :: IO ()
main = do
  done <- newEmptyMVar
  mapM_ (\k -> forkIO (putMVar done $! sum [x * k `mod` 7 | x <- [1 .. 20000]])) [1 .. 8 :: Int]
  sums <- mapM (const (takeMVar done)) [1 .. 8 :: Int]
  print (sum sums)
  print (sum (Map.elems (Map.fromList [(i, i * i) | i <- [1 .. 5000 :: Int]])))
