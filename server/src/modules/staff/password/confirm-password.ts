import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { deviceTriesMax, passwordLanes, tryWindowS, verifyPassword } from '#platform/sign-in';
import { passwordRefused, sessionRequired, signInCrowded, tooManyTries } from '../errors.ts';
import { freshS } from '../sessions/rules.ts';
import { refreshSession } from '../sessions/store.ts';
import { findStaff } from '../store.ts';
import { deleteTries, recordTry } from '../try-store.ts';
import { findPassword } from './store.ts';

/** The password of whoever is signed in: for ten minutes this session is not asked for it again. */
export async function confirmPassword(ctx: Ctx, password: string): Promise<{ fresh_until: string }> {
  const { staffId, credentialId, scopes } = requireStaff(ctx.actor);
  if (scopes !== undefined || !credentialId.startsWith('ses_')) throw sessionRequired();
  const member = await findStaff(ctx.db, staffId);
  if (member === undefined) throw unauthorized();
  const lane = { lane: 'known', client: staffId, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    // By member: whoever borrows a session has no more tries than its owner.
    const subject = ctx.vault.fingerprints(`tries/fresh/${staffId}`);
    const now = ctx.clock.now();
    const since = addSeconds(now, -tryWindowS);
    if (!(await recordTry(ctx.db, { subject, now, since, max: deviceTriesMax }))) throw tooManyTries();
    const known = await findPassword(ctx.db, member.email);
    const matches = await verifyPassword(password, { stored: known?.password_hash ?? undefined, turn });
    const entry = { operation: 'access.confirm-password', staffId, credentialId, subjectId: staffId };
    if (!matches || known?.id !== staffId) {
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'refused', ...entry }));
      throw passwordRefused();
    }
    return transact(ctx, async (tx) => {
      const until = addSeconds(tx.clock.now(), freshS);
      // A change or a reset of the password ends the session.
      if ((await refreshSession(tx.db, credentialId, { staffId, until })) === undefined) throw unauthorized();
      deleteTries(tx.db, subject);
      await recordEntry(tx, { kind: 'action', ...entry });
      return { fresh_until: until.toISOString() };
    });
  });
}
