import type { Ctx, Tx } from '#context';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { addDoNotContact } from './do-not-contact.ts';
import { decideReply } from './rules.ts';

/** Lifts a STOP with all that followed from it; bound in app/reactions.ts, since cases come later. */
export type LiftStop = (tx: Tx, phone: string) => Promise<void>;

export type TextReply = { readonly from: string; readonly body: string };

/**
 * Somebody answered a text of ours: STOP ends all contact by this number at once, START lifts that again, anything else is
 * for staff.
 */
export async function recordTextReply(ctx: Ctx, { from, body }: TextReply, liftStop: LiftStop): Promise<void> {
  const phone = normalizePhone(from);
  const decision = decideReply(body);
  if (phone === undefined || decision === 'other') return;
  await transact(ctx, async (tx) => {
    if (decision === 'stop') addDoNotContact(tx, { email: undefined, phone }, 'stop_reply');
    else await liftStop(tx, phone);
  });
}
