import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { stopAuthenticatorResetById } from '../authenticator-store.ts';
import { queueAuthenticatorNews } from '../queue-authenticator-news.ts';
import { authenticatorResetNotFound } from './errors.ts';

/** From the commit on its links open nothing; the user gets a mail. */
export async function stopResetByStaff(ctx: Ctx, id: string): Promise<{ ok: true }> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const stopped = await stopAuthenticatorResetById(tx.db, id, tx.clock.now());
    if (stopped === undefined) throw authenticatorResetNotFound();
    queueAuthenticatorNews(tx, stopped, 'stopped by us');
    return { ok: true };
  });
}
