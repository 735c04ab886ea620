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

/** Prepares the chosen password and the first code for the link that `id` names. Runs outside any transaction, since hashing is slow. */
export async function preparePortalSetup(ctx: Ctx, setup: Parameters<typeof prepareSetup>[2]): Promise<PreparedSetup> {
  const checked = await prepareSetup(ctx, realm, setup);
  if (checked.kind === 'weak') throw passwordWeak(checked.problem);
  if (checked.kind === 'wait') throw tooManyTries();
  if (checked.kind === 'wrong code') throw codeRefused();
  return checked;
}

type PasswordChange = {
  /** The current password. With a code it proves that this is the owner and not a person who borrowed their session. */
  readonly current: string;
  readonly code: string;
  readonly password: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

/**
 * Signs the user in again, counted like any other sign-in, and changes the password in that session. Only that session and its
 * device remain.
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
    // A concurrent password reset ends all sessions, including this one.
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
 * Confirms a current authenticator code; for ten minutes the session needs no other. A recovery code is not accepted: it is
 * for a lost authenticator, and only signs in.
 */
export async function confirmCode(ctx: Ctx, code: string): Promise<{ fresh_until: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw codeRefused();
  // Counted per user, so a borrowed session does not get more attempts than its owner.
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
