import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { findPasswordProblem, hashPassword, passwordLanes } from '#platform/sign-in';
import { deleteOtherDevices } from '../device-store.ts';
import { endSessionRows, findOpenSession } from '../sessions/store.ts';
import { passwordWeak, signInCrowded, signInRefused } from '../sign-in-errors.ts';
import { findUser } from '../store.ts';
import { lockUser } from '../user-store.ts';
import { signInPortal } from './sign-in-portal.ts';
import type { StartedPortalSession } from './start-portal-session.ts';
import { updatePassword } from './store.ts';

type PasswordChange = {
  /** The password in force, and a code: who borrows a session has neither. */
  readonly current: string;
  readonly code: string;
  readonly password: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

/**
 * A user signs in once more, counted as any other sign-in, and with that session gives themselves another password. It is
 * the only session that is left, and its device the only one that is known.
 */
export async function changePortalPassword(
  ctx: Ctx,
  { current, password, ...change }: PasswordChange,
): Promise<StartedPortalSession> {
  const { userId } = requirePortalUser(ctx.actor);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw unauthorized();
  const problem = findPasswordProblem(password, { ...user, teamName: ctx.config.team.name });
  if (problem !== undefined) throw passwordWeak(problem);
  const session = await signInPortal(ctx, { ...change, email: user.email, password: current });
  const lane = { lane: 'known', client: userId, refuse: signInCrowded } as const;
  const passwordHash = await passwordLanes.enter(lane, (turn) => hashPassword(password, turn));
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockUser(tx.db, userId);
    // Whoever resets the password meanwhile ends all sessions, this one too.
    if ((await findOpenSession(tx.db, session.id, userId)) === undefined) throw signInRefused();
    updatePassword(tx.db, userId, { passwordHash, now });
    endSessionRows(tx.db, userId, { kept: session.id, now });
    deleteOtherDevices(tx.db, userId, session.deviceId);
    const operation = 'portal-users.change-password';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId: session.id, subjectId: userId });
    return session;
  });
}
