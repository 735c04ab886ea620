import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { prepared, transact, type TxDb } from '#platform/db';

/** Anyone can enter any person's address in the sandbox, so it is not kept indefinitely. */
const idleDays = 90;

type Purge = { readonly limit: number; readonly except: readonly string[] };

/** Removes sandbox agents whose keys have been idle too long. Returns how many. */
export function purgeTestAgents(ctx: Ctx, { limit, except }: Purge): Promise<number> {
  return transact(ctx, async (tx) => {
    const before = addDays(tx.clock.now(), -idleDays);
    const ids = (await lockIdleAgents(tx.db, { before, except, limit })).map(({ id }) => id);
    if (ids.length > 0) deleteAgents(tx.db, ids);
    return ids.length;
  });
}

// Each statement has the mode as a condition, so that no list of ids can make it reach a live agent. Only the worker runs them.

const idle = prepared<[before: Date, except: readonly string[], limit: number], { id: string }>(
  'agent-sandbox.lock-idle-agents',
  `select p.id from credentials.principals p
   where not p.livemode and p.created_at < $1 and p.id <> all($2::text[])
     and not exists (select from credentials.agent_keys k where k.principal_id = p.id
       and coalesce(k.last_used_at, k.created_at) >= $1)
     and not exists (select from intakes.intakes i where i.principal_id = p.id and not i.livemode)
   order by p.id limit $3 for update skip locked`,
);

type Idle = { readonly before: Date; readonly except: readonly string[]; readonly limit: number };

const lockIdleAgents = (db: TxDb, { before, except, limit }: Idle) => db.many(idle(before, except, limit));

const ofTests = (column: string): string =>
  `${column} in (select id from credentials.principals where not livemode and id = any($1::text[]))`;

const deletions = [
  ['endpoints', `delete from webhooks.endpoints where ${ofTests('account_id')} and audience = 'agent'`],
  ['recoveries', `delete from agents.recoveries where ${ofTests('principal_id')}`],
  [
    'sessions',
    `delete from agent_console.sessions where key_id in (select id from credentials.agent_keys where ${ofTests('principal_id')})`,
  ],
  ['settings', `delete from webhooks.agent_settings where ${ofTests('account_id')}`],
  ['keys', `delete from credentials.agent_keys where ${ofTests('principal_id')}`],
  ['profiles', `delete from agents.profiles where ${ofTests('principal_id')}`],
  ['registrations', `delete from agents.registrations where ${ofTests('principal_id')}`],
  ['principals', 'delete from credentials.principals where not livemode and id = any($1::text[])'],
].map(([name, text]) => prepared<[ids: readonly string[]], never>(`agent-sandbox.delete-${name}`, text ?? ''));

function deleteAgents(db: TxDb, ids: readonly string[]): void {
  for (const deletion of deletions) db.write(deletion(ids));
}
