import { formatMoney } from '#lib/languages/formats';
import { html, type Html } from '#lib/text/html';
import type { HtmlPage } from '#platform/http';
import { testCards, type TestCard } from './card-data.ts';
import type { Session } from './session-store.ts';

/** What the page was asked for beside its session. */
export type Step = 'asked' | 'declined' | undefined;

const notice = html`<p class="panel">
  <strong>This is a test page.</strong> Nothing is charged. Do not enter a real card anywhere: there is nothing to type
  here, only test cards to choose.
</p>`;

/** The hosted page while a card can be chosen. */
export const cardPage = (session: Session, step: Step): HtmlPage => ({
  status: 200,
  title: 'Test card',
  formsLeadTo: new URL(session.returnUrl).origin,
  body: html`${notice}
    <h1>${session.title}</h1>
    <p class="figure">${formatMoney(session.amountCents, 'en')}</p>
    <p>${session.promise ?? 'The amount is held on the card now and charged later, or not at all.'}</p>
    ${step === 'asked' ? authentication : cards(step)}
    <p><a href="${session.returnUrl}">Go back without a card</a></p>`,
});

const authentication = html`<h2>Your test bank asks: is this you?</h2>
  <form method="post">
    <input type="hidden" name="card" value="authentication" />
    <button name="answer" value="confirm" class="primary">Yes, hold the amount</button>
    <button name="answer" value="refuse">No, refuse</button>
  </form>`;

const cards = (step: Step): Html =>
  html`${
      step === 'declined'
        ? html`<p class="problem" role="alert"><strong>The card was declined. Choose another one.</strong></p>`
        : undefined
    }
    <h2>Choose a test card</h2>
    <form method="post">${(Object.keys(testCards) as TestCard[]).map(cardButton)}</form>`;

const cardButton = (card: TestCard): Html =>
  html`<button name="card" value="${card}" ${card === 'works' ? html`class="primary"` : undefined}>
    ${testCards[card]}
  </button>`;

/** The hosted page after its use or its time. */
export const usedPage = ({ returnUrl, card }: Session): HtmlPage => ({
  status: 410,
  title: 'Test card',
  body: html`${notice}
    <h1>${card === undefined ? 'This page has expired' : 'This page was already used'}.</h1>
    <p><a class="button" href="${returnUrl}">Go back to Makewhole</a></p>`,
});
