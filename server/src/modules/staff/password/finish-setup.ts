import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { findStep } from '#lib/tokens/totp';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import {
  findPasswordProblem,
  hashPassword,
  passwordLanes,
  newRecoveryCodes,
  recoveryText,
  setupTriesMax,
  tryWindowS,
} from '#platform/sign-in';
import { rememberDevice } from '../devices/store.ts';
import { deleteDevices } from '../devices/store.ts';
import { signInCrowded } from '../errors.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import { lockStaff } from '../store.ts';
import { recordTry } from '../try-store.ts';
import { totpAad } from './rules.ts';
import { consumeSetup, findSetupRow } from './setup-store.ts';
import { replacePassword } from './store.ts';

type SetupAnswer = {
  readonly token: string;
  readonly password: string;
  readonly code: string;
  readonly cookies: string | undefined;
};
type SetupOutcome =
  | { readonly kind: 'done'; readonly codes: readonly string[]; readonly cookie: string }
  | { readonly kind: 'wrong code' }
  /** The password is too short or too easy to guess. */
  | { readonly kind: 'weak'; readonly problem: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' };

type Setup = NonNullable<Awaited<ReturnType<typeof findSetupRow>>>;

/**
 * Activates password and authenticator; all sessions under the old ones end, and all devices are strangers but this one,
 * whose owner has shown more than a sign-in asks for.
 */
export async function finishSetup(ctx: Ctx, answer: SetupAnswer): Promise<SetupOutcome> {
  // Before the hash is computed: whatever is refused must cost nothing.
  const setup = await findSetupRow(ctx.db, ctx.vault.fingerprints(answer.token, 'token'), ctx.clock.now());
  if (setup === undefined) return { kind: 'unknown' };
  const problem = findPasswordProblem(answer.password, { ...setup, teamName: ctx.config.team.name });
  if (problem !== undefined) return { kind: 'weak', problem };
  const lane = { lane: 'known', client: setup.staff_id, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn): Promise<SetupOutcome> => {
    if (!(await recordSetupTry(ctx, setup.staff_id))) return { kind: 'wait' };
    if (findSetupStep(ctx, setup, answer.code) === undefined) return { kind: 'wrong code' };
    return activate(ctx, { ...answer, passwordHash: await hashPassword(answer.password, turn) });
  });
}

function recordSetupTry(ctx: Ctx, staffId: string): Promise<boolean> {
  const now = ctx.clock.now();
  const subject = ctx.vault.fingerprints(`tries/setup/${staffId}`);
  return recordTry(ctx.db, { subject, now, since: addSeconds(now, -tryWindowS), max: setupTriesMax });
}

const findSetupStep = ({ vault, clock }: Pick<Ctx, 'vault' | 'clock'>, setup: Setup, code: string) =>
  findStep(vault.decrypt(setup.sealed_totp, totpAad(setup.staff_id)), code.replace(/\s/g, ''), {
    now: clock.now(),
    lastStep: 0,
  });

type Activation = Omit<SetupAnswer, 'password'> & { readonly passwordHash: string };

async function activate(ctx: Ctx, { token, code, cookies, passwordHash }: Activation): Promise<SetupOutcome> {
  const hashes = ctx.vault.fingerprints(token, 'token');
  return transact(ctx, async (tx): Promise<SetupOutcome> => {
    const now = tx.clock.now();
    const setup = await findSetupRow(tx.db, hashes, now);
    if (setup === undefined) return { kind: 'unknown' };
    const step = findSetupStep(tx, setup, code);
    if (step === undefined) return { kind: 'wrong code' };
    // Locked, so that nobody signs in with the old password before its sessions are ended.
    await lockStaff(tx.db, [setup.staff_id]);
    if (!(await consumeSetup(tx.db, setup.token_hash, now))) return { kind: 'unknown' };
    const codes = newRecoveryCodes();
    const { staff_id } = setup;
    replacePassword(
      tx.db,
      { ownerId: staff_id, passwordHash, sealedTotp: setup.sealed_totp, lastStep: step, setAt: now },
      codes.map((made) => tx.vault.fingerprint(recoveryText(staff_id, made), 'token')),
    );
    revokeAllSessions(tx.db, staff_id, now);
    deleteDevices(tx.db, staff_id);
    const { cookie } = await rememberDevice(tx, { ownerId: staff_id, cookies });
    await recordEntry(tx, { kind: 'action', operation: 'access.set-password', staffId: staff_id, subjectId: staff_id });
    return { kind: 'done', codes, cookie };
  });
}
