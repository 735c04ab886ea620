import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { addHours } from '#lib/dates';
import { readPublicKey } from '#lib/gap-v2';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { notFound, validationFailed } from '#platform/errors';
import { findCredentialRow, insertCredential, listCredentialRows, revokeCredentialRow } from './credential-store.ts';
import type { NewCredentialRequest, Role, SignedCredential } from './schemas.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findCredentialRow>>>;

const challengeHours = 24;

/** What a sealed challenge is bound to. */
export const challengeRow = (id: string): string => `access.signed_credentials/${id}`;

/** A public key to sign with, once whoever uploads it has answered the challenge with its private half. */
export async function uploadCredential(
  ctx: Ctx,
  institutionId: string,
  input: NewCredentialRequest,
): Promise<SignedCredential & { readonly challenge: string }> {
  if (readPublicKey(input.alg, input.public_key) === undefined) {
    const message = `must be a public key for ${input.alg}, as SPKI PEM`;
    throw validationFailed([{ path: 'public_key', message }]);
  }
  const now = ctx.clock.now();
  const id = newId('crd', now);
  const challenge = `chl_${randomBase62(32)}`;
  const row = {
    institution_id: institutionId,
    id,
    livemode: input.livemode,
    role: input.role ?? 'full',
    label: input.label ?? null,
    alg: input.alg,
    public_key: input.public_key,
    sealed_challenge: ctx.vault.seal(challenge, challengeRow(id)),
    challenge_expires_at: addHours(now, challengeHours),
    created_at: now,
  };
  await transact(ctx, async (tx) => insertCredential(tx.db, row));
  return { ...toCredential({ ...row, activated_at: null, revoked_at: null, last_used_at: null }), challenge };
}

export async function listCredentials(ctx: Ctx, institutionId: string): Promise<SignedCredential[]> {
  return (await listCredentialRows(ctx.db, institutionId)).map(toCredential);
}

/** A signed credential of one institution; undefined when it has none with this id. */
export async function findSignedCredential(
  ctx: Ctx,
  institutionId: string,
  id: string,
): Promise<SignedCredential | undefined> {
  const row = await findCredentialRow(ctx.db, institutionId, id);
  return row && toCredential(row);
}

/** From now on its signatures open nothing; revoking it again changes nothing. */
export async function revokeCredential(ctx: Ctx, institutionId: string, id: string): Promise<SignedCredential> {
  const revoked = await revokeCredentialRow(ctx.db, { institutionId, id }, ctx.clock.now());
  const credential = revoked && (await findSignedCredential(ctx, institutionId, id));
  if (credential === undefined) throw notFound('This institution has no credential with this id.');
  return credential;
}

const toCredential = (row: Row): SignedCredential => ({
  id: row.id,
  object: 'gap.signed_credential',
  livemode: row.livemode,
  role: row.role as Role,
  label: row.label,
  alg: row.alg as SignedCredential['alg'],
  status: row.revoked_at ? 'revoked' : row.activated_at ? 'active' : 'pending',
  challenge_expires_at: row.activated_at ? null : row.challenge_expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  activated_at: row.activated_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
