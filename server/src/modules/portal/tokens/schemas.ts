import { Type, type Static } from 'typebox';
import { permissionNames, type PortalPermission } from '#lib/api/portal-roles';
import { pageOf } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { tokenDaysMax } from './rules.ts';

const permission = Type.Unsafe<PortalPermission>(Type.Enum([...permissionNames], { type: 'string' }));
const mode = Type.Unsafe<'live' | 'test'>(Type.Enum(['live', 'test'], { type: 'string' }));

export const newTokenSchema = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    permissions: Type.Array(permission, { minItems: 1, maxItems: permissionNames.length, uniqueItems: true }),
    modes: Type.Array(mode, { minItems: 1, maxItems: 2, uniqueItems: true }),
    expires_in_days: Type.Integer({ minimum: 1, maximum: tokenDaysMax }),
  },
  closed,
);
export type NewToken = Static<typeof newTokenSchema>;

const token = {
  id: Type.String(),
  object: Type.Literal('portal.token'),
  label: Type.String(),
  user: Type.Object({ id: Type.String(), name: Type.String() }, closed),
  permissions: Type.Array(Type.String()),
  modes: Type.Array(mode),
  status: Type.Enum(['active', 'expired', 'revoked'], { type: 'string' }),
  created_at: Type.String(),
  expires_at: Type.String(),
  last_used_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
};

const tokenSchema = Type.Object(token, closed);
export type Token = Static<typeof tokenSchema>;

export const tokenListSchema = pageOf(tokenSchema);

/** The only response that contains the token itself. */
export const createdTokenSchema = Type.Object({ ...token, token: Type.String() }, closed);
export type CreatedToken = Static<typeof createdTokenSchema>;
