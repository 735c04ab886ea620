import type { Ctx, Tx } from '#context';
import { normalizePhone } from '#lib/text/phone';
import { transact } from '#platform/db';
import { addDoNotContact } from './add-do-not-contact.ts';
import { decideReply } from '../rules.ts';

/** Lifts a STOP with all its consequences; bound in app/bindings.ts, since consultations come later. */
export type LiftStop = (tx: Tx, phone: string) => Promise<void>;

type TextReply = { readonly from: string; readonly body: string };

/**
 * Handles a reply to one of our texts: STOP ends all contact by this number at once, START lifts that, anything else
 * changes nothing.
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
