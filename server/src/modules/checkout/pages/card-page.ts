import type { Html } from '#lib/text/html';
import { html } from '#lib/text/html';
import { authenticationRequired, cardRemoved } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { dueOf, unknownHold } from '../rules.ts';
import type { HoldState } from '../transitions.ts';
import {
  againWords,
  cardRule,
  continueWords,
  creditWords,
  dayOf,
  dollars,
  paidWords,
  until,
  type Words,
} from './words-page.ts';

/** What its owner can do on this page; on the way back from the provider, nothing. */
export type Can = {
  readonly withdraw: boolean;
  readonly change: boolean;
  /** Whether the checkout still offers the product to whoever opens its link again. */
  readonly again: boolean;
};

export const cardWords = (hold: Hold, can: Can): Words =>
  (hold.state === 'held' ? words.failed : words[hold.state])(hold, can);

/** A saved card in words, by its state. */
const words: Record<Exclude<HoldState, 'held'>, (hold: Hold, can: Can) => Words> = {
  page_open: (_, can) => ({
    title: 'We are waiting for your card',
    words: html`<p>
        If you have just entered your card, we hear of it within a few minutes; open this page again then. If you
        stopped before that, no card is saved. Nothing is held and nothing is charged for representation.
      </p>
      ${can.again ? continueWords : undefined}`,
  }),
  saved: (hold, can) => ({
    title: 'Your card is saved',
    words: html`${savedWords(hold)} ${can.withdraw ? withdrawForm : lateWords(hold)}`,
  }),
  charge_failed: (hold, can) => ({
    title: hold.requestedAction === null ? 'Your card was not charged' : 'Your card is saved',
    words:
      hold.requestedAction === null
        ? html`<p>
              ${failureWords(hold)} Nothing was charged. The fee of <strong>${dollars(dueOf(hold))}</strong> is due:
              your insurer’s own paper shows the improvement.
            </p>
            ${can.change ? changeForm : html`<p>Open the link to your checkout to confirm your card or enter another one.</p>`}
            <p class="soft">Questions? Ask the person who works on your case.</p>`
        : savedWords(hold),
  }),
  captured: (hold) => {
    const paid = paidWords(hold);
    return {
      ...paid,
      words: html`${paid.words}
        <p class="soft">We charge this card no more.</p>`,
    };
  },
  released: () => ({
    title: 'Your card is removed',
    words: html`<p>Nothing was charged for representation, and we cannot charge your card any more.</p>`,
  }),
  withdrawn: ({ endedAt }, can) => ({
    title: 'You have withdrawn',
    words: html`<p>
        We removed your card${endedAt === undefined ? '' : ` on ${dayOf(endedAt)}`}. Nothing was charged for
        representation.
      </p>
      ${can.again ? againWords : undefined}`,
  }),
  expired: ({ failure, heldAt }, can) => ({
    title: 'No card is saved',
    words: html`<p>
        ${heldAt === undefined ? 'The page has expired before a card was saved.' : failure === cardRemoved ? 'Your card was removed.' : failure === unknownHold ? 'We cannot reach your card any more.' : 'We removed your card, as the terms say.'}
        ${failure === unknownHold ? undefined : 'Nothing was charged.'}
      </p>
      ${can.again ? againWords : undefined}`,
  }),
  failed: (_, can) => ({
    title: 'No card is saved',
    words: html`<p>Something went wrong before your card was saved. Nothing was charged.</p>
      ${can.again ? againWords : undefined}`,
  }),
};

function savedWords(hold: Hold): Html {
  const { requestedAction, requestedCents, amountCents, creditCents, captureBefore } = hold;
  if (requestedAction === 'release') {
    return html`<p>We are removing it, and nothing is charged. Open this page again in a few minutes.</p>`;
  }
  if (requestedAction === 'capture') {
    return html`<p>
      We are charging <strong>${dollars(requestedCents ?? amountCents)}</strong> to it and waiting for your bank to
      confirm it.
    </p>`;
  }
  return html`<p>
      Nothing is held and nothing is charged for representation. The price is <strong>${dollars(amountCents)}</strong>.
      ${cardRule}
    </p>
    ${creditWords(amountCents, creditCents)}
    <p>Your card stays saved${until(captureBefore)}. A person from our team continues with your case.</p>`;
}

const failureWords = ({ failure }: Hold): string =>
  failure === authenticationRequired
    ? 'Your bank wants you to confirm your card before it pays.'
    : failure === cardRemoved
      ? 'Your card is no longer saved.'
      : 'Your bank did not accept the charge.';

const lateWords = ({ requestedAction }: Hold): Html | undefined =>
  requestedAction === null
    ? html`<p class="soft">Changed your mind? Tell the person who works on your case.</p>`
    : undefined;

const withdrawForm = html`<form method="post" action="representation/withdraw" class="stack">
  <input type="hidden" name="withdraw" value="true" />
  <p class="soft">Changed your mind? Withdraw here: we remove your card, and you pay nothing for representation.</p>
  <button class="quiet">Withdraw and remove my card</button>
</form>`;

const changeForm = html`<form method="post" action="representation/card" class="stack">
  <input type="hidden" name="change_card" value="true" />
  <button>Confirm or change my card</button>
  <p class="soft">You do that at Stripe, our payment provider. We never see its number. We charge it after that.</p>
</form>`;
