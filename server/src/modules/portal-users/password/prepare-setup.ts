import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { findStep } from '#lib/tokens/totp';
import { findPasswordProblem, hashPassword, passwordLanes, setupTriesMax, tryWindowS } from '#platform/sign-in';
import { codeRefused, passwordWeak, signInCrowded, tooManyTries } from '../sign-in-errors.ts';
import { recordTry } from '../try-store.ts';

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
    return { passwordHash: await hashPassword(password, turn), secret, step };
  });
}
