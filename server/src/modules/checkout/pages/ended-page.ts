import { marked } from 'marked';
import type { Language } from '#lib/languages/language';
import { Html, html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { type Product, termsLanguage } from '../rules.ts';
import { getTerms } from '../terms/terms-data.ts';
import { endedWords } from '../words/ended-words.ts';

type Words = (typeof endedWords)[Language];

/** Why nothing can be chosen; a product where it is not offered in the customer's state. */
type Ended = 'unknown' | 'over' | 'caseClosed' | 'closed' | Product;

export const endedPage = (why: Ended, language: Language): HtmlPage => pages[why](endedWords[language]);

/** Says nothing of the past: the same link may have worked before a licence ended. */
const withheldPage =
  (product: Product) =>
  (words: Words): HtmlPage => ({
    status: 403,
    title: words.withheld[product],
    body: html`<h1>${words.withheld[product]}.</h1>
      <p>${words.withheldWhy}</p>
      <p class="soft">${words.withheldAsk}</p>`,
  });

const pages: Record<Ended, (words: Words) => HtmlPage> = {
  research: withheldPage('research'),
  representation: withheldPage('representation'),
  unknown: (words) => ({
    status: 404,
    title: words.unknown,
    body: html`<h1>${words.unknown}.</h1>
      <p>${words.openAgain}</p>`,
  }),
  over: (words) => ({
    status: 410,
    title: words.over,
    body: html`<h1>${words.over}.</h1>
      <p>${words.overTime}</p>
      <p class="soft">${words.overAsk}</p>`,
  }),
  caseClosed: (words) => ({
    status: 410,
    title: words.over,
    body: html`<h1>${words.over}.</h1>
      <p>${words.overClosed}</p>`,
  }),
  closed: (words) => ({
    status: 503,
    title: words.closedTitle,
    body: html`<h1>${words.closed}</h1>
      <p>${words.closedLater}</p>`,
  }),
};

/** One version of the terms, for whoever wants to read or keep it; it is the same for everybody. */
export function termsPage(product: Product, version: string): HtmlPage {
  const language = termsLanguage(version);
  const words = endedWords[language];
  return {
    status: 200,
    title: words.termsTitles[product],
    language,
    describedAs: words.termsDescribed,
    body: html`<h1>${words.termsTitles[product]}</h1>
      <p>${words.termsVersion(version)} ${words.termsGovern}</p>
      ${new Html(marked.parse(getTerms(product, version), { async: false }))}`,
  };
}
