import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { stopUrlIn } from '#lib/text/stop-link';
import { withTestNotice, yourPageLine, type HtmlPage } from '#platform/http';
import { numberWords } from './number-messages.ts';
import type { NumberAnswer, NumberView } from './numbers.ts';

type Words = (typeof numberWords)[Language];

/** The page that asks for a number, by its state. It shows no names and no case data. */
export function numberPage(state: NumberAnswer, { stop, pageUrl, test }: NumberView, language: Language): HtmlPage {
  const words = numberWords[language];
  const { body, ...rest } = pages[state](words);
  const own = state === 'given' || state === 'known' ? yourPageLine(pageUrl, language) : undefined;
  const stopLine = stop === undefined ? undefined : stopLink(stopUrlIn(stop, language), words);
  const page = { ...rest, language, body: html`${body}${own}${stopLine}` };
  return test === true ? withTestNotice(page, language, 'what owners read') : page;
}

const stopLink = (url: string, words: Words): Html => html`<p class="soft"><a href="${url}">${words.noMore}</a></p>`;

const asks = (words: Words): Html =>
  html`<p>${words.asks}</p>
    <form class="stack" method="post">
      <label>${words.label} <input name="number" type="tel" autocomplete="tel" required maxlength="30" /></label>
      <button>${words.button}</button>
    </form>
    <p class="soft">${words.close}</p>`;

const pages: Readonly<Record<NumberAnswer, (words: Words) => HtmlPage>> = {
  asking: (words) => ({
    status: 200,
    title: words.asking,
    body: html`<h1>${words.asking}</h1>
      ${asks(words)}`,
  }),
  refused: (words) => ({
    status: 422,
    title: words.refusedTitle,
    body: html`<h1>${words.refused}</h1>
      <p class="problem" role="alert">${words.another}</p>
      ${asks(words)}`,
  }),
  given: (words) => ({
    status: 200,
    title: words.thanksTitle,
    body: html`<h1>${words.thanks}</h1>
      <p>${words.willCall}</p>`,
  }),
  known: (words) => ({ status: 200, title: words.thanksTitle, body: html`<h1>${words.thanks}</h1>` }),
  stopped: (words) => ({
    status: 200,
    title: words.stoppedTitle,
    body: html`<h1>${words.stopped}</h1>
      <p>${words.nobody}</p>`,
  }),
  over: (words) => ({
    status: 410,
    title: words.overTitle,
    body: html`<h1>${words.over}</h1>
      <p>${words.nothing}</p>`,
  }),
  unknown: (words) => ({
    status: 404,
    title: words.unknownTitle,
    body: html`<h1>${words.unknown}</h1>
      <p>${words.openAgain}</p>`,
  }),
};
