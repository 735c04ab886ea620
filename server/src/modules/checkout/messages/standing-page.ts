import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import type { Hold } from '../hold-store.ts';
import { covered, unknownHold } from '../rules.ts';
import type { HoldState } from '../transitions.ts';
import { type Can, cardStanding } from './card-page.ts';
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

/** The customer's text about a hold or a saved card, true in each of its states. */
export const standingOf = (hold: Hold, can: Can, reader: Reader): Standing =>
  hold.kind === 'card'
    ? cardStanding(hold, can, reader)
    : (standing[hold.state as keyof typeof standing] ?? standing.failed)(hold, can, reader);

type Described = (hold: Hold, can: Can, reader: Reader) => Standing;

/** A hold of money in words, by its state; saved cards have their own states. */
const standing: Record<Exclude<HoldState, 'saved' | 'charge_failed' | 'withdrawn'>, Described> = {
  page_open: ({ product }, can, { language }) => {
    const words = standingWords[language];
    return {
      title: words.waitingTitle,
      words: html`<p>${words.waiting[product]} ${can.looksAgain ? words.looksAgain : words.lookLater}</p>
        ${can.again ? soft(words.continueAgain) : undefined}`,
    };
  },
  held: heldStanding,
  captured: (hold, _, reader) => paidWords(hold, reader),
  released: ({ product }, _, { language }) => {
    const words = standingWords[language];
    return { title: words.releasedTitle[product], words: html`<p>${words.released}</p>` };
  },
  expired: ({ failure }, can, { language }) => {
    const words = standingWords[language];
    return {
      title: words.nothingHeld,
      words: html`<p>${words.expired} ${failure === unknownHold ? undefined : words.wasUncharged}</p>
        ${can.again ? soft(words.stillWanted) : undefined}`,
    };
  },
  failed: ({ failure }, can, { language }) => ({
    title: standingWords[language].nothingHeld,
    words: failureWords(failure, can, language),
  }),
};

function heldStanding(hold: Hold, _: Can, reader: Reader): Standing {
  const { language } = reader;
  const words = standingWords[language];
  const { amountCents, captureBefore, requestedAction } = hold;
  const amount = dollars(amountCents, language);
  const doing = underWay(hold, language);
  // An action in progress does not wait for a date.
  const isWaiting = doing === undefined && captureBefore !== undefined;
  return {
    title: words.heldTitle(roundDollars(amountCents, language)),
    words: html`<p>
        ${isWaiting ? words.heldUntil(amount, dayOf(captureBefore, reader)) : words.held(amount)}
        ${doing ?? `${words.uncharged} ${words.rules[hold.product]}`}
      </p>
      ${requestedAction === null ? creditWords(hold, language) : undefined}
      <p>${words.nothingToDo}</p>
      ${doing === undefined ? soft(words.changedMind) : undefined}`,
  };
}

/** Most holds fail before anything is held; after a release the customer may see a trace of it at the bank. */
function failureWords(failure: string | null, can: Can, language: Language): Html {
  const words = standingWords[language];
  if (failure === covered) return html`<p>${words.covered}</p>`;
  if (failure === 'mismatch') return html`<p>${words.mismatch}</p>`;
  return html`<p>${words.failed}</p>
    ${can.again ? soft(words.stillWanted) : undefined}`;
}

/** A requested action that the provider has not confirmed yet. */
function underWay(hold: Hold, language: Language): string | undefined {
  const { requestedAction, requestedCents, amountCents, coveredAt } = hold;
  const words = standingWords[language];
  if (coveredAt !== undefined) return words.releasingIncluded;
  if (requestedAction === null) return undefined;
  if (requestedAction === 'release') return words.releasing;
  const isWhole = requestedCents === null || requestedCents === amountCents;
  return isWhole ? words.charging : words.chargingPart(dollars(requestedCents, language));
}
