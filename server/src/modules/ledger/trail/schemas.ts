import { Type, type Static } from 'typebox';
import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';

const who = Type.Object(
  {
    /** `staff` is Makewhole's own team, whose names are not shown; `link` is the user of an emailed link. */
    type: Type.Enum(['user', 'staff', 'link'], { type: 'string' }),
    id: nullable(Type.String()),
    name: Type.String(),
  },
  closed,
);

const trailEntrySchema = Type.Object(
  {
    at: Type.String(),
    kind: Type.Enum(['action', 'refused'], { type: 'string' }),
    operation: Type.String(),
    /** The operation in words, after the actor's name. */
    did: Type.String(),
    who,
    /** The user's session or token. */
    credential_id: nullable(Type.String()),
    subject_id: nullable(Type.String()),
    request_id: nullable(Type.String()),
  },
  closed,
);

export type TrailEntry = Static<typeof trailEntrySchema>;

export const trailPageSchema = pageOf(trailEntrySchema);
export type TrailPage = Static<typeof trailPageSchema>;

export const trailQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    user_id: Type.Optional(filterText(100)),
    subject_id: Type.Optional(filterText(200)),
    operation: Type.Optional(filterText(100)),
    by: Type.Optional(Type.Enum(['users', 'staff'], { type: 'string' })),
  },
  closed,
);
export type TrailQuery = Static<typeof trailQuerySchema>;

export const trailExportQuerySchema = Type.Omit(trailQuerySchema, ['limit', 'cursor'], closed);
export type TrailExportQuery = Static<typeof trailExportQuerySchema>;

export const trailFileSchema = Type.Object(
  { object: Type.Literal('trail'), data: Type.Array(trailEntrySchema) },
  closed,
);
