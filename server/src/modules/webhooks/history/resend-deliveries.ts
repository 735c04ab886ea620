import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import type { AccountMode } from '../rules.ts';
import type { ResendResult } from './portal-schemas.ts';
import { insertAllResent } from './store.ts';

/** Delivers the same events again, each under a new id, in the lane that never delays what happens now (D-125). */
export async function resendDeliveries(ctx: Ctx, owner: AccountMode, ids: readonly string[]): Promise<ResendResult> {
  const resent = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    return insertAllResent(tx.db, owner, { ids, freshIds: ids.map(() => newId('dlv', now)), now });
  });
  const done = new Set(resent.map(({ delivery_id }) => delivery_id));
  return { object: 'portal.resend', resent, refused: ids.filter((id) => !done.has(id)) };
}
