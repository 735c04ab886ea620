import { requirePortalUser } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { findStep } from '#lib/tokens/totp';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import {
  consumeCode,
  findPasswordProblem,
  hashPassword,
  newRecoveryCodes,
  passwordLanes,
  recoveryText,
  setupTriesMax,
  tryWindowS,
} from '#platform/sign-in';
import { freshS } from '../sessions/rules.ts';
import { endSessionRows, findOpenSession, refreshSession } from '../sessions/store.ts';
import { codeRefused, passwordWeak, signInCrowded, signInRefused, tooManyTries } from '../errors.ts';
import { deleteOtherDevices, deleteTries, findUser, lockUser, recordCodeTry, recordTry } from '../store.ts';
import { totpAad } from './rules.ts';
import { signInPortal, type StartedPortalSession } from './sign-in-portal.ts';
import { passwordStore, replacePassword, updatePassword } from './store.ts';

type Setup = {
  /** Of the sign-up or the invitation, by which tries are counted. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly secret: string;
  readonly password: string;
  readonly code: string;
};

export type PreparedSetup = { readonly passwordHash: string; readonly secret: string; readonly step: number };

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

/** Checks the chosen password and the first code, outside any transaction: a hash takes its time. */
export async function prepareSetup(ctx: Ctx, setup: Setup): Promise<PreparedSetup> {
  const { id, secret, password, code } = setup;
  const problem = findPasswordProblem(password, { ...setup, teamName: ctx.config.team.name });
  if (problem !== undefined) throw passwordWeak(problem);
  const lane = { lane: 'known', client: id, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    const now = ctx.clock.now();
    const subject = ctx.vault.fingerprints(`tries/setup/${id}`);
    const since = addSeconds(now, -tryWindowS);
    if (!(await recordTry(ctx.db, { subject, now, since, max: setupTriesMax }))) throw tooManyTries();
    const step = findStep(secret, code.replace(/\s/g, ''), { now, lastStep: 0 });
    if (step === undefined) throw codeRefused();
    return { passwordHash: await hashPassword(password, { cost: ctx.config.passwordCost, turn }), secret, step };
  });
}

/** Password and authenticator of a new user; returns the recovery codes, which are shown once. */
export function activatePassword(tx: Tx, userId: string, { passwordHash, secret, step }: PreparedSetup): string[] {
  const codes = newRecoveryCodes();
  replacePassword(
    tx.db,
    {
      ownerId: userId,
      passwordHash,
      sealedTotp: tx.vault.encrypt(secret, totpAad(userId)),
      lastStep: step,
      setAt: tx.clock.now(),
    },
    codes.map((code) => tx.vault.fingerprint(recoveryText(userId, code), 'token')),
  );
  return codes;
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
  const lane = { lane: 'known', client: userId, refuse: signInCrowded } as const;
  const passwordHash = await passwordLanes.enter(lane, (turn) =>
    hashPassword(password, { cost: ctx.config.passwordCost, turn }),
  );
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockUser(tx.db, userId);
    // Whoever resets the password meanwhile ends all sessions, this one too.
    if ((await findOpenSession(tx.db, session.id, userId)) === undefined) throw signInRefused();
    updatePassword(tx.db, userId, { passwordHash, now });
    endSessionRows(tx.db, userId, { kept: session.id, now });
    deleteOtherDevices(tx.db, userId, session.deviceId);
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
  const tries = await recordCodeTry(ctx, `fresh/${userId}`);
  if (tries === undefined) throw tooManyTries();
  return transact(ctx, async (tx) => {
    const typed = { ownerId: userId, passwordHash: undefined, code };
    if ((await consumeCode(tx, { store: passwordStore, totpAad }, typed)) === undefined) throw codeRefused();
    deleteTries(tx.db, tries);
    const until = addSeconds(tx.clock.now(), freshS);
    if ((await refreshSession(tx.db, credentialId, { userId, until })) === undefined) throw unauthorized();
    const operation = 'portal.confirm-code';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId, subjectId: userId });
    return { fresh_until: until.toISOString() };
  });
}
