import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { idleWindow, sessionCookie } from './rules.ts';
import { findSession, revokeSessionRow } from './store.ts';

/** Ends the browser's session, if it has one. */
export async function signOut(ctx: Ctx, cookies: string | undefined): Promise<void> {
  const token = readCookie(cookies, sessionCookie);
  if (token === undefined) return;
  await transact(ctx, async (tx) => {
    const session = await findSession(tx.db, tx.vault.fingerprints(token, 'token'), idleWindow(tx));
    if (session === undefined) return;
    const { id, staff_id: staffId } = session;
    await revokeSessionRow(tx.db, id, { staffId, now: tx.clock.now() });
    await recordEntry(tx, {
      kind: 'action',
      operation: 'access.sign-out',
      staffId,
      credentialId: id,
      subjectId: staffId,
    });
  });
}
