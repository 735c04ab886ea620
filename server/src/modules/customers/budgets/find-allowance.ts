import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { recipientName } from '../contacts/recipient-rules.ts';
import { budgetDay } from './budget-rules.ts';
import { findHeldBy } from './budget-store.ts';
import { toBudgets } from './to-budgets.ts';

/**
 * What holds messages back, by channel: undefined where they may be sent. Given to `queueMessage`, the answer becomes
 * binding: either it is so at the commit, or the transaction is done again.
 */
export type Allowance = { readonly email: string | undefined; readonly text: string | undefined };

/** Whether what the actor causes may be sent to these contacts now: caps of the recipients, budgets of the day. */
export async function findAllowance(tx: Tx, { email, phone }: Contacts): Promise<Allowance> {
  const now = tx.clock.now();
  const fingerprints = (channel: 'email' | 'text', to: string | undefined): Buffer[] =>
    to === undefined ? [] : tx.vault.fingerprints(recipientName(channel, to));
  const heldBy = await findHeldBy(tx.db, {
    emails: fingerprints('email', email),
    texts: fingerprints('text', phone),
    ...toBudgets(tx),
    now,
    day: budgetDay(now),
  });
  return { email: heldBy?.email ?? undefined, text: heldBy?.text ?? undefined };
}
