import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { encodings } from '#lib/tables/file-format';
import { referralFields } from './column-data.ts';
import { fileKinds, fileStatuses, rowOutcomes } from './rules.ts';

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const text = nullable(Type.String());

const countsSchema = Type.Object(
  {
    ready: count,
    invalid: count,
    double: count,
    open: count,
    ended: count,
    warned: count,
  },
  closed,
);

const summaryMembers = {
  id: Type.String(),
  name: Type.String(),
  status: oneOf(fileStatuses),
  kind: nullable(oneOf(fileKinds)),
  encoding: nullable(oneOf(encodings)),
  delimiter: text,
  size_bytes: count,
  problem: text,
  rows: count,
  counts: nullable(countsSchema),
  leave_out: nullable(count),
  checked_at: nullable(time),
  applied_at: nullable(time),
  done: count,
  referred: count,
  not_contacted: nullable(count, 'Referred, and on the do-not-contact list. Null for whoever sees contacts masked.'),
  overtaken: count,
  finished_at: nullable(time),
  can_resume: Type.Boolean({ description: 'whether it was stopped with rows left that can still be referred' }),
  cells_until: nullable(Type.String({ format: 'date-time', description: 'when the cells of its rows are removed' })),
  created_at: time,
};

const fileSummarySchema = Type.Object(summaryMembers, closed);
export type FileSummaryView = Static<typeof fileSummarySchema>;

export const fileSchema = Type.Object(
  {
    ...summaryMembers,
    is_mapped: Type.Boolean(),
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), samples: Type.Array(Type.String()), field: nullable(oneOf(referralFields)) },
        closed,
      ),
    ),
  },
  closed,
);
export type FileView = Static<typeof fileSchema>;

export const filesSchema = Type.Object({ data: Type.Array(fileSummarySchema), next: text }, closed);

const rowSchema = Type.Object(
  {
    row: Type.Integer({ description: 'as a spreadsheet counts it' }),
    outcome: oneOf(rowOutcomes),
    vin: text,
    borrower: text,
    issues: Type.Array(Type.Object({ path: Type.String(), column: text, message: Type.String() }, closed)),
    warnings: Type.Array(Type.String()),
    referral_id: text,
    first_row: nullable(Type.Integer()),
  },
  closed,
);
export type RowView = Static<typeof rowSchema>;

export const rowsSchema = Type.Object({ data: Type.Array(rowSchema), next: nullable(Type.Integer()) }, closed);

export const ofFile = Type.Object({
  institution_id: Type.String(),
  mode: Type.String(),
  file_id: Type.String({ maxLength: 40 }),
});

export const filesQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^rff_\\w{1,40}$' })) }, closed);

export const rowsQuery = Type.Object(
  {
    outcome: Type.Optional(oneOf([...rowOutcomes, 'warned'] as const)),
    after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  },
  closed,
);

export const mappingSchema = Type.Object(
  { mapping: Type.Array(nullable(oneOf(referralFields)), { maxItems: 200 }) },
  closed,
);

export const applySchema = Type.Object(
  {
    ready: Type.Integer({ minimum: 1, maximum: 5000, description: 'how many rows are referred' }),
    leave_out: Type.Integer({ minimum: 0, maximum: 5000, description: 'how many rows are not' }),
  },
  closed,
);
