// Database, api and worker, stand-ins for all outside services, an institution with endpoints, an administrator, a
// folder for
// files, and all logs.
import { withClient } from '#bench/service/cluster';
import { splitSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import { benchPolicy, runApi, runWorker, repositoryRoot, serviceEnv, withPolicy } from '#bench/service/service';
import { setStage } from '#bench/service/stage';
import { until } from '#bench/until';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pageUrl } from '@makewhole/server/src/lib/text/page-link.ts';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { createVault } from '@makewhole/server/src/platform/crypto/index.ts';
import type { RunStack } from '#bench/instrument';
import { outsideEnv, startOutside, type Outside } from '#bench/versions/stage';

const run = promisify(execFile);

export type Canary = {
  readonly mark: string;
  readonly email: string;
  readonly phone: string;
  /** Numbers given later: because the first belonged to another person, or by the team. */
  readonly otherPhones: readonly [string, string, string];
  /** Values that must not be found anywhere afterwards. */
  readonly texts: readonly string[];
};

type Call = {
  readonly token?: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: any of success. */
  readonly statuses?: readonly number[];
};

export type Answer = {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- acts look into bodies of every shape
  readonly body: any;
  readonly text: string;
};

export type ErasureStage = {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly blobs: string;
  readonly outside: Outside;
  readonly staffToken: string;
  readonly institutionId: string;
  readonly partnerKey: string;
  readonly testKey: string;
  /** Rows that a roster must repeat so that it cancels no other member. */
  readonly roster: unknown[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** As the team. */
  staff(method: string, path: string, body?: unknown): Promise<Answer>;
  command(words: readonly string[], nodeArgs?: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  query(text: string, ...values: unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  caseOf(sourceId: string): Promise<string>;
  /** The owner's page by the link that goes to their address. */
  pageOf(caseId: string, canary: Canary): string;
  /** What this pattern matches in their newest email, ignoring the first `after` emails. */
  mailed(canary: Canary, what: RegExp, after?: number): Promise<string>;
  /** Until the query finds something. */
  until(text: string, ...values: unknown[]): Promise<void>;
  /** Until nothing is due in any queue. */
  idle(): Promise<void>;
  plainVin(): string;
};

export const publicBase = 'http://makewhole.test';
export const mailSecret = 'a secret of this run with more than 32 characters';
export const mailDomain = 'reply.makewhole.example';
export const vault = createVault([new Secret(serviceEnv.DATA_KEY)]);

/** Longer than any step takes on a busy machine. */
const waitMs = 60_000;

export async function setErasureStage(closing: RunStack): Promise<ErasureStage> {
  const folder = closing.folder('erasure');
  const blobs = join(folder, 'blobs');
  const { databaseUrl } = await setStage(closing);
  const outside = await startOutside(closing, () => new Date());
  const env = {
    ...outsideEnv(outside),
    NODE_ENV: 'development',
    PUBLIC_BASE_URL: publicBase,
    BLOB_DIR: blobs,
    INBOUND_MAIL_DOMAIN: mailDomain,
    INBOUND_MAIL_SECRET: mailSecret,
  };
  const { base } = await runApi(closing, { databaseUrl, env, logFile: join(folder, 'api.log') });
  await runWorker(closing, { databaseUrl, env, logFile: join(folder, 'worker.log') });
  const { env: named, policy } = splitSettings(env);
  const call = (method: string, path: string, options: Call = {}) => send(`${base}${path}`, method, options);
  const command = async (words: readonly string[], nodeArgs: readonly string[] = []) => {
    const args = [...nodeArgs, withPolicy, 'cli', JSON.stringify({ ...benchPolicy, ...policy }), ...words, '--json'];
    const made = await run(process.execPath, args, {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], ...serviceEnv, ...named, DATABASE_URL: databaseUrl },
    }).catch((error: { readonly stdout?: string }) => {
      // A failing check prints its findings and exits with 1.
      if (error.stdout?.startsWith('{') === true) return { stdout: error.stdout };
      throw error;
    });
    return JSON.parse(made.stdout) as Readonly<Record<string, unknown>>;
  };
  const query: ErasureStage['query'] = (text, ...values) =>
    withClient(databaseUrl, async (client) => (await client.query(text, values)).rows);
  let vins = 0;
  const stage = {
    databaseUrl,
    folder,
    blobs,
    outside,
    roster: [],
    call,
    command,
    query,
    caseOf: async (sourceId: string) =>
      String((await query('select id from consultations.consultations where source_id = $1', sourceId))[0]?.['id']),
    pageOf: (caseId: string, { email }: Canary) =>
      new URL(
        pageUrl(
          { vault, config: { publicBaseUrl: publicBase }, clock: { now: () => new Date() } },
          { consultationId: caseId, contacts: { email, phone: undefined } },
        ),
      ).pathname,
    mailed: (canary: Canary, what: RegExp, after = 0) => awaitMail(outside, canary, { what, after }),
    until: (text: string, ...values: unknown[]) => awaitRow(query, text, values),
    idle: () => untilIdle(query),
    plainVin: () => `2SYNTH${String((vins += 1)).padStart(11, '0')}`,
  };
  await importListings(stage, join(folder, 'listings.csv'));
  return { ...stage, ...(await createAccounts(stage)) };
}

/** Enough of one model for an appraisal. */
async function importListings({ command }: Pick<ErasureStage, 'command'>, file: string): Promise<void> {
  const rows = Array.from(
    { length: 14 },
    (_, index) => `syn-${index},2019,Honda,CR-V,EX,${18_000 + index * 100},${48_000 + index * 500},78701`,
  );
  writeFileSync(file, ['id,year,make,model,trim,price,miles,zip', ...rows, ''].join('\n'));
  await command(['listings', 'import', file, '--source', 'synthetic']);
}

type Parts = Pick<ErasureStage, 'call' | 'command' | 'outside'>;

/** An administrator, and an institution with two endpoints: one accepts and echoes everything, one is down. */
async function createAccounts({ call, command, outside }: Parts) {
  const email = 'staff@example.com';
  await command(['staff', 'create', '--email', email, '--name', 'Synthetic Staff', '--role', 'administrator']);
  await command([
    'staff',
    'create',
    '--email',
    'other@example.com',
    '--name',
    'Synthetic Colleague',
    '--role',
    'caller',
  ]);
  const made = await command(['staff', 'token', 'create', '--email', email, '--label', 'run']);
  const staffToken = String(made['token']);
  const staff = (method: string, path: string, body?: unknown) =>
    call(method, `/api/staff/v1${path}`, { token: staffToken, ...(body === undefined ? {} : { body }) });
  const { body: institution } = await staff('POST', '/institutions', {
    name: 'Synthetic Credit Union',
    plans: [{ code: 'basic', unit_price_cents: 150 }],
    program: { mode: 'institution_paid', subsidy_type: null, subsidy_value: null },
    technical_contact_email: 'engineer@example.com',
  });
  outside.receiver.answer(({ url }, response) => {
    const said = outside.receiver.received.at(-1)?.body ?? '';
    response.writeHead(url === '/down' ? 500 : 200).end(said);
  });
  for (const path of ['/taken', '/down']) {
    const url = `https://${outside.receiver.host}${path}`;
    await staff('POST', `/institutions/${institution.id}/webhook-endpoints`, { url, livemode: true, payload: 'full' });
  }
  const institutionId = String(institution.id);
  const keyOf = async (livemode: boolean): Promise<string> =>
    String((await staff('POST', `/institutions/${institutionId}/keys`, { livemode })).body.key);
  return { staffToken, staff, institutionId, partnerKey: await keyOf(true), testKey: await keyOf(false) };
}

async function send(
  url: string,
  method: string,
  { token, body, raw, form, headers = {}, statuses }: Call,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(raw === undefined ? {} : { body: raw }),
    ...(form === undefined ? {} : { body: form }),
  });
  const text = await response.text();
  const fine = statuses?.includes(response.status) ?? response.status < 400;
  if (!fine)
    throw new Error(`${method} ${new URL(url).pathname} was answered ${response.status}: ${text.slice(0, 300)}`);
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

type Awaited = { readonly what: RegExp; readonly after: number };

async function awaitMail({ mailbox }: Outside, { email }: Canary, { what, after }: Awaited): Promise<string> {
  for (const deadline = performance.now() + waitMs; performance.now() < deadline; await pause(50)) {
    const found = mailbox
      .to(email)
      .slice(after)
      .findLast(({ mail }) => what.test(mail.text ?? ''));
    if (found !== undefined) return what.exec(found.mail.text ?? '')?.[0] ?? '';
  }
  throw new Error(`no mail has ${String(what)}`);
}

async function awaitRow(query: ErasureStage['query'], text: string, values: readonly unknown[]): Promise<void> {
  await until(text, async () => (await query(text, ...values)).length > 0, { limitMs: waitMs, everyMs: 100 });
}

/** Work that a case does not wait for may still be due; the erasure withdraws it. */
const idleMs = 20_000;

/** Deliveries to the endpoint that is down stay due for days. */
async function untilIdle(query: ErasureStage['query']): Promise<void> {
  let due: readonly Readonly<Record<string, unknown>>[] = [];
  for (const deadline = performance.now() + idleMs; performance.now() < deadline; await pause(100)) {
    due = await query(
      `select purpose || ' ' || state as what from customers.messages where state = 'claimed' or (state = 'waiting' and due_at <= now())
       union all select event_type from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
         where d.due_at <= now() and e.url like '%/taken'
       union all select 'entry of the ledger' from consent.entries where seq is null`,
    );
    if (due.length === 0) return;
  }
  console.log(`still due: ${[...new Set(due.map((row) => String(row['what'])))].join(', ')}`);
}
