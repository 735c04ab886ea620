import { createHash } from 'node:crypto';
import type { Harness } from '#test/harness';

/** Written for each request of an institution: the logs of calls and refusals, and used signatures. */
const ofRequests = ['credentials.nonces', 'audit.entries', 'request_log.requests', 'request_log.contents'];

/** A refused attempt by staff is recorded with the institution that it was about, as it should be. */
const notedTries = "not (kind = 'refused' and staff_id is not null)";

type Whose = { readonly institutionId: string; readonly asks: boolean };

/**
 * A digest for each table over every row of an institution and its users; for a tenant that sends no requests with row
 * versions, so that even a change to the same values is detected.
 */
export async function listRows(
  { owner: { pool } }: Harness,
  { institutionId, asks }: Whose,
): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string; of: string }>(
    `select distinct on (c.oid) format('%I.%I', n.nspname, c.relname) as name, a.attname as of from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and a.attname in ('institution_id', 'account_id', 'user_id')
     order by c.oid, a.attname = 'user_id'`,
  );
  const found: Record<string, string> = {};
  const members = '(select user_id from portal.role_assignments where institution_id = $1)';
  for (const { name, of } of [...tables, { name: 'partners.institutions', of: 'id' }]) {
    if (asks && ofRequests.includes(name)) continue;
    const ofThem = of === 'user_id' ? `user_id in ${members}` : `${of} = $1`;
    const condition = name === 'audit.entries' ? `${ofThem} and ${notedTries}` : ofThem;
    // A request leaves its time and address with the credential.
    const row = asks
      ? "to_jsonb(t) - 'last_used_at' - 'last_used_address'"
      : "to_jsonb(t) || jsonb_build_object('version', t.xmin::text)";
    const text = `select ${row} as row from ${name} t where ${condition} order by 1`;
    const { rows } = await pool.query(text, [institutionId]);
    found[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
  }
  return found;
}
