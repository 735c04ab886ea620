import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import {
  deviceTriesMax,
  freshS,
  passwordLanes,
  signInCrowded,
  signInWithPassword,
  tooManyTries,
  tryWindowS,
  verifyPassword,
  type PasswordSignIn,
} from '#platform/sign-in';
import { passwordRefused, sessionRequired } from '../errors.ts';
import { staffMetrics } from '../metrics.ts';
import { realm } from '../realm.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { startSession, type QueueDeviceMail } from '../sessions/sessions.ts';
import { findStaff } from '../store.ts';

/** Signs a staff member in with password and code. */
export function signInStaff(ctx: Ctx, input: PasswordSignIn, queueMail: QueueDeviceMail) {
  const { address, cookies } = input;
  const { signIns, codesGuessed } = ctx.metrics.of(staffMetrics);
  return signInWithPassword(
    ctx,
    {
      realm,
      count: (outcome, device) => signIns.inc({ outcome, device }),
      reportGuessedCodes(staff) {
        codesGuessed.inc();
        ctx.log.warn({ staff }, 'staff.codes-guessed');
      },
      recordRefusal: ({ ownerId: staffId, deviceId }) =>
        recordRefusedSignIn(ctx, { staffId, deviceId, address, reason: 'password' }),
      start: (tx, staffId) => startSession(tx, { staffId, method: 'password', cookies, fresh: true }, queueMail),
    },
    input,
  );
}

/** Confirms the password of the signed-in member. This session is not asked again for ten minutes. */
export async function confirmPassword(ctx: Ctx, password: string): Promise<{ fresh_until: string }> {
  const { staffId, credentialId, scopes } = requireStaff(ctx.actor);
  if (scopes !== undefined || !credentialId.startsWith('ses_')) throw sessionRequired();
  const member = await findStaff(ctx.db, staffId);
  if (member === undefined) throw unauthorized();
  const lane = { lane: 'known', client: staffId, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    // Counted per member, so that a stolen session gives no more tries than its owner has.
    const tries = await realm.countTry(ctx, `fresh/${staffId}`, { windowS: tryWindowS, max: deviceTriesMax });
    if (tries === undefined) throw tooManyTries();
    const known = await realm.findPassword(ctx.db, member.email);
    const matches = await verifyPassword(password, {
      stored: known?.password_hash ?? undefined,
      cost: ctx.config.passwordCost,
      turn,
    });
    const entry = { operation: 'access.confirm-password', staffId, credentialId, subjectId: staffId };
    if (!matches || known?.id !== staffId) {
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'refused', ...entry }));
      throw passwordRefused();
    }
    return transact(ctx, async (tx) => {
      const until = addSeconds(tx.clock.now(), freshS);
      // A password change or reset ends the session in the meantime.
      if (!(await realm.refreshSession(tx.db, { id: credentialId, ownerId: staffId }, until))) throw unauthorized();
      realm.deleteTries(tx.db, tries);
      await recordEntry(tx, { kind: 'action', ...entry });
      return { fresh_until: until.toISOString() };
    });
  });
}
