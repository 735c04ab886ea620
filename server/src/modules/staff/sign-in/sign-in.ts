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
  /** The current password and a code. A stolen session has neither. */
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
 * A member signs in once more, which counts like any other sign-in, and sets another password with that session. Afterward it is their only
 * session, and its device the only known one.
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
    // Resetting a member's sign-in or disabling them ends their sessions, including this one.
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
 * Refuses a sign-in from an unknown client while their queue is full, before reading its body, so that a crowd does not take time that
 * members need. A request with a device cookie is always checked.
 */
export async function refuseCrowd({ ctx, headers }: FastifyRequest, reply: FastifyReply) {
  if (!passwordLanes.isFull('unknown') || isCookieToken(readCookie(headers.cookie, realm.deviceCookie)))
    return undefined;
  ctx.metrics.of(staffMetrics).signIns.inc({ outcome: 'crowded', device: 'unknown' });
  // Shows the form again instead of an error: an error carries a stack, which costs more than the page.
  const problemText = 'Too many people are signing in at this moment. Please try again in ten seconds.';
  reply.header('retry-after', '10');
  return sendHtml(reply, signInPage({ oidc: ctx.config.oidc !== undefined, status: 503, problemText }));
}
