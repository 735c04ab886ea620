// What the check costs: the same request in turns with it and with a function in its place that checks nothing.
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { median, round } from '#bench/numbers/statistics';
import { withClient } from '#bench/service/cluster';
import { bearer, type Credential } from './credentials.ts';

type Parts = { readonly ctx: Ctx; readonly databaseUrl: string; readonly port: number; readonly rounds: number };

const name = 'access.recheck_partner_key(text, text, timestamptz)';
const empty = `create or replace function access.recheck_partner_key(institution text, credential text, at timestamptz) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as 'begin end'`;
const requestsPerRound = 40;

/** Milliseconds of a request and work of the server for it, each the median of its rounds; rounds alternate, so that a busy machine disturbs both alike. */
export async function measureCheck({ ctx, databaseUrl, port, rounds }: Parts) {
  const credential = await bearer(ctx);
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ body: string }>('select pg_get_functiondef($1::regprocedure) as body', [
      name,
    ]);
    const checked = rows[0]?.body ?? '';
    const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
    const work: Record<'with' | 'without', number[]> = { with: [], without: [] };
    for (let turn = 0; turn < rounds * 2; turn += 1) {
      const [how, body] = turn % 2 === 0 ? (['with', checked] as const) : (['without', empty] as const);
      await client.query(body);
      await send(credential, port, 5);
      const before = await readProcessorUs(client);
      times[how].push(await send(credential, port, requestsPerRound));
      work[how].push(((await readProcessorUs(client)) - before) / requestsPerRound);
    }
    await client.query(checked);
    const ratioOf = (one: typeof times): number => round(median(one.with) / median(one.without), 3);
    return {
      check_ms: round(median(times.with), 2),
      check_ratio: ratioOf(times),
      check_server_us: round(median(work.with), 0),
      check_server_ratio: ratioOf(work),
    };
  });
}

/** Microseconds that the sessions of the api have been on a processor: a busy machine does not change them much. */
async function readProcessorUs(client: Client): Promise<number> {
  const sessions = `select pid from pg_stat_activity where usename = 'makewhole_api' and datname = current_database()`;
  const { rows } = await client.query<{ pid: number }>(sessions);
  return rows.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    0,
  );
}

async function send(credential: Credential, port: number, count: number): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { path, headers, body } = credential.call();
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: body.toString() });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`the api answered ${answer.status}`);
  }
  return median(times);
}
