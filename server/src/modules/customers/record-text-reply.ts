import type { Ctx } from '#context';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { addDoNotContact, liftStopReply } from './do-not-contact.ts';
import { decideReply } from './rules.ts';

/** Somebody answered a text of ours: STOP ends all contact at once, START lifts that again, anything else is for staff. */
export async function recordTextReply(ctx: Ctx, from: string, body: string): Promise<void> {
  const phone = normalizePhone(from);
  const decision = decideReply(body);
  if (phone === undefined || decision === 'other') return;
  await transact(ctx, async (tx) => {
    const contacts = { email: undefined, phone };
    if (decision === 'stop') addDoNotContact(tx, contacts, 'stop_reply');
    else liftStopReply(tx, contacts);
  });
}
