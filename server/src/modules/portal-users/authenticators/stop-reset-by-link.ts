import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { stopAuthenticatorResetByLink } from '../authenticator-store.ts';
import { unknownLinks } from '../limit-rules.ts';
import { queueAuthenticatorNews } from '../queue-authenticator-news.ts';
import { linkNotFound } from '../sign-in-errors.ts';

type Link = { readonly token: string; readonly address: string };

/** Whoever reads the mail stops the reset; no password is asked for, since nothing is gained by it. */
export async function stopResetByLink(ctx: Ctx, { token, address }: Link): Promise<{ ok: true }> {
  const done = await transact(ctx, async (tx) => {
    const hashes = tx.vault.fingerprints(token, 'token');
    const stopped = await stopAuthenticatorResetByLink(tx.db, hashes, tx.clock.now());
    if (stopped === undefined) return false;
    queueAuthenticatorNews(tx, stopped, 'stopped by link');
    const operation = 'portal-users.stop-authenticator-reset';
    const { user_id: userId } = stopped;
    await recordEntry(tx, { kind: 'action', operation, userId, subjectId: userId });
    return true;
  });
  if (done) return { ok: true };
  await ctx.limits.consume(unknownLinks, address);
  throw linkNotFound();
}
