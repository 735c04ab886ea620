import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml, type Html } from '#lib/text/html';

/** The whole style of pages for people: a narrow column, large targets, light and dark, nothing to download. */
const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--accent:#0a4d8c}
@media (prefers-color-scheme:dark){:root{--ink:#f0f3f6;--paper:#15191e;--soft:#b1bac4;--line:#7d8590;--accent:#79b8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main,header{max-width:38rem;margin:0 auto;padding:1.25rem}
header{padding-bottom:0;color:var(--soft);font-weight:600}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0 1rem;text-wrap:balance}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
p,li{overflow-wrap:anywhere}
ul{padding-left:1.5rem}
li+li{margin-top:.4rem}
code{font-size:.9em}
a{color:var(--accent)}
form{display:grid;grid-auto-rows:1fr;gap:.75rem;margin:1.5rem 0}
@media (min-width:34rem){form{grid-template-columns:1fr 1fr}}
button{font:inherit;font-weight:600;min-height:3.5rem;padding:.75rem 1rem;border:2px solid var(--ink);border-radius:.6rem;background:var(--paper);color:var(--ink);cursor:pointer}
form.stack{grid-template-columns:1fr;grid-auto-rows:auto;max-width:24rem}
label{display:grid;gap:.35rem;font-weight:600}
input{font:inherit;width:100%;min-height:3rem;padding:.6rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);color:var(--ink)}
a.button{display:inline-block;font-weight:600;padding:.9rem 1.25rem;border:2px solid var(--ink);border-radius:.6rem;color:var(--ink);text-decoration:none}
label.tick{display:flex;align-items:start;gap:.75rem;font-weight:400}
.tick input{flex:none;width:1.5rem;min-height:1.5rem;margin:0;accent-color:var(--accent)}
.problem{padding:.6rem .9rem;border-left:.35rem solid var(--accent)}
button:hover,form.stack button{background:var(--ink);color:var(--paper)}
form.stack button:hover{background:var(--paper);color:var(--ink)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
small,.soft{color:var(--soft);font-size:.95rem}
.whole{white-space:nowrap}
table{border-collapse:collapse;width:100%}
tr{border-bottom:1px solid var(--line)}
th,td{padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top}
td code{overflow-wrap:anywhere}
@media (min-width:56rem){td:first-child:has(code){min-width:26rem}}
body:has(table) :is(main,header){max-width:62rem}
body:has(table) main>:is(p,ul,pre){max-width:38rem}
@media (max-width:42rem){table,tbody,tr,td{display:block}thead{display:none}tr{padding:.5rem 0}td{padding:.1rem 0;overflow-wrap:anywhere}}
dl{margin:0}dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.3rem 0;border-bottom:1px solid var(--line)}dt{flex:0 0 12rem;color:var(--soft)}dd{margin:0;flex:1 1 10rem;overflow-wrap:anywhere}
.figure{font-size:2rem}
@media (max-width:42rem){td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;border:1px solid var(--line);border-radius:.4rem;font-size:.9rem}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded, nothing runs, no framing; forms post to their own origin only. */
const policyWith = (formsLeadTo = ''): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${formsLeadTo}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export type HtmlPage = {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  /** Another origin to which the response of a form may redirect; browsers apply the policy to redirects, too. */
  readonly formsLeadTo?: string;
};

/** A page for people: works without JavaScript, is not cached, and sends no referrer. */
export function sendHtml(reply: FastifyReply, page: HtmlPage): FastifyReply {
  const policy = policyWith(page.formsLeadTo);
  return reply
    .code(page.status)
    .headers({ ...htmlHeaders, 'content-security-policy': policy })
    .send(renderHtml(page));
}

export const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
} as const;

/** As plain text, since the style's hash covers every space of it. */
export function renderHtml({ title, body }: HtmlPage): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} · Makewhole</title><style>${style}</style></head>`,
    `<body><header>Makewhole</header><main>${body.markup}</main></body></html>`,
  ].join('');
}
