import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { linkNotSent } from '../errors.ts';
import { linkSends } from '../rules.ts';
import { updateLinkSent, type Checkout } from '../store.ts';

/** Counts one more message with the link of a locked checkout; refused when there were too many or one just now. */
export function countLinkSend(tx: Tx, { id, linkSentAt }: Checkout): void {
  const now = tx.clock.now();
  const last = linkSentAt.at(-1);
  if (linkSentAt.length >= linkSends.max) throw linkNotSent('The link was sent as often as it may be.');
  if (last !== undefined && now < addSeconds(last, linkSends.pauseS))
    throw linkNotSent('The link was sent a few minutes ago.');
  updateLinkSent(tx.db, id, now);
}
