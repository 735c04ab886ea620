import type { Ctx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { addHours } from '#lib/time/dates';
import { readPublicKey } from '#lib/http-signatures/gap-v2';
import { newTaggedId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import type { NewCredentialRequest, SignedCredential } from '../schemas.ts';
import { challengeAad, toSignedCredential } from './rules.ts';
import { insertCredential } from './store.ts';

const challengeHours = 24;

/** Stores a public key; the credential is active once the challenge was signed with its private key. */
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
  const id = newTaggedId('crd', { cell: ctx.config.cell, now });
  const challenge = `chl_${randomBase62(32)}`;
  const row = {
    institution_id: institutionId,
    id,
    livemode: input.livemode,
    role: input.role ?? 'full',
    label: input.label ?? null,
    alg: input.alg,
    public_key: input.public_key,
    sealed_challenge: ctx.vault.encrypt(challenge, challengeAad(id)),
    challenge_expires_at: addHours(now, challengeHours),
    created_at: now,
  };
  await transact(ctx, async (tx) => insertCredential(tx.db, row));
  return { ...toSignedCredential({ ...row, activated_at: null, revoked_at: null, last_used_at: null }), challenge };
}
