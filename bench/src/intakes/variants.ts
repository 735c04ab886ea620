// Everything that accepts the same intakes, from our api down to the database alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BareServerSetup } from '#bench/load/bare-server';
import type { RequestTemplate } from '#bench/load/load-generator';
import type { Variant } from '#bench/load/measure';
import { runPgbench, toPgbenchScript } from '#bench/load/pgbench';
import { freePort } from '#bench/service/ports';
import { startProcess, startReadyApi, waitReady, type Process } from '#bench/service/service';
import type { Size } from '#bench/size';
import { withoutMarketReads, type Lab } from './lab.ts';
import type { RecordedIntake } from './record.ts';
import { intakeRequest, keyedIntakeRequest } from './request.ts';

/** The default pool size of an api; the bare servers get the same. */
const poolSize = 16;

export type VariantOptions = {
  readonly size: Size;
  /** Also measure with the limit counters there. */
  readonly redisUrl: string | undefined;
};

export async function startVariants(lab: Lab, recorded: RecordedIntake, options: VariantOptions): Promise<Variant[]> {
  const api = await startApiVariant(lab, {});
  const variants: Variant[] = [
    { name: 'api', ...httpVariant(lab, api, intakeRequest) },
    { name: 'bare', ...(await bareVariant(lab, recorded, false)) },
    { name: 'pgbench', ...(await pgbenchVariant(lab, recorded)) },
  ];
  if (options.redisUrl !== undefined) {
    const withRedis = await startApiVariant(lab, { REDIS_URL: options.redisUrl });
    variants.push({ name: 'api, counters in Redis', ...httpVariant(lab, withRedis, intakeRequest) });
  }
  if (options.size === 'quick') return variants;
  return [
    ...variants,
    { name: 'bare, pipelined', ...(await bareVariant(lab, recorded, true)) },
    { name: 'api, Idempotency-Key', ...httpVariant(lab, api, keyedIntakeRequest) },
  ];
}

type Target = { readonly process: Process; readonly port: number };

async function startApiVariant(lab: Lab, env: Readonly<Record<string, string>>): Promise<Target> {
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl: lab.databaseUrl, port, env: { ...withoutMarketReads, ...env } });
  return { process: lab.closing.adopt(api, (process) => process.end('SIGKILL')), port };
}

function httpVariant({ load }: Lab, { process, port }: Target, request: RequestTemplate): Omit<Variant, 'name'> {
  return {
    serverPids: [process.pid],
    run: (connections, seconds) => load.run({ port, request, connections, seconds, expect: 201 }),
  };
}

async function bareVariant(lab: Lab, recorded: RecordedIntake, pipelined: boolean): Promise<Omit<Variant, 'name'>> {
  const port = await freePort();
  const { databaseUrl } = lab;
  const setup: BareServerSetup = {
    port,
    databaseUrl,
    poolSize,
    pipelined,
    statements: recorded.statements,
    answer: recorded.receipt,
    answerId: 'intake_id',
  };
  const file = join(lab.cluster.directory, `bare-${port}.json`);
  writeFileSync(file, JSON.stringify(setup));
  const server = startProcess({
    script: 'bench/src/load/bare-server.ts',
    args: [file],
    env: { NODE_ENV: 'production' },
  });
  const process = lab.closing.adopt(server, (process) => process.end('SIGKILL'));
  await waitReady(process, `http://127.0.0.1:${port}/`);
  return httpVariant(lab, { process, port }, intakeRequest);
}

async function pgbenchVariant(
  { cluster, databaseUrl }: Lab,
  { statements }: RecordedIntake,
): Promise<Omit<Variant, 'name'>> {
  const script = await toPgbenchScript(databaseUrl, statements);
  let slice = 0;
  return {
    run(connections, seconds) {
      slice += 1;
      return runPgbench({ databaseUrl, script, connections, seconds, slice, directory: cluster.directory });
    },
  };
}
