import { Type, type Static } from 'typebox';
import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';

const kind = Type.Enum(['view', 'action', 'refused'], { type: 'string' });

const entrySchema = Type.Object(
  {
    seq: Type.Integer(),
    at: Type.String(),
    kind,
    operation: Type.String(),
    /** The operation in words, after the actor's name. */
    did: Type.String(),
    staff_id: nullable(Type.String()),
    credential_id: nullable(Type.String()),
    subject_id: nullable(Type.String()),
    reason: nullable(Type.String()),
    request_id: nullable(Type.String()),
  },
  closed,
);

export const entryPageSchema = pageOf(entrySchema);
export type EntryPage = Static<typeof entryPageSchema>;

export const entryQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    staff_id: Type.Optional(filterText(100)),
    subject_id: Type.Optional(filterText(200)),
    operation: Type.Optional(filterText(100)),
    kind: Type.Optional(kind),
    /** `hidden` leaves out views. */
    views: Type.Optional(Type.Enum(['shown', 'hidden'], { type: 'string' })),
  },
  closed,
);

export const exportQuerySchema = Type.Omit(entryQuerySchema, ['limit', 'cursor'], closed);
export type EntryQuery = Static<typeof entryQuerySchema>;
