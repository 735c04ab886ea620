import { Type, type Static } from 'typebox';
import { permissionNames, portalRoles } from '#lib/api/portal-roles';
import { closed, nullable } from '#lib/api/shapes';

export const portalRoleSchema = Type.Unsafe<(typeof portalRoles)[number]>(
  Type.Enum([...portalRoles], { type: 'string' }),
);

export const portalMeSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    /** No new code is needed until this time. */
    fresh_until: nullable(Type.String()),
    institutions: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          role: portalRoleSchema,
          suspended: Type.Boolean(),
          /** False while it has only the sandbox. */
          live_open: Type.Boolean(),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type PortalMe = Static<typeof portalMeSchema>;

export const doneSchema = Type.Object({ ok: Type.Literal(true) }, closed);

export const institutionInPortalSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    livemode: Type.Boolean(),
    role: portalRoleSchema,
    /** The permissions that this role has, by name. */
    permissions: Type.Array(Type.Enum([...permissionNames], { type: 'string' })),
    live_open: Type.Boolean(),
  },
  closed,
);

/** No new code is needed until this time. */
export const freshUntilSchema = Type.Object({ fresh_until: Type.String() }, closed);
