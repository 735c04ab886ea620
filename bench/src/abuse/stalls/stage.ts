// An api and a worker started as in production, everything an attacker can have, and the attacking and watching
// processes.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { taggedAddress } from '@makewhole/server/src/lib/text/tagged-address.ts';
import { createEndpoint } from '@makewhole/server/src/modules/webhooks/index.ts';
import { submit, withoutMarketReads } from '#bench/intakes/request';
import {
  makeInstitution,
  makePortalSession,
  makeStaffToken,
  setStage,
  withService,
  type Stage,
} from '#bench/service/stage';
import type { TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import type { RunStack } from '#bench/instrument';
import { withClient } from '#bench/service/cluster';
import { freePort, runWorker, startApi, waitReady } from '#bench/service/service';
import { startChild } from '#bench/service/child';
import type { StallFaultName } from './faults.ts';
import { ownedEmail, type AttackWorld } from './attack.ts';
import type { Attacked, StallAnswer, StallQuestion, Watched } from './process.ts';

type Resources = { readonly rssMb: number; readonly peakMb: number; readonly loopMs: number };

export type StallStage = {
  readonly apiPid: number;
  mark(): Promise<{ readonly service: Watched; readonly control: Watched; readonly reads: Watched }>;
  prepare(name: string, how: { readonly atOnce: number; readonly most: number }): Promise<void>;
  attack(limitMs: number): Promise<Attacked>;
  /** For the api: memory, its peak since the last call, and processor time of its main thread. */
  resources(): Resources;
  /** Resets the limits per minute and per day. */
  clearLimits(): Promise<void>;
  /** Whether the api responds within a second. */
  answers(): Promise<boolean>;
  restart(): Promise<void>;
};

/** On a busy machine a start takes many times longer. */
const startLimitMs = 180_000;

const origin = 'https://makewhole.example';
const mailDomain = 'in.makewhole.example';
const secrets = { mail: 'a secret of measurements with 32 characters', text: 'synthetic-auth-token' };

export async function setStallStage(closing: RunStack, fault: StallFaultName | undefined): Promise<StallStage> {
  const stage = await setStage(closing);
  const service = await startService(stage, fault);
  const { world, readerKey } = await makeWorld(stage, service);
  const { base } = service;
  const child = () =>
    closing.adopt(startChild<StallQuestion, StallAnswer>({ script: 'abuse/stalls/process.ts' }), (one) => one.close());
  const [control, poller, sender] = [child(), child(), child()];
  const controlPort = await freePort();
  await control.ask({ kind: 'serve', port: controlPort });
  const urls = ['/me', '/plans/enrollments?limit=10', '/events?limit=10'].map((path) => `${base}/api/gap/v1${path}`);
  const watched = {
    service: { urls: [`${base}/readyz`], everyMs: 10, pid: service.pid() },
    control: { urls: [`http://127.0.0.1:${controlPort}/`], everyMs: 10, pid: control.pid },
    reads: { urls, headers: { authorization: `Bearer ${readerKey}` }, everyMs: 20 },
  };
  await poller.ask({ kind: 'watch', watched });
  return {
    get apiPid() {
      return service.pid();
    },
    mark: async () =>
      (await poller.ask({ kind: 'mark', pids: { service: service.pid() } })) as Awaited<ReturnType<StallStage['mark']>>,
    prepare: async (name, how) => void (await sender.ask({ kind: 'prepare', world, name, ...how })),
    attack: async (limitMs) => (await sender.ask({ kind: 'attack', limitMs })) as Attacked,
    resources: () => readResources(service.pid()),
    clearLimits: () => clearLimits(stage.databaseUrl),
    answers: () =>
      fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    restart: service.restart,
  };
}

type Service = {
  readonly base: string;
  readonly port: number;
  readonly lmtpPort: number;
  readonly env: TestSettings;
  pid(): number;
  restart(): Promise<void>;
};

async function startService({ closing, databaseUrl }: Stage, fault: StallFaultName | undefined): Promise<Service> {
  const [port, lmtpPort] = [await freePort(), await freePort()];
  const env = {
    ...(await startTextProvider(closing)),
    BLOB_DIR: closing.folder('stalls'),
    PUBLIC_BASE_URL: origin,
    ...withoutMarketReads,
    INBOUND_MAIL_DOMAIN: mailDomain,
    INBOUND_MAIL_LMTP: `127.0.0.1:${lmtpPort}`,
    INBOUND_MAIL_SECRET: secrets.mail,
  };
  const faulty = new URL(`faults.ts?fault=${fault ?? ''}`, import.meta.url).href;
  const nodeArgs = fault === undefined ? [] : ['--import', faulty];
  const base = `http://127.0.0.1:${port}`;
  const start = () => startApi({ databaseUrl, port, env, nodeArgs });
  let api = start();
  closing.defer(async () => void (await api.end('SIGKILL')));
  await waitReady(api, `${base}/readyz`, startLimitMs);
  await runWorker(closing, { databaseUrl, env, nodeArgs, limitMs: startLimitMs });
  const restart = async () => {
    await api.end('SIGKILL');
    api = start();
    await waitReady(api, `${base}/readyz`, startLimitMs);
  };
  return { base, port, lmtpPort, env, pid: () => api.pid, restart };
}

async function makeWorld(stage: Stage, { base, port, lmtpPort, env }: Service) {
  const { databaseUrl } = stage;
  const [attacker, reader] = [await makeInstitution(databaseUrl, env), await makeInstitution(databaseUrl, env)];
  const world: AttackWorld = {
    port,
    origin,
    lmtpPort,
    mailSecret: secrets.mail,
    textSecret: secrets.text,
    cookie: await makePortalSession(databaseUrl, attacker.id),
    institutionId: attacker.id,
    endpointId: await makeEndpoint(databaseUrl, attacker.id),
    partnerKey: attacker.key,
    staffToken: await makeStaffToken(databaseUrl),
    ...(await ownIntake(base, { databaseUrl, env })),
  };
  return { world, readerKey: reader.key };
}

/** A text provider that accepts every message. */
async function startTextProvider(closing: RunStack): Promise<TestSettings> {
  const server = createServer((_request, response) => response.writeHead(201).end('{"sid":"SM0","status":"queued"}'));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.defer(async () => void server.close());
  return {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: secrets.text,
    TWILIO_FROM: '+14155550100',
    twilioApiUrl: `http://127.0.0.1:${port}`,
  };
}

const makeEndpoint = (databaseUrl: string, accountId: string): Promise<string> =>
  withService(databaseUrl, async (ctx) => {
    const input = { url: 'https://hooks.example.com/', livemode: false, eventTypes: [], payload: 'thin' } as const;
    return (await createEndpoint(ctx, { accountId, ...input, secretKind: 'standard' })).id;
  });

type Owning = { readonly databaseUrl: string; readonly env: TestSettings };

/** A case: its owner's page, and the address that takes replies about it. */
async function ownIntake(
  base: string,
  { databaseUrl, env }: Owning,
): Promise<Pick<AttackWorld, 'mailTo' | 'ownerPath'>> {
  const { intakeId, receipt } = await submit(base, ownedEmail);
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string }>('select id from consultations.consultations where source_id = $1', [intakeId]),
  );
  const tag = { kind: 'reply', id: rows[0]?.id ?? '' } as const;
  const mailTo = await withService(databaseUrl, async (ctx) => taggedAddress(ctx, tag, mailDomain), env);
  return { mailTo, ownerPath: new URL(String(receipt['customer_confirmation_url'])).pathname };
}

const clearLimits = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('truncate platform.counters, platform.recent_calls, platform.daily_budgets');
    for (const table of ['roster_files.files', 'referral_files.files'])
      await client.query(`update ${table} set created_at = created_at - interval '2 days'`);
  });

function readResources(pid: number): Resources {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  // Resets the kernel's peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const nanoseconds = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0];
  return { rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM'), loopMs: Number(nanoseconds) / 1e6 };
}
