// What one post to a receiver costs the worker: through the guard for outbound requests and by plain undici, on a persistent
// connection and on a new one, with a whole TLS handshake and with a resumed session. And what signing it costs.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Agent } from 'undici';
import { createEgress } from '@makewhole/server/src/gateways/egress/egress.ts';
import type { EgressGateway, OutboundPost } from '@makewhole/server/src/gateways/egress/index.ts';
import type { SliceResult } from '#bench/load/load-generator';
import { measure, summarize, worstDisturbance, type Plan, type Slice, type Variant } from '#bench/load/measure';
import { median, round } from '#bench/numbers/statistics';
import { conclude, printDisturbance, printTable, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { hostNames, startReceivers, type Receivers } from '#bench/webhooks/receivers';
import { measureSigning, signedPost } from './signing.ts';

/** By processor time of this process: the guard costs no more than undici's own `request`, a session is worth keeping. */
const bounds = { persistent: 1.1, resumed: 0.9 };

/** As the cap of an endpoint. */
const inFlight = 8;
const hosts = hostNames('ok', inFlight);

/** Short slices and many rounds: what else the machine does changes within seconds. */
const plans: Readonly<Record<Size, Plan>> = {
  smoke: { connections: inFlight, rounds: 1, seconds: 0.2, retryBudgetMs: 0 },
  quick: { connections: inFlight, rounds: 15, seconds: 0.3, retryBudgetMs: 0 },
  full: { connections: inFlight, rounds: 45, seconds: 0.5, retryBudgetMs: 60_000 },
};
const warmUpS = { smoke: 0.1, quick: 1, full: 2 };

/** No database takes part. */
const noDatabase = { pid: 0 };

/** The status of the answer. */
type Send = (post: OutboundPost) => Promise<number | undefined>;

export async function benchEgress(closing: RunStack, size: Size): Promise<boolean> {
  const receivers = closing.adopt(await startReceivers(hosts), (started) => started.close());
  const posts = await Promise.all(hosts.map(signedPost));
  const variants = variantsOf(closing, receivers, posts);
  for (const variant of variants) await variant.run(inFlight, warmUpS[size]);
  const slices = await measure(variants, plans[size], noDatabase);
  const signing = await measureSigning(size);
  printTable(
    ['variant', 'posts/s', 'p50 ms', 'p99 ms', 'cpu us', 'errors'],
    variants.map(({ name }) => {
      const { perSecond, p50Ms, p99Ms, errors } = summarize(slices.filter((slice) => slice.variant === name));
      return [name, perSecond, p50Ms.toFixed(2), p99Ms.toFixed(2), cpuOf(slices, name), errors];
    }),
  );
  printTable(
    ['before the post', 'cpu us'],
    Object.entries(signing).map(([name, us]) => [name, us]),
  );
  const disturbance = worstDisturbance(slices);
  printDisturbance(disturbance);
  const figures = {
    persistent: costRatio(slices, 'guard, persistent', 'undici, persistent'),
    handshake: costRatio(slices, 'guard, new, whole handshake', 'undici, new, whole handshake'),
    resumed: costRatio(slices, 'guard, new, resumed', 'guard, new, whole handshake'),
  };
  const checks: Check[] = [
    { name: 'guard / undici, persistent', value: figures.persistent, atMost: bounds.persistent },
    { name: 'resumed / whole handshake', value: figures.resumed, atMost: bounds.resumed },
    { name: 'errors', value: slices.reduce((sum, { errors }) => sum + errors, 0), atMost: 0 },
  ];
  const cpuUs = Object.fromEntries(variants.map(({ name }) => [name, cpuOf(slices, name)]));
  return conclude({ bench: 'egress', size, ...figures, cpuUs, signing, disturbance }, checks);
}

/** With the processor time of this process, which the slices of `measure` know by ticks of ten milliseconds only. */
type Posted = SliceResult & { readonly cpuUs: number };

const costs = (slices: readonly Slice[], name: string): number[] =>
  slices.filter(({ variant }) => variant === name).map((slice) => (slice as Slice & Posted).cpuUs / slice.done);

const cpuOf = (slices: readonly Slice[], name: string): number => round(median(costs(slices, name)), 0);

/** The median over rounds: both of a pair were measured within seconds. */
function costRatio(slices: readonly Slice[], ours: string, theirs: string): number {
  const base = costs(slices, theirs);
  return round(median(costs(slices, ours).map((cost, turn) => cost / (base[turn] ?? Number.NaN))), 3);
}

function variantsOf(closing: RunStack, receivers: Receivers, posts: readonly OutboundPost[]): Variant[] {
  const variant = (name: string, send: Send) => variantOf(name, receivers, lanesOf(posts, send));
  const caFile = receivers.env['WEBHOOK_CA_FILE'] ?? '';
  const webhookDialMap = new Map(hosts.map((host) => [host, { host: '127.0.0.1', port: receivers.port }]));
  const guard = (now?: () => number): Send => {
    const settings = { webhookDialMap, webhookCaFile: caFile };
    const egress = createEgress(settings, now === undefined ? {} : { now });
    return byGuard(closing.adopt(egress, (opened) => opened.close()));
  };
  const undici = (maxCachedSessions: number): Send =>
    byUndici(
      closing.adopt(plainAgent(caFile, maxCachedSessions), (agent) => agent.destroy()),
      receivers.port,
    );
  let hours = 0;
  // An hour passes between any two connections, so that no session is young enough to be resumed.
  const forgetful = guard(() => (hours += 1) * 3_600_000);
  return [
    variant('guard, persistent', guard()),
    variant('undici, persistent', undici(100)),
    variant('guard, new, resumed', closingEach(guard())),
    variant('undici, new, resumed', closingEach(undici(100))),
    variant('guard, new, whole handshake', closingEach(forgetful)),
    variant('undici, new, whole handshake', closingEach(undici(0))),
  ];
}

const closingEach =
  (send: Send): Send =>
  (post) =>
    send({ ...post, headers: { ...post.headers, connection: 'close' } });

const byGuard =
  (egress: EgressGateway): Send =>
  async (post) =>
    (await egress.post(post)).status;

function byUndici(agent: Agent, port: number): Send {
  const urls = new Map<string, URL>();
  return async ({ url, headers, body }) => {
    const target = urls.get(url) ?? Object.assign(new URL(url), { port });
    urls.set(url, target);
    const { origin, pathname: path } = target;
    const response = await agent.request({ origin, path, method: 'POST', headers, body });
    await response.body.dump();
    return response.statusCode;
  };
}

function plainAgent(caFile: string, maxCachedSessions: number): Agent {
  return new Agent({
    pipelining: 1,
    keepAliveTimeout: 30_000,
    allowH2: false,
    connect: {
      secureContext: createSecureContext({ ca: readFileSync(caFile, 'utf8') }),
      maxCachedSessions,
      lookup: (_name, { all }, done) =>
        all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    },
  });
}

/** Each lane posts to its own host, one after the other. */
const lanesOf =
  (posts: readonly OutboundPost[], send: Send) =>
  async (connections: number, seconds: number): Promise<Posted> => {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const latencies: number[] = [];
    let errors = 0;
    const lane = async (post: OutboundPost): Promise<void> => {
      for (let now = performance.now(); now - startedAt < seconds * 1000;) {
        if ((await send(post)) !== 204) errors += 1;
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    };
    await Promise.all(posts.slice(0, connections).map(lane));
    const took = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    const latenciesMs = Float64Array.from(latencies);
    return { done: latencies.length, seconds: took, errors, latenciesMs, cpuUs: user + system };
  };

const variantOf = (name: string, receivers: Receivers, run: Variant['run']): Variant => ({
  name,
  serverPids: [receivers.pid],
  // The receivers remember what arrived until it is collected.
  async prepare() {
    await receivers.collect();
  },
  run,
});
