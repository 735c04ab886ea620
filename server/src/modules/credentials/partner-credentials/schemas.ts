import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#context';
import { withIdempotency, type IdempotentResponse, type StoredResponse } from '#platform/idempotency';

/** Executes a partner's POST or PATCH in one transaction, once per Idempotency-Key (D-090). */
export async function respondWithIdempotency(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: Tx) => Promise<StoredResponse>,
): Promise<FastifyReply> {
  const { ctx, idempotencyKey } = request;
  const { status, body, replayed } = await withIdempotency(ctx, {
    idempotencyKey: idempotencyKey,
    ttlHours: ctx.config.idempotencyTtlHours,
    run,
  });
  const { url, config } = request.routeOptions;
  if (config.guard?.locates)
    reply.header('location', `${ctx.config.publicBaseUrl}${url}/${(body as { id: string }).id}`);
  return sendResponse(reply, { status, body, replayed });
}

/** Sends a response, marked if it is a replay. */
export function sendResponse(reply: FastifyReply, { status, body, replayed }: IdempotentResponse): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}

const roles = ['full', 'read_only'] as const;
export type Role = (typeof roles)[number];

const roleSchema = Type.Unsafe<Role>(Type.Enum([...roles], { type: 'string' }));
const role = roleSchema;
const label = shownText(1, 80);
const alg = Type.Unsafe<'ed25519' | 'ecdsa-p256-sha256'>(
  Type.Enum(['ed25519', 'ecdsa-p256-sha256'], { type: 'string' }),
);

/** Addresses or networks, as typed; 43 characters are the longest IPv6 network. */
const addresses = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50 });

export const newKeySchema = Type.Object(
  {
    livemode: Type.Boolean(),
    role: Type.Optional(role),
    label: Type.Optional(label),
    expires_at: Type.Optional(Type.String({ format: 'timestamp' })),
  },
  closed,
);

/** The mode is in the portal's path. */
export const portalKeySchema = Type.Object(
  {
    role: Type.Optional(role),
    label: Type.Optional(label),
    expires_at: Type.Optional(Type.String({ format: 'timestamp' })),
    allowed_addresses: Type.Optional(addresses),
  },
  closed,
);

export const keyPatchSchema = Type.Object(
  { label: Type.Optional(nullable(label)), allowed_addresses: Type.Optional(addresses) },
  { ...closed, minProperties: 1 },
);
export type KeyPatch = Static<typeof keyPatchSchema>;

/** How long both keys work: not at all, an hour, a day, a week. */
const overlaps = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlaps)[number];

export const keyRotationSchema = Type.Object(
  {
    overlap_hours: Type.Unsafe<OverlapHours>(Type.Enum([...overlaps], { type: 'integer' })),
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
  /** Where that call came from; of several calls in one minute, the first. */
  last_used_address: nullable(Type.String()),
  /** Networks from which it is accepted, as CIDR; empty: from everywhere. */
  allowed_addresses: Type.Array(Type.String()),
  /** The key that replaced it. */
  replaced_by: nullable(Type.String()),
};

export const partnerKeySchema = Type.Object(keyMembers, closed);
export type PartnerKey = Static<typeof partnerKeySchema>;

/** With the key itself, only in the response that creates it. */
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

/**
 * A pasted public key. Long enough for the longest private key pasted by mistake, so that we can report the mistake.
 */
export const pastedKeySchema = Type.Object(
  {
    public_key: Type.String({ minLength: 1, maxLength: 10_000 }),
    label: Type.Optional(label),
    role: Type.Optional(role),
    replaces: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
);
export type PastedKeyRequest = Static<typeof pastedKeySchema>;

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
  /** The credential uploaded to replace it. */
  replaced_by: nullable(Type.String()),
};

export const signedCredentialSchema = Type.Object(credentialMembers, closed);
export type SignedCredential = Static<typeof signedCredentialSchema>;

export const uploadedCredentialSchema = Type.Object({ ...credentialMembers, challenge: Type.String() }, closed);

/** The call that activates a credential, as a program in each language. */
const verifyCallsSchema = Type.Object(
  { curl: Type.String(), typescript: Type.String(), python: Type.String(), java: Type.String() },
  closed,
);
export type VerifyCalls = Static<typeof verifyCallsSchema>;

/** With the values shown once: the challenge, and the calls that contain it. */
export const submittedKeySchema = Type.Object(
  { ...credentialMembers, challenge: Type.String(), verify_calls: verifyCallsSchema },
  closed,
);

export const rotatedKeySchema = Type.Object({ replaced: partnerKeySchema, key: issuedPartnerKeySchema }, closed);
