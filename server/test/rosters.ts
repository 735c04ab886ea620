// Rosters as institutions send them, and what they leave in the database.
import { givenPartner } from '#testing/partners';
import { enrollmentBody } from '#testing/plans';
import type { Answer, Harness } from './harness.ts';

type NewEnrollment = ReturnType<typeof enrollmentBody>;

export const rosterPath = '/api/gap/v1/plans/roster-sync';

export type SyncOptions = {
  readonly mode?: 'apply' | 'dry_run';
  readonly confirm_cancel_count?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A roster as one JSON object. */
export const syncObject = (
  harness: Harness,
  token: string,
  { roster, headers, ...options }: SyncOptions & { readonly roster: readonly unknown[] },
): Promise<Answer> =>
  harness.call('POST', rosterPath, { token, body: { ...options, roster }, ...(headers ? { headers } : {}) });

/** The same rows one per line, with the options in the address. */
export const syncLines = (
  harness: Harness,
  token: string,
  { roster, headers, ...options }: SyncOptions & { readonly roster: readonly unknown[] },
): Promise<Answer> => {
  const query = new URLSearchParams(
    Object.entries(options).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return harness.call('POST', `${rosterPath}?${query}`, {
    token,
    raw: roster.map((row) => `${JSON.stringify(row)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });
};

export const forms = { object: syncObject, lines: syncLines };

export const rowsOf = (count: number, changes: Partial<NewEnrollment> = {}): NewEnrollment[] =>
  Array.from({ length: count }, () => enrollmentBody(changes));

/** An institution with so many members on its roster, brought by a roster. */
export async function givenRoster(harness: Harness, count: number) {
  const partner = await givenPartner(harness);
  const roster = rowsOf(count);
  const { status, body } = await syncObject(harness, partner.key, { roster });
  if (status !== 200) throw new Error(`the roster was answered ${status}`);
  const ids = body.changes.map(({ enrollment_id: id }: { enrollment_id: string }) => id) as string[];
  return { ...partner, roster, ids };
}

export type Stored = {
  readonly id: string;
  readonly vin: string;
  readonly status: string;
  readonly external_ref: string | null;
  readonly plan: string;
  readonly first_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly cancel_reason: string | null;
};

/** Every enrollment that an institution has or had, in the order of its VINs and then of its making. */
export async function storedOf({ ctx }: Harness, institutionId: string, livemode = false): Promise<Stored[]> {
  const text = `select id, vin, status, external_ref, plan, first_name, email, phone, cancel_reason
    from plans.enrollments where institution_id = $1 and livemode = $2 order by vin, id`;
  return (await ctx.db.pool.query<Stored>(text, [institutionId, livemode])).rows;
}

export type Told = { readonly type: string; readonly enrollmentId: string; readonly status: string };

/** Everything in an institution's log, in its order; read from the table, which nothing holds back. */
export async function toldOf({ ctx }: Harness, institutionId: string, livemode = false): Promise<Told[]> {
  const text = `select type, thin from events.events where account_id = $1 and livemode = $2 order by transaction_id, place`;
  const { rows } = await ctx.db.pool.query<{ type: string; thin: string }>(text, [institutionId, livemode]);
  return rows.map(({ type, thin }) => {
    const { enrollment } = JSON.parse(thin).data;
    return { type, enrollmentId: enrollment.id, status: enrollment.status };
  });
}

/** Connections and temporary tables that a roster would leave behind; one that just ended goes away by itself. */
export async function leftBehind({ ctx }: Harness): Promise<number> {
  const text = `select (select count(*) from pg_stat_activity
      where datname = current_database() and application_name like '%-bulk')
    + (select count(*) from pg_class where relpersistence = 't' and relkind = 'r') as found`;
  const { rows } = await ctx.db.pool.query<{ found: string }>(text);
  return Number(rows[0]?.found);
}
