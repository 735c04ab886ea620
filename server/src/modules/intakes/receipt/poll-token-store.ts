import { prepared, preparedInsert, type TxDb } from '#platform/db';

const insertToken = preparedInsert('access.poll_tokens', ['token_hash', 'intake_id', 'created_at']);

export function insertPollToken(db: TxDb, row: Parameters<typeof insertToken>[0]): void {
  db.write(insertToken(row));
}

export const recheckPollToken = prepared<[hashes: readonly Buffer[]], never>(
  'intakes.recheck-poll-token',
  'select access.recheck_poll_token($1)',
);
