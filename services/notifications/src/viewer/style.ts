/** Styles of the viewer: system fonts, two columns on wide screens, light and dark by system setting. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f5f5f3; --sheet: #ffffff; --ink: #1c1f23; --soft: #666c75; --line: #e2e2de; --hover: #efefec;
  --chosen: #e8edfb; --accent: #2a4bc4; --good: #1d7a46; --good-ground: #e4f3ea; --bad: #b3312b; --bad-ground: #fbe9e7;
  --wait: #8a5a00; --wait-ground: #fbf1da; --bubble: #e9eaee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --sheet: #1c1f23; --ink: #e7e9ec; --soft: #989fa9; --line: #2c3036; --hover: #23272c;
    --chosen: #232c45; --accent: #9db2ff; --good: #78d3a0; --good-ground: #173226; --bad: #ff9d95; --bad-ground: #3a1f1d;
    --wait: #f0c674; --wait-ground: #352b17; --bubble: #2a2e35;
  }
}
* { box-sizing: border-box; }
html { height: 100%; }
body { margin: 0; height: 100%; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.shell { display: grid; grid-template-columns: minmax(300px, 380px) minmax(0, 1fr); height: 100%; }
.side { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); background: var(--sheet); }
.top { padding: 18px 20px 12px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 17px; font-weight: 650; letter-spacing: -.01em; }
.top p { margin: 2px 0 12px; color: var(--soft); font-size: 13px; }
.filters { display: flex; flex-wrap: wrap; gap: 5px; }
.filters a { padding: 3px 9px; border: 1px solid var(--line); border-radius: 999px; color: var(--soft); font-size: 13px; text-decoration: none; }
.filters a:hover { background: var(--hover); }
.filters a[aria-current] { border-color: var(--ink); color: var(--ink); }
.filters span { font-variant-numeric: tabular-nums; opacity: .7; }
.list { list-style: none; margin: 0; padding: 8px; overflow-y: auto; flex: 1; }
.list a { display: grid; grid-template-columns: 28px minmax(0, 1fr) auto; column-gap: 10px; padding: 10px 12px; border-radius: 10px; color: inherit; text-decoration: none; }
.list a:hover { background: var(--hover); }
.list a[aria-current] { background: var(--chosen); }
.glyph { width: 28px; height: 28px; margin-top: 2px; display: grid; place-items: center; border-radius: 8px; background: var(--hover); color: var(--soft); }
a[aria-current] .glyph { background: var(--sheet); color: var(--accent); }
.glyph svg { width: 16px; height: 16px; }
.line { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.title { font-weight: 560; }
.list time, .sub, .kind { color: var(--soft); font-size: 13px; }
.list time { padding-top: 1px; font-variant-numeric: tabular-nums; }
.fault { color: var(--bad); }
main { overflow-y: auto; padding: 28px clamp(16px, 4vw, 48px) 64px; }
.sheet { max-width: 780px; margin: 0 auto; }
.back { display: none; margin-bottom: 14px; font-size: 14px; text-decoration: none; }
.kind { margin: 0; letter-spacing: .02em; }
h2 { margin: 2px 0 10px; font-size: 23px; line-height: 1.3; font-weight: 640; letter-spacing: -.015em; overflow-wrap: anywhere; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 18px; padding: 0; list-style: none; }
.chip { padding: 2px 10px; border-radius: 999px; background: var(--hover); color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.chip.good { background: var(--good-ground); color: var(--good); }
.chip.bad { background: var(--bad-ground); color: var(--bad); }
.chip.wait { background: var(--wait-ground); color: var(--wait); }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 18px; margin: 0 0 22px; font-size: 14px; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; }
.tabs > input { position: absolute; opacity: 0; pointer-events: none; }
.tabs > label { order: 1; margin-right: 20px; padding: 6px 0; border-bottom: 2px solid transparent; color: var(--soft); cursor: pointer; }
.tabs > label:hover { color: var(--ink); }
.tabs > input:checked + label { border-color: var(--ink); color: var(--ink); font-weight: 560; }
.tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.tabs > .panel { order: 2; display: none; width: 100%; margin-top: 14px; }
.tabs > input:checked + label + .panel { display: block; }
.panel, .paper { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
iframe { display: block; width: 100%; height: max(620px, calc(100vh - 330px)); border: 0; }
pre { margin: 0; padding: 18px 20px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.invite { padding: 20px; }
.invite h3 { margin: 0 0 2px; font-size: 17px; }
.invite .when { margin: 0 0 14px; }
.invite dl.facts { margin: 0; }
details { border-top: 1px solid var(--line); }
summary { padding: 10px 20px; color: var(--soft); font-size: 13px; cursor: pointer; }
.phone { padding: 28px 20px; }
.bubble { position: relative; max-width: 420px; padding: 11px 15px; border-radius: 18px 18px 18px 5px; background: var(--bubble);
  font-size: 16px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
.phone p { margin: 8px 0 0 4px; color: var(--soft); font-size: 13px; }
h3.part { margin: 22px 0 8px; font-size: 13px; font-weight: 600; color: var(--soft); }
table { width: 100%; border-collapse: collapse; font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
td { padding: 6px 20px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:last-child td { border: 0; }
td:first-child { width: 1%; white-space: nowrap; color: var(--soft); }
.key { color: var(--accent); } .text { color: var(--good); } .value { color: var(--wait); }
.empty { max-width: 420px; margin: 18vh auto 0; text-align: center; color: var(--soft); }
.empty h2 { color: var(--ink); font-size: 19px; }
@media (max-width: 760px) {
  .shell { display: block; }
  .side { border: 0; min-height: 100%; }
  .list { overflow: visible; }
  main { padding-top: 18px; }
  .opened .side, .shell:not(.opened) main { display: none; }
  .back { display: inline-block; }
  h2 { font-size: 20px; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: 6px; }
  td, td:first-child { display: block; width: auto; border: 0; padding: 0 16px; white-space: normal; }
  td:first-child { padding-top: 8px; }
  tr:last-child td:last-child { padding-bottom: 10px; }
  iframe { height: 640px; }
}
`
