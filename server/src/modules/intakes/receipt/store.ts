import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { IntakeStatus } from '../schemas.ts';
import { readColumns, toStored, type Intake, type IntakeRow } from '../store.ts';
import { isExpiredSql } from '../transitions.ts';

type OwnIntakeSearch = {
  readonly principalId: string;
  readonly status: IntakeStatus | undefined;
  readonly externalRef: string | undefined;
  /** The last id of the previous page. */
  readonly belowId: string | undefined;
  readonly now: Date;
  readonly limit: number;
};

/** Newest first, as of that time. Not prepared, because each search is planned for its own filters. */
export async function listOwnRows(db: Db, search: OwnIntakeSearch): Promise<Intake[]> {
  const { principalId, status, externalRef, belowId, now, limit } = search;
  const values: unknown[] = [principalId, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'principal_id = $1',
    ...(externalRef === undefined ? [] : [`external_ref = ${place(externalRef)}`]),
    ...(belowId === undefined ? [] : [`id < ${place(belowId)}`]),
    ...(status === undefined
      ? []
      : [`case when ${isExpiredSql('i', place(now))} then 'expired' else i.status end = ${place(status)}`]),
  ];
  const text = `select ${readColumns} from intakes.intakes i where ${conditions.join(' and ')} order by id desc limit $2`;
  const rows = await db.many<IntakeRow>({ text, values });
  return rows.flatMap((row) => toStored(row, now)?.intake ?? []);
}

const insertToken = preparedInsert('intakes.poll_tokens', ['token_hash', 'intake_id', 'created_at']);

export function insertPollToken(db: TxDb, row: Parameters<typeof insertToken>[0]): void {
  db.write(insertToken(row));
}

export const recheckPollToken = prepared<[hashes: readonly Buffer[]], never>(
  'intakes.recheck-poll-token',
  'select intakes.recheck_poll_token($1)',
);
