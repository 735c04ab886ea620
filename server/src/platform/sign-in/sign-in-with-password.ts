import type { Turn } from '#lib/concurrency/lanes';
import { addressNetwork } from '#lib/network/address';
import { normalizeEmail } from '#lib/text/email';
import type { Config } from '#platform/config';
import { transact, type Database, type InTransaction } from '#platform/db';
import { consumeCode, type ConsumedCode } from './authenticator.ts';
import { signInCrowded } from './errors.ts';
import type { Realm } from './realm.ts';
import type { SignInContext } from './sessions.ts';
import { passwordLanes, verifyPassword } from './verify-password.ts';

export type PasswordSignIn = {
  readonly email: string;
  readonly password: string;
  /** An authenticator code or one of the recovery codes. */
  readonly code: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

type SignInOutcome<Session> =
  | { readonly kind: 'in'; readonly session: Session }
  | { readonly kind: 'refused' }
  /** Too many tries, of this device or of unknown devices. */
  | { readonly kind: 'wait'; readonly device: Device };

type Device = 'known' | 'unknown';

/** Undefined if no account has the typed address, or if the device is unknown. */
export type RefusedTry = { readonly ownerId: string | undefined; readonly deviceId: string | undefined };

type SignInCtx = SignInContext & { readonly db: Database; readonly config: Config };

/** The realm, and the steps of its module around the check of password and code. */
type SignInSteps<C extends SignInCtx, Session> = {
  readonly realm: Realm;
  count(outcome: SignInOutcome<Session>['kind'] | 'crowded', device: Device): void;
  /** Called after too many wrong codes with a correct password: someone else may know the password. */
  reportGuessedCodes(ownerId: string): void;
  recordRefusal(refused: RefusedTry): Promise<void>;
  /** Runs after the code was accepted, before the tries are uncounted and the session begins. */
  accept?(tx: InTransaction<C>, ownerId: string, used: ConsumedCode): Promise<void>;
  /** Called while the account's row is locked. */
  start(tx: InTransaction<C>, ownerId: string): Promise<Session>;
};

/** Password and code are checked together. A failure takes the same time, and its response does not reveal which was wrong. */
export async function signInWithPassword<C extends SignInCtx, Session>(
  ctx: C,
  steps: SignInSteps<C, Session>,
  input: PasswordSignIn,
): Promise<SignInOutcome<Session>> {
  const email = normalizeEmail(input.email);
  const deviceId = await steps.realm.findDevice(ctx, { email, cookies: input.cookies });
  const device = deviceId === undefined ? 'unknown' : 'known';
  const lane = {
    lane: device,
    client: deviceId ?? addressNetwork(input.address),
    // Refused before anything is counted or written, so that a crowd costs nothing.
    refuse() {
      steps.count('crowded', device);
      return signInCrowded();
    },
  } as const;
  const outcome = await passwordLanes.enter(lane, (turn) => check(ctx, steps, { ...input, email, deviceId, turn }));
  steps.count(outcome.kind, device);
  return outcome;
}

type Check = PasswordSignIn & { readonly deviceId: string | undefined; readonly turn: Turn };

async function check<C extends SignInCtx, Session>(
  ctx: C,
  steps: SignInSteps<C, Session>,
  { email, password, code, address, deviceId, turn }: Check,
): Promise<SignInOutcome<Session>> {
  const { realm } = steps;
  const counted = await realm.recordSignInTry(ctx, { email, address, deviceId });
  if (counted === undefined) return { kind: 'wait', device: deviceId === undefined ? 'unknown' : 'known' };
  const known = await realm.findPassword(ctx.db, email);
  const refuse = async () => {
    await steps.recordRefusal({ ownerId: known?.id, deviceId });
    return { kind: 'refused' } as const;
  };
  const stored = known?.password_hash ?? undefined;
  const matches = await verifyPassword(password, { stored, cost: ctx.config.passwordCost, turn });
  if (!matches || known === undefined || stored === undefined || known.disabled_at !== null) return refuse();
  const codes = await realm.recordCodeTry(ctx, deviceId ?? known.id);
  if (codes === undefined) {
    // Gets the same response as any other failure, because another one would reveal that the password is right.
    steps.reportGuessedCodes(known.id);
    return refuse();
  }
  const session = await transact(ctx, async (tx) => {
    const typed = { ownerId: known.id, passwordHash: stored, code };
    const used = await consumeCode({ ...ctx, db: tx.db }, realm, typed);
    if (used === undefined) return undefined;
    await steps.accept?.(tx, known.id, used);
    counted.takeBack(tx);
    realm.deleteTries(tx.db, codes);
    return { started: await steps.start(tx, known.id) };
  });
  return session === undefined ? refuse() : { kind: 'in', session: session.started };
}
