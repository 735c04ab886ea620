import type { Config } from '#platform/config';
import { findFirstStep } from './authenticator.ts';
import { findPasswordProblem } from './password-choice.ts';
import type { Realm } from './realm.ts';
import { newRecoveryCodes, recoveryText, setupTriesMax, tryWindowS } from './rules.ts';
import type { SignInContext, SignInTx } from './sessions.ts';
import { signInCrowded } from './errors.ts';
import { hashPassword, passwordLanes } from './verify-password.ts';

type Setup = {
  /** The account or link for which tries are counted. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The new authenticator's secret. */
  readonly secret: string;
  readonly password: string;
  readonly code: string;
};

export type PreparedSetup = { readonly passwordHash: string; readonly secret: string; readonly step: number };

type SetupOutcome =
  | ({ readonly kind: 'ready' } & PreparedSetup)
  | { readonly kind: 'wrong code' }
  /** The password is too short or too easy to guess. */
  | { readonly kind: 'weak'; readonly problem: string }
  | { readonly kind: 'wait' };

/** Checks a chosen password and the first code, outside any transaction because hashing is slow. */
export async function prepareSetup(
  ctx: SignInContext & { readonly config: Config },
  realm: Realm,
  { id, secret, password, code, ...chooser }: Setup,
): Promise<SetupOutcome> {
  const problem = findPasswordProblem(password, { ...chooser, teamName: ctx.config.team.name });
  if (problem !== undefined) return { kind: 'weak', problem };
  const lane = { lane: 'known', client: id, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn): Promise<SetupOutcome> => {
    const tries = await realm.countTry(ctx, `setup/${id}`, { windowS: tryWindowS, max: setupTriesMax });
    if (tries === undefined) return { kind: 'wait' };
    const step = findFirstStep(ctx, secret, code);
    // Before the hash is computed, so that a refused form costs almost nothing.
    if (step === undefined) return { kind: 'wrong code' };
    const passwordHash = await hashPassword(password, { cost: ctx.config.passwordCost, turn });
    return { kind: 'ready', passwordHash, secret, step };
  });
}

/** Sets the password and authenticator of an account that the caller has locked. Returns the recovery codes, which are shown once. */
export function activatePassword(
  tx: SignInTx,
  realm: Realm,
  { ownerId, passwordHash, secret, step }: PreparedSetup & { readonly ownerId: string },
): string[] {
  const sealedTotp = tx.vault.encrypt(secret, realm.totpAad(ownerId));
  const row = { ownerId, passwordHash, sealedTotp, lastStep: step, setAt: tx.clock.now() };
  const codes = newRecoveryCodes();
  realm.replacePassword(
    tx.db,
    row,
    codes.map((code) => tx.vault.fingerprint(recoveryText(ownerId, code), 'token')),
  );
  return codes;
}
