// What the log of requests costs: the same api with it and without it, on one database, in slices that alternate.
import { createPartnerKey } from '@makewhole/server/src/modules/partner-credentials/index.ts';
import { createInstitution } from '@makewhole/server/src/modules/partners/index.ts';
import { startLoadGenerator, type LoadGenerator, type RequestTemplate } from '#bench/load/load-generator';
import {
  costRatio,
  measure,
  ratio,
  summarize,
  worstDisturbance,
  type Plan,
  type Slice,
  type Variant,
} from '#bench/load/measure';
import { conclude, printDisturbance, printTable, type Check } from '#bench/report/report';
import { setStage, withService, type Stage } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startProcess, waitReady, type Process } from '#bench/service/service';
import type { Size } from '#bench/size';

/** GET /me is the cheapest call of the interface, so the log weighs most in it: at least this much of the rate stays. */
const leastOfRate = 0.8;

const sizes: Readonly<Record<Size, { warmUpS: number; plan: Plan }>> = {
  smoke: { warmUpS: 0.3, plan: { connections: 8, rounds: 1, seconds: 0.5, retryBudgetMs: 0 } },
  quick: { warmUpS: 2, plan: { connections: 8, rounds: 5, seconds: 2, retryBudgetMs: 0 } },
  full: { warmUpS: 3, plan: { connections: 8, rounds: 9, seconds: 4, retryBudgetMs: 120_000 } },
};

const modes = ['live', 'test'] as const;
const sides = ['with', 'without'] as const;
type Mode = (typeof modes)[number];

export async function benchRequestLog(closing: RunStack, size: Size): Promise<boolean> {
  const { warmUpS, plan } = sizes[size];
  const stage = await setStage(closing);
  const keys = await makeKeys(stage.databaseUrl);
  const load = closing.adopt(startLoadGenerator(), (one) => one.close());
  const apis = { with: await startApi(stage, 'with'), without: await startApi(stage, 'without') };
  const variants = modes.flatMap((mode) =>
    sides.map((side) => variantOf({ name: `${mode}, ${side}`, api: apis[side], key: keys[mode], load })),
  );
  for (const variant of variants) await variant.run(plan.connections, warmUpS);
  const slices = await measure(variants, plan, stage.cluster);
  const figuresOf = (name: string) => summarize(slices.filter((slice) => slice.variant === name));
  printTable(
    ['variant', 'requests/s', 'p50 ms', 'p99 ms', 'server us', 'database us', 'errors'],
    variants.map(({ name }) => {
      const of = figuresOf(name);
      return [name, of.perSecond, of.p50Ms.toFixed(2), of.p99Ms.toFixed(2), of.serverUs, of.databaseUs, of.errors];
    }),
  );
  printDisturbance(worstDisturbance(slices));
  // What waits is written when a process ends.
  await apis.with.process.end('SIGTERM');
  const counts = await countCalls(stage.databaseUrl);
  const checks: Check[] = [
    ...modes.map((mode) => ({
      name: `rate with / without, ${mode}`,
      value: ratio(slices, `${mode}, with`, `${mode}, without`),
      atLeast: leastOfRate,
    })),
    { name: 'errors', value: slices.reduce((sum, { errors }) => sum + errors, 0), atMost: 0 },
    { name: 'calls neither recorded nor counted', value: missing(slices, counts), atMost: 0 },
  ];
  const cost = Object.fromEntries(
    modes.map((mode) => [mode, costRatio(figuresOf(`${mode}, with`), figuresOf(`${mode}, without`))]),
  );
  return conclude({ bench: 'request-log', size, cost, counts }, checks);
}

/** The warm-up was recorded too, so there may be more. */
const missing = (slices: readonly Slice[], { recorded, unrecorded }: Counts): number => {
  const made = slices.filter(({ variant }) => variant.endsWith(', with')).reduce((sum, { done }) => sum + done, 0);
  return Math.max(0, made - recorded - unrecorded);
};

type Api = { readonly process: Process; readonly port: number };

async function startApi({ databaseUrl, closing }: Stage, side: (typeof sides)[number]): Promise<Api> {
  const port = await freePort();
  const asApi = Object.assign(new URL(databaseUrl), { username: 'makewhole_api' }).href;
  const env = { ...serviceEnv, GAP_REQUESTS_PER_MIN: '1000000000', DATABASE_URL: asApi };
  const script = 'bench/src/request-log/api-process.ts';
  const api = startProcess({ script, args: [String(port), side], env });
  const process = closing.adopt(api, (one) => one.end('SIGKILL'));
  await waitReady(process, `http://127.0.0.1:${port}/readyz`);
  return { process, port };
}

type Target = { readonly name: string; readonly api: Api; readonly key: string; readonly load: LoadGenerator };

function variantOf({ name, api, key, load }: Target): Variant {
  const request: RequestTemplate = {
    method: 'GET',
    path: '/api/gap/v1/me',
    body: '',
    headers: { Authorization: `Bearer ${key}` },
  };
  return {
    name,
    serverPids: [api.process.pid],
    run: (connections, seconds) => load.run({ port: api.port, request, connections, seconds, expect: 200 }),
  };
}

const makeKeys = (databaseUrl: string): Promise<Record<Mode, string>> =>
  withService(databaseUrl, async (ctx) => {
    const { id } = await createInstitution(ctx, { name: 'Synthetic Bank' });
    const make = async (livemode: boolean) => {
      const wanted = { institutionId: id, livemode, role: 'full', label: undefined, expiresAt: undefined } as const;
      return (await createPartnerKey(ctx, wanted)).key;
    };
    return { live: await make(true), test: await make(false) };
  });

type Counts = { readonly recorded: number; readonly unrecorded: number };

const countCalls = (databaseUrl: string): Promise<Counts> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Counts>(
      `select (select count(*)::integer from request_log.requests) as recorded,
         (select coalesce(sum(calls), 0)::integer from request_log.unrecorded) as unrecorded`,
    );
    return rows[0] ?? { recorded: 0, unrecorded: 0 };
  });
