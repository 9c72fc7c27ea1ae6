-- SPDX-License-Identifier: BSD-2-Clause
-- Work for a database in memory; :scale rows in the larger table.
CREATE TABLE item(id INTEGER PRIMARY KEY, kind INTEGER, name TEXT, price REAL);
WITH RECURSIVE n(i, x) AS (
	SELECT 1, 12345 UNION ALL
	SELECT i + 1, (x * 1103515245 + 12345) & 2147483647 FROM n WHERE i < @SCALE@)
INSERT INTO item SELECT i, x % 997, printf('name-%05d-%s', x % 7919, hex(x)), (x >> 8) / 100.0 FROM n;
CREATE INDEX item_kind ON item(kind, price);
CREATE TABLE kind(id INTEGER PRIMARY KEY, title TEXT);
INSERT INTO kind SELECT DISTINCT kind, 'kind ' || kind FROM item;
SELECT count(*), round(sum(price), 2), min(name), max(name) FROM item;
SELECT k.title, count(*), round(avg(i.price), 4) FROM item i JOIN kind k ON k.id = i.kind
	GROUP BY k.id ORDER BY 2 DESC, 1 LIMIT 20;
UPDATE item SET price = price * 1.01 WHERE kind % 3 = 0;
SELECT a.kind, count(*) FROM item a JOIN item b ON a.kind = b.kind AND a.id < b.id
	WHERE a.kind < 60 GROUP BY a.kind ORDER BY 2 DESC, 1 LIMIT 10;
DELETE FROM item WHERE name LIKE '%-000%' OR name GLOB '*[0-3]F*';
SELECT count(*), round(sum(price), 2) FROM item WHERE substr(name, 6, 1) IN ('1', '3', '5');
SELECT group_concat(kind) FROM (SELECT kind FROM item GROUP BY kind HAVING max(price) > 80000 ORDER BY kind LIMIT 30);
