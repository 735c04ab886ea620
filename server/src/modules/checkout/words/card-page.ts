import type { Language } from '#lib/languages/language';
import type { Html } from '#lib/text/html';
import { html } from '#lib/text/html';
import { authenticationRequired, cardRemoved } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { dueOf, unknownHold } from '../rules.ts';
import type { HoldState } from '../transitions.ts';
import { cardWords } from './card-words.ts';
import { standingWords } from './standing-words.ts';
import { creditWords, dayOf, dollars, paidWords, soft, type Reader, type Standing } from './words-page.ts';

/** What its owner can do on this page; on the way back from the provider, nothing. */
export type Can = {
  readonly withdraw: boolean;
  readonly change: boolean;
  /** Whether the checkout still offers the product to whoever opens its link again. */
  readonly again: boolean;
  /** Whether the page opens itself again while it waits. */
  readonly looksAgain: boolean;
};

export const cardStanding = (hold: Hold, can: Can, reader: Reader): Standing =>
  (hold.state === 'held' ? standing.failed : standing[hold.state])(hold, can, reader);

/** A saved card in words, by its state. */
const standing: Record<Exclude<HoldState, 'held'>, (hold: Hold, can: Can, reader: Reader) => Standing> = {
  page_open: (_, can, { language }) => {
    const [words, common] = [cardWords[language], standingWords[language]];
    return {
      title: words.waitingTitle,
      words: html`<p>${words.waiting} ${can.looksAgain ? common.looksAgain : common.lookLater}</p>
        ${can.again ? soft(common.continueAgain) : undefined}`,
    };
  },
  saved: (hold, can, reader) => {
    const { language } = reader;
    return {
      title: cardWords[language].savedTitle,
      words: html`${savedWords(hold, reader)} ${can.withdraw ? withdrawForm(language) : lateWords(hold, language)}`,
    };
  },
  charge_failed: (hold, can, reader) =>
    hold.requestedAction === null
      ? notCharged(hold, can, reader.language)
      : { title: cardWords[reader.language].savedTitle, words: savedWords(hold, reader) },
  captured: (hold, _, reader) => {
    const paid = paidWords(hold, reader);
    return { ...paid, words: html`${paid.words} ${soft(cardWords[reader.language].noMore)}` };
  },
  released: (_, __, { language }) => {
    const words = cardWords[language];
    return { title: words.removedTitle, words: html`<p>${words.removed}</p>` };
  },
  withdrawn: ({ endedAt }, can, reader) => {
    const { language } = reader;
    const words = cardWords[language];
    return {
      title: words.withdrawnTitle,
      words: html`<p>${endedAt === undefined ? words.withdrawn : words.withdrawnOn(dayOf(endedAt, reader))}</p>
        ${againWords(can, language)}`,
    };
  },
  expired: (hold, can, { language }) => {
    const words = cardWords[language];
    return {
      title: words.noneTitle,
      words: html`<p>${words[expiredBecause(hold)]} ${hold.failure === unknownHold ? undefined : words.wasUncharged}</p>
        ${againWords(can, language)}`,
    };
  },
  failed: (_, can, { language }) => {
    const words = cardWords[language];
    return {
      title: words.noneTitle,
      words: html`<p>${words.failed}</p>
        ${againWords(can, language)}`,
    };
  },
};

const againWords = (can: Can, language: Language): Html | undefined =>
  can.again ? soft(standingWords[language].stillWanted) : undefined;

function notCharged(hold: Hold, can: Can, language: Language): Standing {
  const words = cardWords[language];
  return {
    title: words.notChargedTitle,
    words: html`<p>${words[failedBecause(hold)]} ${words.due(dollars(dueOf(hold), language))}</p>
      ${can.change ? changeForm(language) : html`<p>${words.changeAtCheckout}</p>`} ${soft(words.questions)}`,
  };
}

function expiredBecause({ heldAt, failure }: Hold): 'pageExpired' | 'wasRemoved' | 'unreachable' | 'asTerms' {
  if (heldAt === undefined) return 'pageExpired';
  if (failure === cardRemoved) return 'wasRemoved';
  return failure === unknownHold ? 'unreachable' : 'asTerms';
}

function failedBecause({ failure }: Hold): 'wantsOwner' | 'noLongerSaved' | 'declined' {
  if (failure === authenticationRequired) return 'wantsOwner';
  return failure === cardRemoved ? 'noLongerSaved' : 'declined';
}

function savedWords(hold: Hold, reader: Reader): Html {
  const { language } = reader;
  const words = cardWords[language];
  const { requestedAction, requestedCents, amountCents, captureBefore } = hold;
  if (requestedAction === 'release') return html`<p>${words.removing}</p>`;
  if (requestedAction === 'capture')
    return html`<p>${words.charging(dollars(requestedCents ?? amountCents, language))}</p>`;
  return html`<p>${words.uncharged(dollars(amountCents, language), words.rule)}</p>
    ${creditWords(hold, language)}
    <p>${captureBefore === undefined ? words.stays : words.staysUntil(dayOf(captureBefore, reader))}</p>`;
}

const lateWords = ({ requestedAction }: Hold, language: Language): Html | undefined =>
  requestedAction === null ? soft(cardWords[language].changedMind) : undefined;

function withdrawForm(language: Language): Html {
  const words = cardWords[language];
  return html`<form method="post" action="representation/withdraw" class="stack">
    <input type="hidden" name="withdraw" value="true" />
    ${soft(words.withdraw)}
    <button class="quiet">${words.withdrawButton}</button>
  </form>`;
}

function changeForm(language: Language): Html {
  const words = cardWords[language];
  return html`<form method="post" action="representation/card" class="stack">
    <input type="hidden" name="change_card" value="true" />
    <button>${words.changeButton}</button>
    ${soft(words.changeAtStripe)}
  </form>`;
}
