import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { encodings, fileKinds } from '#lib/tables/file-format';
import { fileStatuses, planActions, rosterFields } from './rules.ts';

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const countsSchema = Type.Object(
  {
    add: count,
    change: count,
    remove: count,
    unchanged: count,
    kept: count,
    invalid: count,
    unnamed: count,
    warned: count,
    active: count,
  },
  closed,
);

export const rosterFileSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: oneOf(fileStatuses),
    kind: nullable(oneOf(fileKinds)),
    encoding: nullable(oneOf(encodings)),
    delimiter: nullable(Type.String()),
    size_bytes: count,
    problem: nullable(Type.String()),
    rows_read: count,
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), samples: Type.Array(Type.String()), field: nullable(oneOf(rosterFields)) },
        closed,
      ),
    ),
    is_mapped: Type.Boolean(),
    counts: nullable(countsSchema),
    confirm_removals: Type.Boolean({ description: 'whether the number of removals must be confirmed' }),
    threshold_percent: Type.Integer(),
    planned_at: nullable(time),
    plan_ends_at: nullable(time),
    applied_at: nullable(time),
    apply_finished_at: nullable(time),
    changes_done: count,
    overtaken: count,
    undo_until: nullable(time),
    can_undo: Type.Boolean({
      description: 'whether its 24 hours are not over; the roster must also be as it was left',
    }),
    undo_asked_at: nullable(time),
    undo_finished_at: nullable(time),
    undo_done: count,
    undo_overtaken: count,
    file_stored: Type.Boolean({ description: 'whether the file itself is still stored, so that it can be read again' }),
    created_at: time,
  },
  closed,
);
export type RosterFileView = Static<typeof rosterFileSchema>;

export const rosterFilesSchema = Type.Object(
  { data: Type.Array(rosterFileSchema), next: nullable(Type.String()) },
  closed,
);

const member = nullable(Type.String());
const membersSchema = Type.Object(
  { external_ref: member, plan: member, first_name: member, last_name: member, email: member, phone: member },
  closed,
);
export type MembersView = Static<typeof membersSchema>;

const planRowSchema = Type.Object(
  {
    seq: Type.Integer(),
    action: oneOf(planActions),
    row: nullable(Type.Integer()),
    vin: member,
    enrollment_id: member,
    before: nullable(membersSchema),
    after: nullable(membersSchema),
    effective_on: nullable(
      Type.String({ format: 'date', description: 'from which day a new enrollment is covered, as it was read' }),
    ),
    reasons: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, closed)),
    warnings: Type.Array(Type.String()),
    overtaken: Type.Boolean(),
    undo_overtaken: Type.Boolean(),
    erased: Type.Boolean({ description: 'whether the data of its member was erased' }),
  },
  closed,
);
export type PlanRowView = Static<typeof planRowSchema>;

export const planRowsSchema = Type.Object({ data: Type.Array(planRowSchema), next: nullable(Type.Integer()) }, closed);

export const ofFile = Type.Object({
  institution_id: Type.String(),
  mode: Type.String(),
  file_id: Type.String({ maxLength: 40 }),
});

export const filesQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^rsf_\\w{1,40}$' })) }, closed);

export const rowsQuery = Type.Object(
  {
    action: Type.Optional(oneOf(planActions)),
    warned: Type.Optional(Type.Literal('true')),
    after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  },
  closed,
);

export const resultQuery = Type.Object({ action: Type.Optional(oneOf(planActions)) }, closed);

export const mappingSchema = Type.Object(
  { mapping: Type.Array(nullable(oneOf(rosterFields)), { maxItems: 200 }) },
  closed,
);

const typedCount = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 }));
export const applySchema = Type.Object({ confirm_removals: typedCount, leave_out_invalid: typedCount }, closed);
