import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import {
  consumeCode,
  findPasswordProblem,
  freshS,
  hashChosenPassword,
  prepareSetup,
  tooManyTries,
  type PreparedSetup,
} from '#platform/sign-in';
import { codeRefused, passwordWeak, signInRefused } from '../errors.ts';
import { realm } from '../realm.ts';
import { findUser, lockUser } from '../store.ts';
import { signInPortal, type StartedPortalSession } from './sign-in-portal.ts';

export type SetupAnswer = {
  readonly token: string;
  readonly password: string;
  readonly code: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

export type FinishedSetup = {
  readonly institutionId: string;
  readonly codes: readonly string[];
  readonly cookies: readonly string[];
};

/** The chosen password and the first code of a link, which `id` names; outside any transaction, a hash takes its time. */
export async function preparePortalSetup(ctx: Ctx, setup: Parameters<typeof prepareSetup>[2]): Promise<PreparedSetup> {
  const checked = await prepareSetup(ctx, realm, setup);
  if (checked.kind === 'weak') throw passwordWeak(checked.problem);
  if (checked.kind === 'wait') throw tooManyTries();
  if (checked.kind === 'wrong code') throw codeRefused();
  return checked;
}

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
  const passwordHash = await hashChosenPassword(ctx, userId, password);
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockUser(tx.db, userId);
    // Whoever resets the password meanwhile ends all sessions, this one too.
    if (!(await realm.isSessionOpen(tx.db, { id: session.id, ownerId: userId }))) throw signInRefused();
    realm.updatePassword(tx.db, userId, { passwordHash, now });
    realm.endSessions(tx.db, userId, { kept: session.id, now });
    realm.deleteOtherDevices(tx.db, userId, session.deviceId);
    const operation = 'portal.change-password';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId: session.id, subjectId: userId });
    return session;
  });
}

/**
 * A code that the session's user has now: for ten minutes no other is asked for. Only of the authenticator: a recovery
 * code is for whoever lost it, and signs in with it.
 */
export async function confirmCode(ctx: Ctx, code: string): Promise<{ fresh_until: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw codeRefused();
  // By user: whoever borrows a session has no more tries than its owner.
  const tries = await realm.recordCodeTry(ctx, `fresh/${userId}`);
  if (tries === undefined) throw tooManyTries();
  return transact(ctx, async (tx) => {
    const typed = { ownerId: userId, passwordHash: undefined, code };
    if ((await consumeCode(tx, realm, typed)) === undefined) throw codeRefused();
    realm.deleteTries(tx.db, tries);
    const until = addSeconds(tx.clock.now(), freshS);
    if (!(await realm.refreshSession(tx.db, { id: credentialId, ownerId: userId }, until))) throw unauthorized();
    const operation = 'portal.confirm-code';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId, subjectId: userId });
    return { fresh_until: until.toISOString() };
  });
}
