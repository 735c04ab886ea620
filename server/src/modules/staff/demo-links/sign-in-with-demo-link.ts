import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { consumeSetup, findSetupRow } from '../password/setup-store.ts';
import { createSession, type NewSession } from '../sessions/create-session.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { lockStaff } from '../store.ts';
import { demoLinkText } from './rules.ts';

/** Undefined for a link that is unknown, used or too old; and always in production, where its route is not mounted either. */
export async function signInWithDemoLink(ctx: Ctx, token: string): Promise<NewSession | undefined> {
  if (ctx.config.production) return undefined;
  const hashes = ctx.vault.fingerprints(demoLinkText(token), 'token');
  const session = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const link = await findSetupRow(tx.db, hashes, now);
    if (link === undefined) return undefined;
    // Locked, so that nobody is let in whose account ends at this moment.
    const [staff] = await lockStaff(tx.db, [link.staff_id]);
    if (staff === undefined || staff.disabled_at !== null) return undefined;
    if (!(await consumeSetup(tx.db, link.token_hash, now))) return undefined;
    return createSession(tx, { staffId: staff.id, method: 'demo link', fresh: true });
  });
  if (session === undefined) await recordRefusedSignIn(ctx, { address: '127.0.0.1', reason: 'demo link' });
  return session;
}
