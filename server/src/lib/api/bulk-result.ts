import { Type, type Static } from 'typebox';
import { closed, nullable } from './shapes.ts';

// The response of a bulk call: one entry per row, in the order of the rows (D-106).

const issue = Type.Object({ path: Type.String(), message: Type.String() }, closed);

const errorSchema = Type.Object(
  { code: Type.String(), detail: Type.String(), issues: Type.Optional(Type.Array(issue)) },
  closed,
);

const resultSchema = <Error extends Type.TSchema>(error: Error) =>
  Type.Object(
    {
      object: Type.Literal('gap.bulk_result'),
      total: Type.Integer(),
      created: Type.Integer(),
      failed: Type.Integer(),
      results: Type.Array(
        Type.Object(
          {
            index: Type.Integer(),
            status: Type.Enum(['created', 'failed'], { type: 'string' }),
            id: Type.Optional(Type.String()),
            external_ref: nullable(Type.String()),
            error: Type.Optional(error),
          },
          closed,
        ),
      ),
    },
    closed,
  );

/** `existing` is the member with the id of the conflicting object, such as `referral_id`. */
export const bulkResultSchema = (existing: string) =>
  resultSchema(Type.Object({ ...errorSchema.properties, [existing]: Type.Optional(Type.String()) }, closed));

export type BulkResult = Static<ReturnType<typeof resultSchema<typeof errorSchema>>>;

type Refusal = { readonly code: string; readonly message: string; readonly details: Readonly<Record<string, unknown>> };

/** The result of a row: the id of the created object, or the reason for its refusal. */
export type RowOutcome = { readonly id: string } | Refusal;

export function bulkResult(rows: readonly unknown[], outcomes: readonly RowOutcome[]): BulkResult {
  const results = rows.map((row, index) => toResult(row, index, outcomes[index]));
  const created = results.filter(({ status }) => status === 'created').length;
  return { object: 'gap.bulk_result', total: rows.length, created, failed: rows.length - created, results };
}

function toResult(row: unknown, index: number, outcome: RowOutcome | undefined): BulkResult['results'][number] {
  if (outcome === undefined) throw new Error('every row has an outcome');
  const external_ref = refOf(row);
  if ('id' in outcome) return { index, status: 'created', id: outcome.id, external_ref };
  const { code, message, details } = outcome;
  return { index, status: 'failed', external_ref, error: { code, detail: message, ...details } };
}

/** Returned so that the client can find its row, if it is a valid reference. */
function refOf(row: unknown): string | null {
  const ref = (row as { external_ref?: unknown } | null)?.external_ref;
  return typeof ref === 'string' && /^.{0,120}$/su.test(ref) ? ref : null;
}
