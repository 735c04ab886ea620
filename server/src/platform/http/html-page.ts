import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { colorProperties } from '#lib/brand/colors';
import { wordmark } from '#lib/brand/mark';
import { languageNames, languages, type Language } from '#lib/languages/language';
import { escapeHtml, type Html } from '#lib/text/html';
import { formatPhone } from '#lib/text/phone';
import type { TeamConfig } from '#platform/config';
import { fontPath } from './stored-assets.ts';
import { frameWords } from './frame-messages.ts';

/** The complete stylesheet of pages for people: a narrow column, large targets, light and dark; only the font is loaded. */
const style = `
@font-face{font-family:Text;src:url(${fontPath}) format("woff2");font-weight:200 800;font-display:optional}
:root{color-scheme:light dark;${colorProperties('light')}}
@media (prefers-color-scheme:dark){:root{${colorProperties('dark')}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{display:flex;flex-direction:column;min-height:100vh;margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.55 Text,system-ui,sans-serif}
main,.top,.foot>div{width:100%;max-width:40rem;margin:0 auto;padding:1.25rem}
main{padding-bottom:3rem}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;padding-bottom:.25rem}
.home{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--brand)}
.top nav a{display:inline-block;padding:.6rem 0}
.top nav form{display:block;margin:0}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
.foot{margin-top:auto;border-top:1px solid var(--line);background:var(--panel);font-size:1rem}
.foot p{margin:.35rem 0}
.foot nav{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.foot nav a,.foot .reach a{display:inline-block;padding:.5rem 0}
.foot .reach{display:flex;flex-wrap:wrap;gap:0 1.5rem}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.3rem;line-height:1.3;margin:2.25rem 0 .5rem}
h3{font-size:1.125rem;margin:1.5rem 0 .35rem}
p,li{overflow-wrap:anywhere}
ul,ol{padding-left:1.5rem}
li+li{margin-top:.4rem}
code{font-size:.9em}
a{color:var(--brand);text-underline-offset:.15em}
form{display:grid;grid-auto-rows:1fr;gap:.75rem;margin:1.5rem 0}
@media (min-width:34rem){form{grid-template-columns:1fr 1fr}form:has(.plain){grid-template-columns:auto 1fr}}
button,a.button{font:inherit;font-weight:650;min-height:3.25rem;padding:.75rem 1.25rem;border:2px solid var(--brand);border-radius:.6rem;background:var(--paper);color:var(--brand);cursor:pointer}
a.button{display:inline-flex;align-items:center;text-decoration:none}
form.stack{grid-template-columns:1fr;grid-auto-rows:auto;max-width:26rem}
label{display:grid;gap:.35rem;font-weight:600}
input,select,textarea{font:inherit;width:100%;min-height:3rem;padding:.6rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);color:var(--ink)}
label.tick{display:flex;align-items:start;gap:.75rem;font-weight:400}
.tick input{flex:none;width:1.5rem;min-height:1.5rem;margin:0;accent-color:var(--brand)}
.problem{padding:.6rem .9rem;border-left:.35rem solid var(--danger)}
div.problem{margin-bottom:1.5rem}div.problem>:first-child{margin-top:0}div.problem>:last-child{margin-bottom:0}
button:hover,form.stack button,button.primary,a.button.primary{background:var(--brand);color:var(--on-brand)}
form.stack button:hover{background:var(--paper);color:var(--brand)}
button.plain{min-height:2.75rem;padding:.5rem 0;border:0;background:none;color:var(--brand);font-weight:400;text-decoration:underline;text-underline-offset:.15em;text-align:left}
.panel{padding:1rem 1.25rem;border-radius:.75rem;background:var(--panel)}
.panel>:first-child{margin-top:0}.panel>:last-child{margin-bottom:0}
:focus-visible{outline:3px solid var(--brand);outline-offset:3px}
small,.soft{color:var(--soft);font-size:1rem}
.whole{white-space:nowrap}
table{border-collapse:collapse;width:100%}
tr{border-bottom:1px solid var(--line)}
th,td{padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top}
td code{overflow-wrap:anywhere}
@media (min-width:56rem){td:first-child:has(code){min-width:26rem}}
body:has(table) :is(main,.top,.foot>div){max-width:62rem}
body:has(table) main>:is(p,ul,pre){max-width:40rem}
@media (max-width:42rem){table,tbody,tr,td{display:block}thead{display:none}tr{padding:.5rem 0}td{padding:.1rem 0;overflow-wrap:anywhere}}
dl{margin:0}dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.3rem 0;border-bottom:1px solid var(--line)}dt{flex:0 1 12rem;overflow-wrap:anywhere;color:var(--soft)}dd{margin:0;flex:1 1 10rem;overflow-wrap:anywhere}
.figure{font-size:2rem}
.ways{display:grid;gap:.75rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}
.ways .button{justify-content:center;text-align:center}
.offers{display:grid;gap:1rem}.offers h3,.offers p{margin:0}.offers .figure{font-weight:650;line-height:1.2}
@media (min-width:34rem){.offers .panel{display:grid;grid-template:auto 1fr/11rem 1fr;gap:0 1rem}.offers p:last-child{grid-area:1/2/span 2}}
.leads{padding:0;list-style:none}.leads a{display:block;padding:.35rem 0;font-weight:650}.leads span{color:var(--soft)}
.howto{padding:0;list-style:none;counter-reset:step}
.howto li{position:relative;min-height:2.5rem;padding-left:3.25rem;counter-increment:step}
.howto li::before{content:counter(step);position:absolute;left:0;top:-.1rem;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--brand);color:var(--on-brand);font-weight:700;line-height:2.25rem;text-align:center}
.howto li+li{margin-top:1rem}
.steps{list-style:none;padding:0;margin:0 0 1.5rem}
.steps li{position:relative;margin:0;padding:.1rem 0 .9rem 2.1rem}
.steps li::before{content:"";position:absolute;left:.2rem;top:.45rem;width:.9rem;height:.9rem;border:2px solid var(--line);border-radius:50%;background:var(--paper);z-index:1}
.steps li.done::before{border-color:var(--brand);background:var(--brand)}
.steps li:not(:last-child)::after{content:"";position:absolute;left:.74rem;top:.6rem;bottom:-.5rem;border-left:2px solid var(--line)}
.steps .soft{display:block}
.columns{display:grid;gap:1rem}
@media (min-width:48rem){.columns{grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}}
blockquote{margin:.5rem 0;padding:.1rem 0 .1rem .9rem;border-left:.25rem solid var(--line);overflow-wrap:anywhere}
form.stack button.plain{background:none;color:var(--brand)}
label :is(.soft,input,select){font-weight:400}
summary{padding:.7rem 0;color:var(--brand);cursor:pointer;font-weight:600}
@media (max-width:42rem){td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;border:1px solid var(--line);border-radius:.4rem;font-size:.9rem}
.filters{display:flex;flex-wrap:wrap;align-items:end}
.filters label{flex:1 1 12rem}
.list td{overflow-wrap:anywhere}
.mode{margin:0 0 .5rem;padding:.5rem .9rem;border-left:.35rem solid var(--brand);background:var(--panel)}
.sections{display:flex;overflow-x:auto;gap:0 1.25rem;margin-bottom:1rem;border-bottom:1px solid var(--line)}
.sections a{flex:none;padding:.6rem 0}
.sections a:focus-visible{outline-offset:-3px}
@media (max-width:42rem){.sections{gap:0 .5rem;margin-inline:-.5rem;padding-inline:.25rem;font-size:1rem}}
.sections a[aria-current]{border-bottom:3px solid var(--brand);color:var(--ink);font-weight:650;text-decoration:none}
.tag{display:inline-block;padding:.05rem .6rem;border:1px solid var(--line);border-radius:1rem;font-size:1rem;white-space:nowrap}
.tag.bad{border-color:var(--danger);color:var(--danger)}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Loads only our font and icon, runs nothing, allows no framing; forms post to their own origin only. */
const policyWith = (formsLeadTo = '', frame?: Frame): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'${frame === undefined ? '' : " 'self'"}`,
    ...(frame === undefined ? [] : ["script-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"]),
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${formsLeadTo}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Shown in the preview of a shared link. */
export const socialImagePath = '/social.png';

/** The frame of a developer page: our stylesheet and script, a search field, and links to other pages. */
export type Frame = {
  readonly sheet: string;
  readonly script: string;
  /** Shown in the row of the wordmark. */
  readonly top: Html;
  /** Shown next to the content. */
  readonly beside: Html;
  /** The same page as Markdown, and feeds. */
  readonly links: readonly { readonly type: string; readonly href: string }[];
};

export type HtmlPage = {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  /** Set when the page exists in each language; other pages are in English only. */
  readonly language?: Language;
  /** Another origin that a form's response may redirect to, because browsers apply the policy to redirects too. */
  readonly formsLeadTo?: string;
  /** One sentence for search engines. Set for pages that are the same for everyone, which may be cached and indexed. */
  readonly describedAs?: string;
  /** The canonical URL of a public page; link previews need the full address. */
  readonly publicUrl?: string;
  /** The query string to keep when the language is changed. */
  readonly query?: string;
  /** Reloads the page after this many seconds, to show changes made elsewhere. */
  readonly refreshS?: number;
  readonly frame?: Frame;
};

/** An HTML page that works without JavaScript and sends no referrer. Only pages that are the same for everyone are cached. */
export function sendHtml(reply: FastifyReply, page: HtmlPage): FastifyReply {
  const policy = policyWith(page.formsLeadTo, page.frame);
  if (page.refreshS !== undefined) reply.header('refresh', String(page.refreshS));
  return reply
    .code(page.status)
    .headers({ ...(page.describedAs === undefined ? htmlHeaders : publicHeaders), 'content-security-policy': policy })
    .send(renderHtml(page, reply.server.team, reply.request));
}

const commonHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

export const htmlHeaders = { ...commonHeaders, 'x-robots-tag': 'noindex', 'cache-control': 'no-store' } as const;

/** The same headers for a page with a frame. */
export const framedHeaders = (frame: Frame) => ({
  ...htmlHeaders,
  'content-security-policy': policyWith(undefined, frame),
});

/** Five minutes: long enough for a crowd, short enough for a correction. */
const publicHeaders = {
  ...commonHeaders,
  'cache-control': 'public, max-age=300',
  vary: 'accept-language',
} as const;

/** The parts of the request that the language switch needs. */
type SwitchedFrom = { readonly url: string; readonly languageUrl: string | undefined };

type FrameWords = (typeof frameWords)['en'];

/** Returned as plain text, because the hash of the style covers all its spaces. */
export function renderHtml(page: HtmlPage, team: TeamConfig, request?: SwitchedFrom): string {
  const { title, body, language, query, frame } = page;
  const words = frameWords[language ?? 'en'];
  return [
    `<!doctype html><html lang="${language ?? 'en'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} · Makewhole</title><style>${style}</style>`,
    `<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="/touch-icon.png">${sharing(page)}${frameHead(frame)}</head>`,
    `<body${frame === undefined ? '' : ' class="wide"'}><a class="skip" href="#content">${words.skip}</a><header class="top">`,
    `<a class="home" href="/" aria-label="${words.home}">${wordmark(28).markup}</a>`,
    language === undefined ? '' : languageSwitch(language, query, request),
    `${frame?.top.markup ?? ''}</header>${around(frame, `<main id="content">${body.markup}</main>`)}`,
    `${footer(words, team, language)}</body></html>`,
  ].join('');
}

const frameHead = (frame: Frame | undefined): string =>
  frame === undefined
    ? ''
    : [
        `<link rel="stylesheet" href="${frame.sheet}"><script type="module" src="${frame.script}"></script>`,
        ...frame.links.map(({ type, href }) => `<link rel="alternate" type="${type}" href="${escapeHtml(href)}">`),
      ].join('');

const around = (frame: Frame | undefined, main: string): string =>
  frame === undefined ? main : `<div class="docs">${frame.beside.markup}${main}</div>`;

/** What search engines and link previews show of a public page. */
function sharing({ title, describedAs, publicUrl, language }: HtmlPage): string {
  if (describedAs === undefined) return '';
  const description = `<meta name="description" content="${escapeHtml(describedAs)}">`;
  if (publicUrl === undefined) return description;
  const { origin } = new URL(publicUrl);
  const properties = [
    ['title', title],
    ['description', describedAs],
    ['type', 'website'],
    ['site_name', 'Makewhole'],
    ['url', publicUrl],
    ['image', `${origin}${socialImagePath}`],
    ['locale', language === 'es' ? 'es_US' : 'en_US'],
  ] as const;
  return [
    description,
    `<link rel="canonical" href="${escapeHtml(publicUrl)}">`,
    ...(language === undefined ? [] : languages).map(
      (one) => `<link rel="alternate" hreflang="${one}" href="${escapeHtml(publicUrl)}?lang=${one}">`,
    ),
    ...properties.map(([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

/** A link to the same page in the other language. Where the owner is known it is a button, because it stores the choice. */
function languageSwitch(language: Language, query?: string, request?: SwitchedFrom): string {
  const other = language === 'en' ? 'es' : 'en';
  const kept = query === undefined ? '' : `&amp;${escapeHtml(query)}`;
  const choice =
    request?.languageUrl === undefined
      ? `<a href="?lang=${other}${kept}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`
      : `<form method="post" action="${request.languageUrl}"><input type="hidden" name="page" value="${escapeHtml(request.url)}"><button class="plain" name="lang" value="${other}" lang="${other}">${languageNames[other]}</button></form>`;
  return `<nav aria-label="${frameWords[language].languages}">${choice}</nav>`;
}

/** Our name and contact details, which distinguish our pages and letters from fraud. */
function footer(words: FrameWords, { name, phone, email, address }: TeamConfig, language?: Language): string {
  const links = [
    ['/privacy', words.privacy],
    ['/terms', words.terms],
    ['/contact', words.contact],
  ].map(([path, word]) => `<a href="${path}${language === undefined ? '' : `?lang=${language}`}">${word}</a>`);
  return [
    '<footer class="foot"><div>',
    `<p>${words.reach}</p><p class="reach"><a href="tel:${phone}">${formatPhone(phone)}</a>`,
    `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a></p>`,
    `<p class="soft">${escapeHtml(name)}, ${escapeHtml(address)}</p>`,
    `<nav aria-label="${words.about}">${links.join('')}</nav></div></footer>`,
  ].join('');
}
