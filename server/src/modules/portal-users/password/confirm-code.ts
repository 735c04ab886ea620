import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { consumeCode } from '#platform/sign-in';
import { freshS } from '../sessions/rules.ts';
import { refreshSession } from '../sessions/store.ts';
import { codeRefused, tooManyTries } from '../sign-in-errors.ts';
import { deleteTries, recordCodeTry } from '../try-store.ts';
import { totpAad } from './rules.ts';
import { passwordStore } from './store.ts';

/**
 * A code that the session's user has now: for ten minutes no other is asked for. Only of the authenticator: a recovery
 * code is for whoever lost it, and signs in with it.
 */
export async function confirmCode(ctx: Ctx, code: string): Promise<{ fresh_until: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw codeRefused();
  // By user: whoever borrows a session has no more tries than its owner.
  const tries = await recordCodeTry(ctx, `fresh/${userId}`);
  if (tries === undefined) throw tooManyTries();
  return transact(ctx, async (tx) => {
    const typed = { ownerId: userId, passwordHash: undefined, code };
    if ((await consumeCode(tx, { store: passwordStore, totpAad }, typed)) === undefined) throw codeRefused();
    deleteTries(tx.db, tries);
    const until = addSeconds(tx.clock.now(), freshS);
    if ((await refreshSession(tx.db, credentialId, { userId, until })) === undefined) throw unauthorized();
    const operation = 'portal-users.confirm-code';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId, subjectId: userId });
    return { fresh_until: until.toISOString() };
  });
}
