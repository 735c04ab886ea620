import { expect } from 'vitest';
import type { Answer, Harness } from './harness.ts';

export type AuditRow = Record<
  'kind' | 'operation' | 'staff_id' | 'credential_id' | 'subject_id' | 'request_id',
  string | null
>;

export const rowsAfter = async ({ ctx }: Harness, seq: number): Promise<AuditRow[]> =>
  (await ctx.db.pool.query('select * from audit.entries where seq > $1 order by seq', [seq])).rows;

export const lastSeq = async ({ ctx }: Harness): Promise<number> =>
  Number((await ctx.db.pool.query('select coalesce(max(seq), 0) as seq from audit.entries')).rows[0].seq);

type Browser = { readonly staffId: string; readonly sessionId: string; readonly headers: Record<string, string> };

export type StaffCall = {
  readonly operation: string;
  /** Such as `POST /queue/next`. */
  readonly route: string;
  /** [] or one body. */
  readonly body: readonly [] | readonly [unknown];
};

/** Calls as the page of the board does, and finds exactly the one row that says so. */
export async function callAudited(harness: Harness, browser: Browser, call: StaffCall): Promise<Answer> {
  const { operation, route, body } = call;
  const [method = '', path = ''] = route.split(' ');
  const before = await lastSeq(harness);
  const answer = await harness.call(method, `/api/staff/v1${path}`, {
    headers: browser.headers,
    ...(body.length === 0 ? {} : { body: body[0] }),
  });
  expect([operation, answer.status < 300 ? 'done' : `${answer.status} ${answer.text}`]).toEqual([operation, 'done']);
  const rows = await rowsAfter(harness, before);
  expect(rows).toEqual([
    expect.objectContaining({
      kind: method === 'GET' ? 'view' : 'action',
      operation,
      staff_id: browser.staffId,
      credential_id: browser.sessionId,
      request_id: answer.headers.get('x-request-id'),
    }),
  ]);
  const ids = path.split('?')[0]?.match(/[a-z]+_[0-9A-Za-z]{24}/g) ?? [];
  if (ids.length > 0) expect([operation, rows[0]?.subject_id]).toEqual([operation, ids.at(-1)]);
  return answer;
}

/** Operations about one case, its papers and its money; app/staff-audit-cases.test.ts walks them. */
export const caseOperations: ReadonlySet<string> = new Set([
  'board.get-case',
  'board.search',
  'checkout.capture-hold',
  'checkout.deliver',
  'checkout.record-settlement',
  'checkout.release-hold',
  'documents.get',
  'documents.get-file',
  'market.get-snapshot',
]);
