"""How the dispute packet's page looks, on a screen and on paper. Nothing is loaded from elsewhere."""

STYLE = """
:root {
  --ink: #16211d; --soft: #5c6b64; --faint: #8b978f; --line: #dcdfd8; --paper: #fdfcf9; --shade: #f4f3ed;
  --felt: #14513c; --felt-soft: #e5efe9; --red: #a3222f; --red-soft: #f9eae9; --amber: #8a5a00; --amber-soft: #fbf2dd;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif;
  --sans: "Inter", "Segoe UI", "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { background: #e9e8e2; }
body { margin: 0; font: 15px/1.5 var(--sans); color: var(--ink); font-variant-numeric: tabular-nums; }
article { max-width: 1060px; margin: 28px auto; padding: 52px 60px 44px; background: var(--paper);
  box-shadow: 0 1px 2px #0002, 0 12px 40px #0000000f; border-top: 6px solid var(--felt); }
article.void { border-top-color: var(--red); }
header { display: grid; grid-template-columns: 1fr auto; align-items: end; gap: 8px 32px; }
.over { grid-column: 1 / -1; font-size: 12px; letter-spacing: .13em; text-transform: uppercase; color: var(--soft); }
h1 { margin: 0; font: 400 46px/1.1 var(--serif); letter-spacing: -.01em; }
.book { color: var(--soft); margin-top: 6px; }
table.lines { table-layout: fixed; }
.lines th:nth-child(1) { width: 15%; } .lines th:nth-child(2) { width: 12%; } .lines th:nth-child(3) { width: 13%; }
.lines th:nth-child(4) { width: 17%; } .lines th:nth-child(5), .lines th:nth-child(6) { width: 12%; }
.state { font-size: 13px; font-weight: 600; padding: 6px 16px; border-radius: 99px; background: var(--felt-soft);
  color: var(--felt); white-space: nowrap; }
.void .state { background: var(--red-soft); color: var(--red); }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); margin: 34px 0 0;
  border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
dl.facts div { padding: 14px 18px 15px; border-left: 1px solid var(--line); }
dl.facts div:first-child { border-left: 0; padding-left: 0; }
dt { font-size: 11.5px; color: var(--soft); letter-spacing: .04em; }
dd { margin: 2px 0 0; font-size: 16.5px; line-height: 1.35; }
dd small { display: block; font-size: 12.5px; color: var(--soft); }
h2 { margin: 46px 0 14px; font: 400 25px/1.2 var(--serif); }
h3 { margin: 0; font: 400 20px/1.2 var(--serif); }
.note { color: var(--soft); font-size: 13.5px; margin: -6px 0 14px; max-width: 74ch; }
.called { margin: 30px 0 0; padding: 15px 20px; border-left: 4px solid var(--red); background: var(--red-soft); }
.called p { margin: 0; }
.called p + p { margin-top: 8px; }
.board { display: flex; flex-wrap: wrap; gap: 20px 44px; padding: 24px 26px 26px; border-radius: 10px;
  background: var(--felt); color: #eaf3ee; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.board h3 { font: 600 12px/1 var(--sans); letter-spacing: .06em; color: #b9d2c6; margin-bottom: 11px; }
.cards { display: inline-flex; gap: 6px; flex-wrap: wrap; }
.card { display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  width: 42px; height: 58px; border-radius: 5px; border: 1px solid #c9cdc6; background: #fffefb; color: var(--ink);
  font: 600 19px/1 var(--serif);
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.card i { font: 400 17px/1 "DejaVu Sans", var(--sans); margin-top: 3px; }
.card.red { color: var(--red); }
.card.back { background: repeating-linear-gradient(45deg, #ccd6d0 0 3px, #e6ebe7 3px 6px); border-color: #c2ccc5; }
.seat { margin-top: 26px; border-top: 1px solid var(--line); padding-top: 20px; break-inside: avoid; }
.seat:first-of-type { border-top: 0; padding-top: 0; margin-top: 0; }
.seat .top { display: flex; align-items: center; gap: 18px; margin-bottom: 12px; }
.seat .who { flex: 1; }
.seat .did { color: var(--soft); font-size: 14px; margin-top: 2px; }
.seat .sum { text-align: right; }
.seat .sum b { font: 400 24px/1.1 var(--serif); display: block; }
.seat .sum span { font-size: 12.5px; color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
th { text-align: left; font-weight: 500; font-size: 11.5px; color: var(--soft); border-bottom: 1px solid var(--line);
  padding: 0 12px 5px 0; }
td { padding: 5px 12px 5px 0; border-bottom: 1px solid #eceee8; vertical-align: top; }
th.n, td.n { text-align: right; }
td:last-child, th:last-child { padding-right: 0; }
tr.total td { border-bottom: 0; border-top: 1px solid var(--faint); font-weight: 600; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
.win { color: var(--felt); font-weight: 600; }
.lose { color: var(--soft); }
.rule { color: var(--soft); white-space: nowrap; }
.mono { font-family: var(--mono); font-size: 11.5px; overflow-wrap: anywhere; }
.yes { color: var(--felt); font-weight: 600; white-space: nowrap; }
.no { color: var(--red); font-weight: 700; white-space: nowrap; }
.time td { padding-top: 6px; padding-bottom: 6px; }
.time td.clock { white-space: nowrap; font-family: var(--mono); font-size: 12px; color: var(--soft); }
.time td.seq { color: var(--faint); font-family: var(--mono); font-size: 12px; text-align: right; }
.time td.who { white-space: nowrap; }
.time .then { color: var(--soft); }
.time .next { color: var(--faint); font-size: 12.5px; }
.time .next::before { content: "\\2192\\00a0"; }
.refused, .alarm, .voided { border-radius: 3px; padding: 1px 6px; margin-left: -6px; }
.refused, .alarm { background: var(--amber-soft); color: var(--amber); }
.voided { background: var(--red-soft); color: var(--red); }
.paragraphs { columns: 2; column-gap: 44px; font-size: 13px; margin: 0; padding: 0; list-style: none; }
.paragraphs li { break-inside: avoid; margin-bottom: 9px; }
.paragraphs b { font-weight: 600; }
pre { font: 11.5px/1.5 var(--mono); background: var(--shade); padding: 16px 18px; border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
footer { margin-top: 44px; padding-top: 14px; border-top: 1px solid var(--line); }
footer { color: var(--soft); font-size: 12.5px; }
@media screen and (max-width: 760px) {
  article { padding: 30px 20px; margin: 0; }
  dl.facts { grid-template-columns: 1fr 1fr; }
  .paragraphs { columns: 1; }
}
@page { size: A4; margin: 14mm 13mm 16mm; }
@media print {
  html { background: none; }
  body { font-size: 9.5pt; line-height: 1.35; }
  article { max-width: none; margin: 0; padding: 0; background: none; box-shadow: none;
    border-top-width: 3px; padding-top: 16px; }
  article + article { break-before: page; }
  h2 { break-after: avoid; margin-top: 28px; }
  h1 { font-size: 30pt; }
  table { font-size: 8.2pt; }
  td, .time td { padding-top: 2pt; padding-bottom: 2pt; }
  .seat { margin-top: 14px; padding-top: 12px; }
  .card { width: 32px; height: 44px; font-size: 14px; }
  .card i { font-size: 13px; }
  .time .next, .time td.clock, .time td.seq { font-size: 7.4pt; }
  .mono, pre { font-size: 6.8pt; }
}
"""
