import type { Ctx } from '#context';
import type { SignedProfile } from '#lib/http-signatures/gap-v2';
import type { Role, SignedCredential } from '../partner-credentials/schemas.ts';
import type { findCredentialRow } from './store.ts';

export const isSignatureStale = ({ clock, config }: Ctx, { created }: SignedProfile): boolean =>
  Math.abs(Math.floor(clock.now().getTime() / 1000) - created) > config.signatureWindowS;

/** The associated data of an encrypted challenge. */
export const challengeAad = (id: string): string => `credentials.signed_credentials/${id}`;

/** Active or pending credentials of one mode: one per system and its successor, with room. */
export const credentialsMax = 20;

type CredentialRow = NonNullable<Awaited<ReturnType<typeof findCredentialRow>>>;

export const toSignedCredential = (row: CredentialRow): SignedCredential => ({
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
  replaced_by: row.replaced_by,
});
