// The speed of GET /intakes/{id} with and without an ETag and during submissions, and of 200 readers that follow GET
// /events.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { type Lab, createLab, intakeRequest, intakesPath, submit, withoutMarketReads } from '#bench/intakes/request';
import { measureAll, startLoadGenerator, type Plan, type RequestTemplate, type Variant } from '#bench/load/measure';
import { conclude } from '#bench/report';
import { runApi, type RunningApi } from '#bench/service/service';
import { repeat } from '#bench/until';
import { benchEvents } from './events.ts';

/** Connections that submit intakes meanwhile. */
const writerConnections = 2;

const sizes: Readonly<Record<Size, { intakes: number; warmUpS: number; plan: Plan }>> = {
  smoke: { intakes: 5, warmUpS: 0.3, plan: { connections: 16, rounds: 1, seconds: 0.5 } },
  quick: { intakes: 100, warmUpS: 2, plan: { connections: 16, rounds: 3, seconds: 1.5 } },
  full: { intakes: 1000, warmUpS: 3, plan: { connections: 16, rounds: 5, seconds: 3, retryBudgetMs: 120_000 } },
};

async function benchPolls(closing: RunStack, size: Size): Promise<boolean> {
  const { intakes: count, warmUpS, plan } = sizes[size];
  const lab = await createLab(closing);
  const variants = await startVariants(lab, count);
  for (const variant of variants) await variant.run(plan.connections ?? 0, warmUpS);

  const alone = await measureAll(variants, plan, lab.cluster);
  const writers = await startWriters(lab);
  console.log(`\nbeside ${writerConnections} connections that submit intakes`);
  const besideWriters = await measureAll(variants, plan, lab.cluster);
  const written = await writers.stop();
  const events = await benchEvents(lab, size);
  const errors = [...Object.values(alone), ...Object.values(besideWriters), written].reduce(
    (sum, one) => sum + one.errors,
    0,
  );
  return conclude({ bench: 'polls', size, alone, besideWriters, written: written.done, events }, [
    { name: 'errors', value: errors, atMost: 0 },
    { name: 'events not seen, by any reader', value: events.missing, atMost: 0 },
    { name: 'reads of events that failed', value: events.errors, atMost: 0 },
  ]);
}

const openPollApi = ({ closing, databaseUrl }: Lab): Promise<RunningApi> =>
  runApi(closing, { databaseUrl, env: withoutMarketReads });

async function startVariants(lab: Lab, count: number): Promise<Variant[]> {
  const { process, port, base } = await openPollApi(lab);
  const rows: Record<string, string>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { intakeId: id, token } = await submit(base, `polled-${turn}@example.com`);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${base}${intakesPath}/${id}`, { headers });
    await response.arrayBuffer();
    rows.push({ id, token, tag: response.headers.get('etag') ?? '' });
  }
  const plain: RequestTemplate = {
    method: 'GET',
    path: `${intakesPath}/{id}`,
    body: '',
    headers: { Authorization: 'Bearer {token}' },
    rows,
  };
  const tagged: RequestTemplate = { ...plain, headers: { ...plain.headers, 'If-None-Match': '{tag}' } };
  const variant = (name: string, request: RequestTemplate, expect: number): Variant => ({
    name,
    serverPids: [process.pid],
    run: (connections, seconds) => lab.load.run({ port, request, connections, seconds, expect }),
  });
  return [variant('poll', plain, 200), variant('poll, ETag', tagged, 304)];
}

/** Submits intakes to a separate api until it is stopped, which is after the last poll. */
async function startWriters(lab: Lab) {
  const { port } = await openPollApi(lab);
  const load = startLoadGenerator(lab.closing);
  const written = { done: 0, errors: 0 };
  const order = { port, request: intakeRequest, connections: writerConnections, seconds: 0.5, expect: 201 };
  const writing = repeat(async () => {
    const { done, errors } = await load.run(order);
    written.done += done;
    written.errors += errors;
  });
  return { stop: () => writing.stop().then(() => written) };
}

export const instrument: Instrument = { run: (closing, { size }) => benchPolls(closing, size) };
