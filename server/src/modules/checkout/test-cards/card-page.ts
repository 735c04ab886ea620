import { formatMoney } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { testCards, type TestCard } from './card-data.ts';
import type { Session } from './session-store.ts';
import { cardWords } from './card-messages.ts';

/** The last action on the page, besides its session. */
export type Step = 'asked' | 'declined' | undefined;

type Words = (typeof cardWords)[Language];

const notice = (words: Words): Html => html`<p class="panel"><strong>${words.notice}</strong> ${words.noNumber}</p>`;

type Shown = { readonly step: Step; readonly language: Language };

/** The hosted page while a card can be chosen. */
export function cardPage(session: Session, { step, language }: Shown): HtmlPage {
  const words = cardWords[language];
  return {
    status: 200,
    title: words.title,
    language,
    ...(step === undefined ? {} : { query: `step=${step}` }),
    formsLeadTo: new URL(session.returnUrl).origin,
    body: html`${notice(words)}
      <h1>${session.title}</h1>
      <p class="figure">${formatMoney(session.amountCents, language)}</p>
      <p>${session.promise ?? words.promise}</p>
      ${step === 'asked' ? authentication(words) : cards(step, words)}
      <p><a href="${session.returnUrl}">${words.goBack}</a></p>`,
  };
}

const authentication = (words: Words): Html =>
  html`<h2>${words.isItYou}</h2>
    <form method="post">
      <input type="hidden" name="card" value="authentication" />
      <button name="answer" value="confirm" class="primary">${words.confirm}</button>
      <button name="answer" value="refuse">${words.refuse}</button>
    </form>`;

const cards = (step: Step, words: Words): Html =>
  html`${step === 'declined' ? html`<p class="problem" role="alert"><strong>${words.declined}</strong></p>` : undefined}
    <h2>${words.choose}</h2>
    <form method="post">${testCards.map((card) => cardButton(card, words))}</form>`;

const cardButton = (card: TestCard, words: Words): Html =>
  html`<button name="card" value="${card}" ${card === 'works' ? html`class="primary"` : undefined}>
    ${words.cards[card]}
  </button>`;

/** The hosted page after it was used or expired. */
export function usedPage({ returnUrl, card }: Session, language: Language): HtmlPage {
  const words = cardWords[language];
  return {
    status: 410,
    title: words.title,
    language,
    body: html`${notice(words)}
      <h1>${card === undefined ? words.expired : words.used}.</h1>
      <p><a class="button" href="${returnUrl}">${words.back}</a></p>`,
  };
}
