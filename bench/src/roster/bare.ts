// The minimum that does the same: the rows ready for COPY, and the service's own set operations, run by psql.
import { execFile } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as store from '@makewhole/server/src/modules/memberships/rosters/store.ts';
import type { Query, TxDb } from '@makewhole/server/src/platform/db/index.ts';
import type { Row } from './rows.ts';

const psql = join(process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin', 'psql');

type BareOrder = { readonly databaseUrl: string; readonly directory: string; readonly institutionId: string };

/** Milliseconds from starting psql until it has committed. */
export async function runBare(order: BareOrder, rows: Iterable<Row>): Promise<number> {
  const data = join(order.directory, 'roster.copy');
  await writeCopyFile(data, rows);
  const script = join(order.directory, 'roster.sql');
  writeFileSync(script, await scriptOf(order.institutionId, data));
  const startedAt = performance.now();
  const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', order.databaseUrl, '-f', script];
  await promisify(execFile)(psql, args, { maxBuffer: 64 * 1_048_576 });
  return performance.now() - startedAt;
}

async function writeCopyFile(path: string, rows: Iterable<Row>): Promise<void> {
  const file = createWriteStream(path);
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  let place = 0;
  let piece = '';
  for (const { vin, ref, email } of rows) {
    const fields = [place, vin, ref, 'standard', 'Synthetic', 'Member', email, '\\N', 2022, 'Synthetic', 'Wagon'];
    piece += `${[...fields, today].join('\t')}\n`;
    place += 1;
    if (piece.length < 1_000_000) continue;
    if (!file.write(piece)) await once(file, 'drain');
    piece = '';
  }
  file.end(piece);
  await once(file, 'finish');
}

/** The statements that the service sends, recorded from its own store and written for psql. */
async function scriptOf(institutionId: string, data: string): Promise<string> {
  const owner = { institutionId, livemode: true };
  const statements: Query<unknown>[] = [];
  const recorder: TxDb = {
    many: async (query) => (statements.push(query), []),
    find: async (query) => (statements.push(query), undefined),
    write: (query) => void statements.push(query),
  };
  recorder.write(store.analyzeRoster);
  await store.listRepeated(recorder, 100);
  store.writeChanges(recorder, owner, new Date());
  await store.countChanges(recorder, owner);
  await store.applyChanges(recorder, owner, 0);
  return [
    `set work_mem = '${store.rosterWorkMem}';`,
    `${store.rosterTable};`,
    `\\${store.rosterCopy.replace('from stdin', `from '${data}'`)}`,
    'begin;',
    ...statements.map((statement) => `${literally(statement)};`),
    `${eventsOf(institutionId)};`,
    'commit;',
    '',
  ].join('\n');
}

/** One event per change, of the same form and length as ours. */
const eventsOf = (institutionId: string): string => `insert into events.events
  (id, created_at, type, account_id, subject_id, livemode, thin)
  select 'evt_' || event, now(), 'plan.enrollment.' || action, '${institutionId}', id, true,
    '{"id":"evt_' || event || '","object":"event","type":"plan.enrollment.' || action || '","api_version":"1.1","created_at":"'
      || time || '","livemode":true,"account":{"id":"${institutionId}"},"data":{"enrollment":{"id":"' || id
      || '","object":"gap.enrollment","status":"' || status || '","external_ref":"' || external_ref
      || '","test":false,"created_at":"' || time || '","effective_at":"' || time || '","canceled_at":null}}}'
  from (select *, replace(gen_random_uuid()::text, '-', '') as event,
    to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time from changes order by seq) as c`;

function literally({ text, values }: Query<unknown>): string {
  return text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const value = values[Number(digits) - 1];
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  });
}
