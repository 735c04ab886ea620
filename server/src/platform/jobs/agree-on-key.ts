import type { Vault } from '#platform/crypto';
import { prepared, sqlState, type Database, type Db } from '#platform/db';
import { decideWritingKey, findLackingKey, type Known } from './key-rules.ts';

type Parts = { readonly db: Database; readonly vault: Vault };

/** Processes that have been silent for this long count as gone; they report every ten seconds. */
const silentAfterS = 60;

type Row = {
  keys: string[] | null;
  writes_with: string | null;
  last_written: string | null;
};

// Returns one row without a process when no other runs, so that the key in use is always included.
const list = prepared<[name: string, silentAfterS: number], Row & { other: string | null }>(
  'jobs.list-keys',
  `select p.name as other, p.keys, p.writes_with, k.id as last_written
   from (select 1) as one
   left join (select id from platform.data_keys order by last_written_at desc, id limit 1) as k on true
   left join platform.processes p on p.name <> $1 and p.beat_at > now() - make_interval(secs => $2)`,
);

/** The keys of the running processes; undefined before the database is migrated. */
export async function findKnownKeys({ db, vault }: { db: Db; vault: Vault }, name = ''): Promise<Known | undefined> {
  try {
    const rows = await db.many(list(name, silentAfterS));
    return {
      ring: vault.keys,
      lastWritten: rows[0]?.last_written ?? undefined,
      others: rows
        .filter(({ other }) => other !== null)
        .map(({ keys, writes_with: writesWith }) => ({ keys: keys ?? [], writesWith })),
    };
  } catch (error) {
    if (isNotMigrated(error)) return undefined;
    throw error;
  }
}

/** The process started before the database was migrated, which /readyz reports. */
export const isNotMigrated = (error: unknown): boolean => ['42P01', '42703'].includes(sqlState(error) ?? '');

/** Selects the key that all processes can read, without a report: for a command, which ends soon. */
export async function agreeOnKey(parts: Parts): Promise<void> {
  const known = await findKnownKeys(parts);
  const choice = known && decideWritingKey(known);
  if (choice !== undefined) parts.vault.writeWith(choice);
}

/** Why this process cannot work with the others; undefined when it can. */
export async function findKeyProblem(parts: Parts, name?: string): Promise<string | undefined> {
  const known = await findKnownKeys(parts, name);
  const lacking = known && findLackingKey(known);
  if (lacking === undefined) return undefined;
  return `DATA_KEY lacks the key ${lacking}, with which this database is written: append it, or, if it must not be used any more, stop all processes and append it as compare:… (docs/runbooks/leaked-key.md).`;
}
