import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { notFound, validationFailed } from '#platform/errors';
import { staffNotFound } from '../errors.ts';
import { findStaffByEmail } from '../store.ts';
import { isScope } from './scope-rules.ts';
import { insertStaffToken, listStaffTokenRows, updateTokenRevoked } from './store.ts';

type NewStaffToken = {
  readonly email: string;
  readonly label: string;
  /** What it may call; default: everything the staff member may. */
  readonly scopes?: readonly string[] | undefined;
  /** Default: it works until it is revoked. */
  readonly expiresAt?: Date | undefined;
};

/** A token with which automation acts as a staff member; shown once. */
export async function createStaffToken(ctx: Ctx, input: NewStaffToken): Promise<{ tokenId: string; token: string }> {
  const token = `svc_staff_${taggedToken(ctx.config.cell, 32)}`;
  const now = ctx.clock.now();
  const { scopes, expiresAt } = input;
  if (scopes?.every(isScope) === false || scopes?.length === 0)
    throw validationFailed([{ path: 'scopes', message: 'must be of: read, an area, or an area and :read' }]);
  if (expiresAt !== undefined && !(expiresAt > now))
    throw validationFailed([{ path: 'expires_at', message: 'must be in the future' }]);
  const tokenId = newId('stk', now);
  await transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(input.email));
    if (staff === undefined) throw staffNotFound();
    insertStaffToken(tx.db, {
      id: tokenId,
      staff_id: staff.id,
      label: input.label,
      token_hash: tx.vault.fingerprint(token, 'token'),
      created_at: now,
      scopes: scopes === undefined ? null : [...new Set(scopes)],
      expires_at: expiresAt ?? null,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff-token', subjectId: staff.id });
  });
  return { tokenId, token };
}

type StaffTokenView = {
  readonly id: string;
  readonly label: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
};

/** The labels of a staff member's tokens; never the tokens, which are not stored. */
export async function listStaffTokens(ctx: Ctx, email: string): Promise<StaffTokenView[]> {
  const staff = await findStaffByEmail(ctx.db, normalizeEmail(email));
  if (staff === undefined) throw staffNotFound();
  const rows = await listStaffTokenRows(ctx.db, staff.id);
  return rows.map(({ id, label, scopes, created_at: createdAt, revoked_at: revokedAt, expires_at: expiresAt }) => ({
    id,
    label,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
  }));
}

/** Refuses the token from the next call on. */
export async function revokeStaffToken(ctx: Ctx, tokenId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const revoked = await updateTokenRevoked(tx.db, tokenId, tx.clock.now());
    if (revoked === undefined) throw notFound('No token has this id.');
    await recordEntry(tx, { kind: 'action', operation: 'access.end-staff-token', subjectId: revoked.staff_id });
  });
}
