import type { Tx } from '#context';
import { messagePurposes, messageTemplates } from '#modules/customers';
import type { Hold } from '../hold-store.ts';
import { standingStates, type HoldState } from '../transitions.ts';
import { queueHoldMessage } from './queue-hold-message.ts';

type Seen = {
  readonly state: HoldState;
  /** All that was given back of the charge, as the provider reports it now. */
  readonly refundedCents: number | undefined;
};

/**
 * Tells the customer what became of their card, once, with the change: a hold that stands or that lapsed while the card
 * stays saved, its release, money that went back. Ends that need an answer have messages of their own.
 */
export async function notifyOfHold(tx: Tx, hold: Hold, { state, refundedCents = 0 }: Seen): Promise<void> {
  const { product, kind, amountCents } = hold;
  if (hold.state === 'page_open' && (state === 'held' || state === 'saved'))
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.holdPlaced,
      words: (language, url) =>
        messageTemplates.holdPlaced[language].words({
          url,
          product,
          held: state === 'held',
          saved: kind === 'card',
          cents: amountCents,
        }),
    });
  // A lead who charges has the hold placed again right away, so its owner is told of the charge alone.
  if (hold.state === 'held' && state === 'saved' && hold.requestedAction === null)
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.holdEnded,
      words: (language, url) => messageTemplates.holdLapsed[language].words({ url, cents: amountCents }),
    });
  if (standingStates.includes(hold.state) && state === 'released')
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.released,
      words: (language, url) => messageTemplates.released[language].words({ url, kind, cents: amountCents }),
    });
  const cents = refundedCents - hold.refundedCents;
  if (state === 'captured' && cents > 0)
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.refunded,
      words: (language, url) => messageTemplates.refunded[language].words({ url, cents }),
    });
}
