import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import { authenticationRequired, cardRemoved } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { ruleWords } from '../rule-messages.ts';
import { dueOf, unknownHold } from '../rules.ts';
import type { HoldState } from '../transitions.ts';
import { cardWords } from './card-messages.ts';
import { offerWords } from './offer-messages.ts';
import { standingWords } from './standing-messages.ts';
import {
  creditWords,
  dayOf,
  dollars,
  paidWords,
  roundDollars,
  soft,
  type Reader,
  type Standing,
} from './messages-page.ts';

/** The actions available to its owner on this page, each with the path of its form. */
export type Can = {
  readonly withdraw: string | undefined;
  readonly change: string | undefined;
  /** Whether another card would be one of the built-in test cards. */
  readonly testCard: boolean;
  /** Whether the checkout link still offers the product. */
  readonly again: boolean;
  /** Whether the page reloads automatically while it waits. */
  readonly looksAgain: boolean;
};

export const cardStanding = (hold: Hold, can: Can, reader: Reader): Standing => standing[hold.state](hold, can, reader);

/** A hold with a saved card in words, by its state. */
const standing: Record<HoldState, (hold: Hold, can: Can, reader: Reader) => Standing> = {
  page_open: (_, can, { language }) => {
    const words = standingWords[language];
    return {
      title: words.waitingTitle,
      words: html`<p>${words.waiting.representation} ${can.looksAgain ? words.looksAgain : words.lookLater}</p>
        ${can.again ? soft(words.continueAgain) : undefined}`,
    };
  },
  held: (hold, can, reader) => {
    const { language } = reader;
    return {
      title: standingWords[language].heldTitle(roundDollars(hold.amountCents, language)),
      words: html`${heldWords(hold, reader)} ${withdrawForm(can, language) ?? lateWords(hold, language)}`,
    };
  },
  saved: (hold, can, reader) => {
    const { language } = reader;
    return {
      title: cardWords[language].savedTitle,
      words: html`${savedWords(hold, reader)} ${withdrawForm(can, language) ?? lateWords(hold, language)}`,
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
  failed: ({ failure }, can, { language }) => {
    const words = cardWords[language];
    return {
      title: words.noneTitle,
      words:
        failure === 'mismatch'
          ? html`<p>${standingWords[language].mismatch}</p>`
          : html`<p>${words.failed}</p>
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
      ${changeForm(can, language) ?? html`<p>${words.changeAtCheckout}</p>`} ${soft(words.questions)}`,
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

/** A requested action that the provider has not confirmed yet. */
function underWay({ requestedAction, requestedCents, amountCents }: Hold, language: Language): Html | undefined {
  const words = cardWords[language];
  if (requestedAction === null) return undefined;
  if (requestedAction === 'release') return html`<p>${words.removing}</p>`;
  return html`<p>${words.charging(dollars(requestedCents ?? amountCents, language))}</p>`;
}

function heldWords(hold: Hold, reader: Reader): Html {
  const { language } = reader;
  const words = standingWords[language];
  const { amountCents, captureBefore } = hold;
  const amount = dollars(amountCents, language);
  return (
    underWay(hold, language) ??
    html`<p>
        ${captureBefore === undefined ? words.held(amount) : words.heldUntil(amount, dayOf(captureBefore, reader))}
        ${words.uncharged} ${cardWords[language].savedTitle}.
      </p>
      <p>${ruleWords[language].representation}</p>
      ${creditWords(hold, language)}
      <p>${words.nothingToDo}</p>`
  );
}

function savedWords(hold: Hold, reader: Reader): Html {
  const { language } = reader;
  const words = cardWords[language];
  const { amountCents, captureBefore, holdLapsedAt } = hold;
  const doing = underWay(hold, language);
  if (doing !== undefined) return doing;
  return html`<p>
      ${holdLapsedAt === undefined ? undefined : words.lapsedOn(dayOf(holdLapsedAt, reader))}
      ${words.uncharged(dollars(amountCents, language), ruleWords[language].rule)} ${words.again}
    </p>
    ${creditWords(hold, language)}
    <p>${captureBefore === undefined ? words.stays : words.staysUntil(dayOf(captureBefore, reader))}</p>`;
}

const lateWords = ({ requestedAction }: Hold, language: Language): Html | undefined =>
  requestedAction === null ? soft(cardWords[language].changedMind) : undefined;

function withdrawForm({ withdraw }: Can, language: Language): Html | undefined {
  const words = cardWords[language];
  if (withdraw === undefined) return undefined;
  return html`<form method="post" action="${withdraw}" class="stack">
    <input type="hidden" name="withdraw" value="true" />
    ${soft(words.withdraw)}
    <button class="plain">${words.withdrawButton}</button>
  </form>`;
}

function changeForm({ change, testCard }: Can, language: Language): Html | undefined {
  const words = cardWords[language];
  if (change === undefined) return undefined;
  return html`<form method="post" action="${change}" class="stack">
    <input type="hidden" name="change_card" value="true" />
    <button>${words.changeButton}</button>
    ${soft(testCard ? offerWords[language].atTestCards : words.changeAtStripe)}
  </form>`;
}
