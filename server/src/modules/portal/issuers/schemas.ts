import { Type, type Static } from 'typebox';
import { portalRoles } from '#lib/api/portal-roles';
import { closed, nullable } from '#lib/api/shapes';

/** Only owners make owners, so a provider cannot. */
const newUserRole = nullable(
  Type.Unsafe<Exclude<(typeof portalRoles)[number], 'owner' | 'admin'>>(
    Type.Enum(portalRoles.filter((role) => role !== 'owner' && role !== 'admin') as string[], { type: 'string' }),
  ),
);

const claimValues = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }), {
  maxItems: 10,
});

const domain = Type.String({
  maxLength: 253,
  pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$',
});

export const newIssuerSchema = Type.Object(
  {
    issuer: Type.String({ minLength: 9, maxLength: 500, pattern: '^https://[^\\s?#]+$' }),
    client_id: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    /** Omit to keep the stored secret. */
    client_secret: Type.Optional(Type.String({ minLength: 8, maxLength: 500 })),
    email_domains: Type.Array(domain, { minItems: 1, maxItems: 20, uniqueItems: true }),
    acr_values: Type.Optional(claimValues),
    amr_values: Type.Optional(claimValues),
    /** Null: only people who already have a role can sign in. */
    new_user_role: newUserRole,
  },
  closed,
);
export type NewIssuer = Static<typeof newIssuerSchema>;

const issuerSchema = Type.Object(
  {
    object: Type.Literal('portal.issuer'),
    issuer: Type.String(),
    client_id: Type.String(),
    email_domains: Type.Array(Type.String()),
    acr_values: Type.Array(Type.String()),
    amr_values: Type.Array(Type.String()),
    new_user_role: nullable(Type.String()),
    /** To be registered with the provider. */
    redirect_uri: Type.String(),
    /** Where the institution's people start to sign in. */
    sign_in_url: Type.String(),
    created_at: Type.String(),
    changed_at: Type.String(),
  },
  closed,
);
export type Issuer = Static<typeof issuerSchema>;

export const issuerSettingsSchema = Type.Object(
  {
    object: Type.Literal('portal.issuer_settings'),
    issuer: nullable(issuerSchema),
    redirect_uri: Type.String(),
    /** The domains that may be named: those of the owners' and admins' own addresses. */
    possible_domains: Type.Array(Type.String()),
  },
  closed,
);
export type IssuerSettings = Static<typeof issuerSettingsSchema>;

export const issuerTestSchema = Type.Object(
  {
    object: Type.Literal('portal.issuer_test'),
    ok: Type.Boolean(),
    /** A message for people. */
    says: Type.String(),
  },
  closed,
);
export type IssuerTest = Static<typeof issuerTestSchema>;
