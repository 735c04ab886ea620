import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { addSeconds } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { findStep, newTotpSecret, toBase32, totpUri } from '#lib/totp';
import { recordEntry } from '#modules/audit';
import { randomBytes } from 'node:crypto';
import { transact } from '#platform/db';
import { staffNotFound } from './errors.ts';
import { recoveryCodes, setupTtlS } from './rules.ts';
import { endAllSessions } from './session-store.ts';
import { findSetup, replacePassword, replaceSetup, takeSetup } from './sign-in-store.ts';
import { recoveryText, totpRow } from './sign-in-with-password.ts';
import { hashPassword } from './staff-password.ts';
import { lockStaff } from './staff-store.ts';
import { findStaffByEmail } from './store.ts';

/** A link with which a person sets their own password and authenticator, once; nobody else ever knows either. */
export async function createSetup(ctx: Ctx, email: string): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBase62(43);
  const now = ctx.clock.now();
  const expiresAt = addSeconds(now, setupTtlS);
  await transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(email));
    if (staff === undefined) throw staffNotFound();
    replaceSetup(tx.db, {
      token_hash: tx.vault.fingerprint(token),
      staff_id: staff.id,
      sealed_totp: tx.vault.seal(newTotpSecret(), totpRow(staff.id)),
      expires_at: expiresAt,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-setup', subjectId: staff.id });
  });
  return { url: `${ctx.config.publicBaseUrl}/sign-in/set-up/${token}`, expiresAt };
}

export type SetupView = { readonly email: string; readonly secret: string; readonly uri: string };

/** Undefined for a link that is unknown, used or over. */
export async function viewSetup(ctx: Ctx, token: string): Promise<SetupView | undefined> {
  const setup = await findSetup(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  if (setup === undefined) return undefined;
  const secret = ctx.vault.open(setup.sealed_totp, totpRow(setup.staff_id));
  return { email: setup.email, secret, uri: totpUri(secret, { issuer: 'Makewhole', account: setup.email }) };
}

export type SetupAnswer = { readonly token: string; readonly password: string; readonly code: string };
export type SetupOutcome =
  | { readonly kind: 'done'; readonly codes: readonly string[] }
  | { readonly kind: 'wrong code' }
  | { readonly kind: 'unknown' };

/** Takes password and authenticator into use; whatever was open under the old ones ends. */
export async function finishSetup(ctx: Ctx, { token, password, code }: SetupAnswer): Promise<SetupOutcome> {
  const hashes = ctx.vault.fingerprints(token);
  // Before the hash is made: a link that opens nothing must cost nothing.
  if ((await findSetup(ctx.db, hashes, ctx.clock.now())) === undefined) return { kind: 'unknown' };
  const passwordHash = await hashPassword(password);
  return transact(ctx, async (tx): Promise<SetupOutcome> => {
    const now = tx.clock.now();
    const setup = await findSetup(tx.db, hashes, now);
    if (setup === undefined) return { kind: 'unknown' };
    const secret = tx.vault.open(setup.sealed_totp, totpRow(setup.staff_id));
    const step = findStep(secret, code.replace(/\s/g, ''), { now, lastStep: 0 });
    if (step === undefined) return { kind: 'wrong code' };
    // Nobody signs in with the old password between its end and the end of their sessions.
    await lockStaff(tx.db, [setup.staff_id]);
    if (!(await takeSetup(tx.db, setup.token_hash, now))) return { kind: 'unknown' };
    const codes = Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(10)));
    const { staff_id } = setup;
    replacePassword(
      tx.db,
      { staff_id, password_hash: passwordHash, sealed_totp: setup.sealed_totp, last_step: step, set_at: now },
      codes.map((made) => tx.vault.fingerprint(recoveryText(staff_id, made))),
    );
    endAllSessions(tx.db, staff_id, now);
    await recordEntry(tx, { kind: 'action', operation: 'access.set-password', staffId: staff_id, subjectId: staff_id });
    return { kind: 'done', codes };
  });
}
