import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insertToken = preparedInsert('access.poll_tokens', ['token_hash', 'intake_id', 'created_at']);

export function insertPollToken(db: TxDb, row: Parameters<typeof insertToken>[0]): void {
  db.write(insertToken(row));
}

const pollToken = prepared<[hashes: Buffer[]], { intake_id: string }>(
  'intakes.find-poll-token',
  'select intake_id from access.poll_tokens where token_hash = any($1::bytea[])',
);

export const findPollToken = (db: Db, hashes: Buffer[]) => db.find(pollToken(hashes));
