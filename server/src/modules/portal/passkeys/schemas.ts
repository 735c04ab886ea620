import { Type, type Static } from 'typebox';
import { pageOf } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';

/** Binary values of an authenticator, as browsers encode them. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' });

// Browsers add members as the standard grows. Unlisted members are allowed but not read, and the body limit bounds them.
const open = { additionalProperties: true };

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Optional(Type.Object({}, open)),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
};

const createdCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: bytes(4000),
        attestationObject: bytes(16_000),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      },
      open,
    ),
  },
  open,
);
export type CreatedCredential = Static<typeof createdCredentialSchema>;

const shownCredentialSchema = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: bytes(4000),
        authenticatorData: bytes(4000),
        signature: bytes(4000),
        userHandle: Type.Optional(nullable(bytes(200))),
      },
      open,
    ),
  },
  open,
);
export type ShownCredential = Static<typeof shownCredentialSchema>;

const passkeyLabel = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

export const newPasskeySchema = Type.Object({ label: passkeyLabel, credential: createdCredentialSchema }, closed);
export const passkeyPatchSchema = Type.Object({ label: passkeyLabel }, closed);
export const passkeySignInSchema = Type.Object({ credential: shownCredentialSchema }, closed);

export const passkeySchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('portal.passkey'),
    label: Type.String(),
    /** True when a service syncs the passkey to its owner's other devices. */
    synced: Type.Boolean(),
    created_at: Type.String(),
    last_used_at: nullable(Type.String()),
  },
  closed,
);
export type Passkey = Static<typeof passkeySchema>;

export const passkeyListSchema = pageOf(passkeySchema);

/**
 * The input of `PublicKeyCredential.parseCreationOptionsFromJSON` and similar functions; the library makes it, and we pass it
 * on unchanged.
 */
export const ceremonyOptionsSchema = Type.Object({ options: Type.Object({}, open) }, closed);
