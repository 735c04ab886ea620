import { randomBytes } from 'node:crypto';
import type { Ctx } from '#context';
import { findStep, toBase32 } from '#lib/tokens/totp';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { revokeAllSessions } from '../sessions/store.ts';
import { lockStaff } from '../store.ts';
import { hashPassword } from './hash-password.ts';
import { recoveryCodes, recoveryText, totpAad } from './rules.ts';
import { consumeSetup, findSetupRow } from './setup-store.ts';
import { replacePassword } from './store.ts';

type SetupAnswer = { readonly token: string; readonly password: string; readonly code: string };
type SetupOutcome =
  | { readonly kind: 'done'; readonly codes: readonly string[] }
  | { readonly kind: 'wrong code' }
  | { readonly kind: 'unknown' };

/** Activates password and authenticator; all sessions under the old ones end. */
export async function finishSetup(ctx: Ctx, { token, password, code }: SetupAnswer): Promise<SetupOutcome> {
  const hashes = ctx.vault.fingerprints(token, 'token');
  // Before the hash is computed: an invalid link must cost nothing.
  if ((await findSetupRow(ctx.db, hashes, ctx.clock.now())) === undefined) return { kind: 'unknown' };
  const passwordHash = await hashPassword(password);
  return transact(ctx, async (tx): Promise<SetupOutcome> => {
    const now = tx.clock.now();
    const setup = await findSetupRow(tx.db, hashes, now);
    if (setup === undefined) return { kind: 'unknown' };
    const secret = tx.vault.decrypt(setup.sealed_totp, totpAad(setup.staff_id));
    const step = findStep(secret, code.replace(/\s/g, ''), { now, lastStep: 0 });
    if (step === undefined) return { kind: 'wrong code' };
    // Locked, so that nobody signs in with the old password before its sessions are ended.
    await lockStaff(tx.db, [setup.staff_id]);
    if (!(await consumeSetup(tx.db, setup.token_hash, now))) return { kind: 'unknown' };
    const codes = Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(10)));
    const { staff_id } = setup;
    replacePassword(
      tx.db,
      { staff_id, password_hash: passwordHash, sealed_totp: setup.sealed_totp, last_step: step, set_at: now },
      codes.map((made) => tx.vault.fingerprint(recoveryText(staff_id, made), 'token')),
    );
    revokeAllSessions(tx.db, staff_id, now);
    await recordEntry(tx, { kind: 'action', operation: 'access.set-password', staffId: staff_id, subjectId: staff_id });
    return { kind: 'done', codes };
  });
}
