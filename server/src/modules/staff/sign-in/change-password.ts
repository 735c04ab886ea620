import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { findPasswordProblem, hashPassword, passwordLanes } from '#platform/sign-in';
import { deleteOtherDevices } from '../devices/store.ts';
import { signInCrowded } from '../errors.ts';
import { signInWithPassword } from '../password/sign-in-with-password.ts';
import { updatePassword } from '../password/store.ts';
import type { QueueDeviceMail, StartedSession } from '../sessions/start-session.ts';
import { findSessionById, revokeOtherSessions } from '../sessions/store.ts';
import { findStaff, lockStaff } from '../store.ts';

type PasswordChange = {
  readonly staffId: string;
  /** The password in force, and a code: who borrows a session has neither. */
  readonly current: string;
  readonly code: string;
  readonly password: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

type ChangeOutcome =
  | { readonly kind: 'done'; readonly session: StartedSession }
  /** The new password is too short or too easy to guess. */
  | { readonly kind: 'weak'; readonly problem: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait' };

/**
 * A member signs in once more, counted as any other sign-in, and with that session gives themselves another password. It is
 * the only session that is left, and its device the only one that is known.
 */
export async function changePassword(
  ctx: Ctx,
  { staffId, current, password, ...change }: PasswordChange,
  queueMail: QueueDeviceMail,
): Promise<ChangeOutcome> {
  const member = await findStaff(ctx.db, staffId);
  if (member === undefined) return { kind: 'refused' };
  const problem = findPasswordProblem(password, { ...member, teamName: ctx.config.team.name });
  if (problem !== undefined) return { kind: 'weak', problem };
  const entered = await signInWithPassword(ctx, { ...change, email: member.email, password: current }, queueMail);
  if (entered.kind !== 'in') return { kind: entered.kind };
  const { session } = entered;
  const lane = { lane: 'known', client: staffId, refuse: signInCrowded } as const;
  const passwordHash = await passwordLanes.enter(lane, (turn) => hashPassword(password, turn));
  return transact(ctx, async (tx): Promise<ChangeOutcome> => {
    const now = tx.clock.now();
    await lockStaff(tx.db, [staffId]);
    // Whoever resets a sign-in or disables a member ends their sessions, this one too.
    const found = await findSessionById(tx.db, session.id);
    if (found?.ended_at !== null) return { kind: 'refused' };
    updatePassword(tx.db, staffId, { passwordHash, now });
    revokeOtherSessions(tx.db, staffId, { kept: session.id, now });
    deleteOtherDevices(tx.db, staffId, session.deviceId);
    const operation = 'access.change-password';
    await recordEntry(tx, { kind: 'action', operation, staffId, credentialId: session.id, subjectId: staffId });
    return { kind: 'done', session };
  });
}
