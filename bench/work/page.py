# SPDX-License-Identifier: BSD-2-Clause
# Writes a page with a table and a script, for a browser to show. usage: page.py >page.html
print("<!doctype html><title>work</title><style>td { border: 1px solid; padding: 2px }</style>")
print("<table>")
for row in range(200):
    print("<tr>" + "".join(f"<td>{row * column}" for column in range(12)))
print("</table><p id=sum><script>let s = 0;")
print("for (const cell of document.querySelectorAll('td')) s += Number(cell.textContent);")
print("document.getElementById('sum').textContent = s;</script>")
