import type { Html } from '#lib/text/html';
import { html } from '#lib/text/html';
import type { Hold } from '../hold-store.ts';
import { covered, unknownHold } from '../rules.ts';
import type { HoldState } from '../transitions.ts';
import { type Can, cardWords } from './card-page.ts';
import {
  againWords,
  continueWords,
  creditWords,
  dollars,
  names,
  paidWords,
  rules,
  until,
  type Words,
} from './words-page.ts';

/** What a customer reads of a hold or a saved card, true in each of its states. */
export const standingWords = (hold: Hold, can: Can): Words =>
  hold.kind === 'card'
    ? cardWords(hold, can)
    : (standing[hold.state as keyof typeof standing] ?? standing.failed)(hold, can);

/** A hold of money in words, by its state; the others are those of saved cards. */
const standing: Record<Exclude<HoldState, 'saved' | 'charge_failed' | 'withdrawn'>, (hold: Hold, can: Can) => Words> = {
  page_open: ({ product }, can) => ({
    title: 'We are waiting for your bank',
    words: html`<p>
        If you have just entered your card for ${names[product].toLowerCase()}, we hear from your bank within a few
        minutes; open this page again then. If you stopped before that, nothing is held.
      </p>
      ${can.again ? continueWords : undefined}`,
  }),
  held: (hold) => ({
    title: `The hold for ${names[hold.product].toLowerCase()} is in place`,
    words: html`<p>
        Your bank has set <strong>${dollars(hold.amountCents)}</strong> aside${until(hold.captureBefore)}.
        ${underWay(hold) ?? `Nothing is charged. ${rules[hold.product]}`}
      </p>
      ${hold.requestedAction === null ? creditWords(hold.amountCents, hold.creditCents) : undefined}
      <p>You do not need to do anything. A person from our team continues with your case.</p>
      ${
        underWay(hold) === undefined
          ? html`<p class="soft">
              Changed your mind? Tell the person who works on your case, and we release the hold.
            </p>`
          : undefined
      }`,
  }),
  captured: paidWords,
  released: ({ product }) => ({
    title: `The hold for ${names[product].toLowerCase()} is released`,
    words: html`<p>Nothing was charged for it. Your bank may take a few days to show this.</p>`,
  }),
  expired: ({ failure }, can) => ({
    title: 'Nothing is held',
    words: html`<p>The page or the hold has expired. ${failure === unknownHold ? undefined : 'Nothing was charged.'}</p>
      ${can.again ? againWords : undefined}`,
  }),
  failed: ({ failure }, can) => ({ title: 'Nothing is held', words: failureWords(failure, can) }),
};

/** Most holds fail before anything is held; after a release the customer may see a trace of it at the bank. */
function failureWords(failure: string | null, can: Can): Html {
  if (failure === covered) {
    return html`<p>
      Representation includes the research. We released the hold for the research when you chose representation. Nothing
      was charged for it, and your bank may take a few days to show this.
    </p>`;
  }
  if (failure === 'mismatch') {
    return html`<p>
      Your bank did not set aside the amount you accepted, so we do not keep it. A person from our team is checking it.
    </p>`;
  }
  return html`<p>Something went wrong before a hold was placed. Nothing was charged.</p>
    ${can.again ? againWords : undefined}`;
}

/** A requested action that the provider has not confirmed yet. */
function underWay({ requestedAction, requestedCents, amountCents, coveredAt }: Hold): string | undefined {
  if (coveredAt !== undefined) return 'Representation includes the research, so we are releasing it.';
  if (requestedAction === null) return undefined;
  if (requestedAction === 'release') return 'We are releasing it, and nothing is charged.';
  const part = requestedCents === null || requestedCents === amountCents ? 'it' : `${dollars(requestedCents)} of it`;
  return `We are charging ${part} and waiting for your bank to confirm it.`;
}
