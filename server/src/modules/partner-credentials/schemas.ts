import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';

const roles = ['full', 'read_only'] as const;
export type Role = (typeof roles)[number];

const roleSchema = Type.Unsafe<Role>(Type.Enum([...roles], { type: 'string' }));
const role = roleSchema;
const label = shownText(1, 80);
const alg = Type.Unsafe<'ed25519' | 'ecdsa-p256-sha256'>(
  Type.Enum(['ed25519', 'ecdsa-p256-sha256'], { type: 'string' }),
);

export const newKeySchema = Type.Object(
  {
    livemode: Type.Boolean(),
    role: Type.Optional(role),
    label: Type.Optional(label),
    expires_at: Type.Optional(Type.String({ format: 'timestamp' })),
  },
  closed,
);

const keyMembers = {
  id: Type.String(),
  object: Type.Literal('gap.key'),
  livemode: Type.Boolean(),
  role,
  label: nullable(Type.String()),
  key_prefix: Type.String(),
  status: Type.Enum(['active', 'expired', 'revoked'], { type: 'string' }),
  created_at: Type.String(),
  expires_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
  last_used_at: nullable(Type.String()),
};

export const partnerKeySchema = Type.Object(keyMembers, closed);
export type PartnerKey = Static<typeof partnerKeySchema>;

/** With the key itself, in the response that creates it and in no other. */
export const issuedPartnerKeySchema = Type.Object({ ...keyMembers, key: Type.String() }, closed);

export const newCredentialSchema = Type.Object(
  {
    alg,
    public_key: Type.String({ minLength: 1, maxLength: 1000 }),
    livemode: Type.Boolean(),
    label: Type.Optional(label),
    role: Type.Optional(role),
  },
  closed,
);
export type NewCredentialRequest = Static<typeof newCredentialSchema>;

const credentialMembers = {
  id: Type.String(),
  object: Type.Literal('gap.signed_credential'),
  livemode: Type.Boolean(),
  role,
  label: nullable(Type.String()),
  alg,
  status: Type.Enum(['pending', 'active', 'revoked'], { type: 'string' }),
  challenge_expires_at: nullable(Type.String()),
  created_at: Type.String(),
  activated_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
  last_used_at: nullable(Type.String()),
};

export const signedCredentialSchema = Type.Object(credentialMembers, closed);
export type SignedCredential = Static<typeof signedCredentialSchema>;

export const uploadedCredentialSchema = Type.Object({ ...credentialMembers, challenge: Type.String() }, closed);
