import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { sendHtml } from '#platform/http';
import { findPasswordProblem, hashChosenPassword, isCookieToken, passwordLanes } from '#platform/sign-in';
import { staffMetrics } from '../metrics.ts';
import { signInStaff } from '../password/sign-in-with-password.ts';
import { realm } from '../realm.ts';
import type { QueueDeviceMail, StartedSession } from '../sessions/sessions.ts';
import { findStaff, lockStaff } from '../store.ts';
import { signInPage } from './sign-in-page.ts';

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
  const entered = await signInStaff(ctx, { ...change, email: member.email, password: current }, queueMail);
  if (entered.kind !== 'in') return { kind: entered.kind };
  const { session } = entered;
  const passwordHash = await hashChosenPassword(ctx, staffId, password);
  return transact(ctx, async (tx): Promise<ChangeOutcome> => {
    const now = tx.clock.now();
    await lockStaff(tx.db, [staffId]);
    // Whoever resets a sign-in or disables a member ends their sessions, this one too.
    if (!(await realm.isSessionOpen(tx.db, { id: session.id, ownerId: staffId }))) return { kind: 'refused' };
    realm.updatePassword(tx.db, staffId, { passwordHash, now });
    realm.endSessions(tx.db, staffId, { kept: session.id, now });
    realm.deleteOtherDevices(tx.db, staffId, session.deviceId);
    const operation = 'access.change-password';
    await recordEntry(tx, { kind: 'action', operation, staffId, credentialId: session.id, subjectId: staffId });
    return { kind: 'done', session };
  });
}

/**
 * Refuses a sign-in of a stranger while there is no place for strangers, before its body is read: a crowd must not cost
 * the time that members need. Whoever sends the cookie of a device is looked at.
 */
export async function refuseCrowd({ ctx, headers }: FastifyRequest, reply: FastifyReply) {
  if (!passwordLanes.isFull('unknown') || isCookieToken(readCookie(headers.cookie, realm.deviceCookie)))
    return undefined;
  ctx.metrics.of(staffMetrics).signIns.inc({ outcome: 'crowded', device: 'unknown' });
  // The form again, not an error: errors carry a stack, which costs more than the page.
  const problemText = 'Too many people are signing in at this moment. Please try again in ten seconds.';
  reply.header('retry-after', '10');
  return sendHtml(reply, signInPage({ oidc: ctx.config.oidc !== undefined, status: 503, problemText }));
}
