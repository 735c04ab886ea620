import type { Ctx } from '#context';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { addDays } from '#lib/time/dates';
import { findBounced } from './store.ts';

/** As long as nothing is sent to an address that refused a mail for good; mailboxes do come back. */
const restDays = 30;

/** Whether an address refused a mail lately: trying again would cost the trust that mail servers have in us. */
export async function isBounced(ctx: Ctx, { email, test }: Contacts): Promise<boolean> {
  if (email === undefined) return false;
  const hashes = contactHashes(ctx, { email, phone: undefined, ...(test === undefined ? {} : { test }) });
  return (await findBounced(ctx.db, hashes, addDays(ctx.clock.now(), -restDays))) !== undefined;
}
