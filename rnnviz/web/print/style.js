// The look of what is printed: dark letters on white, whatever theme the page has. On a screen it is shown as paper.

export const STYLE = `
:host { color: #1c2433; background: #fff; font: 15px/1.4 var(--st-font, system-ui, "Segoe UI", "Noto Sans",
  "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif); font-variant-numeric: tabular-nums;
  color-scheme: only light; print-color-adjust: exact; -webkit-print-color-adjust: exact;
  --st-text-color: #1c2433; --st-background-color: #ffffff; --st-primary-color: #3b5bdb; --st-link-color: #3651c4; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.sheet { --highest: 58vh; display: flex; flex-direction: column; }
h1 { margin: 0; font-size: 20px; font-weight: 700; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 14px 0 4px; font-size: 16px; font-weight: 700; line-height: 1.25; break-after: avoid; }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.about, footer { color: #4a5261; font-size: 13px; }
.sentence { margin: 8px 0 0; font-size: 17px; font-weight: 600; }
.drawing { flex: none; margin: 12px 0; }
.notes { display: flex; flex: 1 1 0; flex-direction: column; min-height: 0; overflow: hidden; }
.notes p { color: #4a5261; font-size: 13px; }
.lines { flex: 1 1 0; min-height: 0; overflow: hidden; }
.lines i { display: block; height: 32px; border-bottom: 1px solid #9aa3b2; }
footer { flex: none; margin-top: 8px; padding-top: 4px; border-top: 1px solid #c6ccd6; overflow-wrap: anywhere; }
.equation { flex: none; margin: 0 0 6px; text-align: center; font-size: 17px; }
.equation .term { white-space: nowrap; }
math { font-family: Formulas, "STIX Two Math", "Cambria Math", math, serif; font-size: 1.1em; }
math .letter { font-style: italic; font-weight: 700; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print {
  /* As high as the paper but for a hair, so that no rounding begins another page. */
  .sheet { height: calc(100vh - 3px); break-inside: avoid; break-after: page; overflow: hidden; }
  .sheet.flows { height: auto; overflow: visible; break-inside: auto; }
  .sheet:last-child { break-after: auto; }
}
@media screen {
  .sheet { --highest: 34rem; width: min(100%, 52rem); min-height: 60rem; margin: 0 auto 1.25rem;
    padding: 2.5rem 2.75rem; border: 1px solid #c6ccd6; background: #fff; }
  .sheet.flows { min-height: 0; }
}
@media screen and (max-width: 639px) {
  .sheet { padding: 1.25rem 1rem; }
  .sheet.flows { overflow-x: auto; }
}
`;
