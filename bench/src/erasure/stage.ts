// Database, api and worker as in production, an institution, a staff token, a folder of files, and the logs of all.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { taggedAddress } from '@makewhole/server/src/lib/text/tagged-address.ts';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { createVault } from '@makewhole/server/src/platform/crypto/index.ts';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient } from '#bench/service/cluster';
import { startMailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/ports';
import { migrate, repositoryRoot, serviceEnv, startProcess, startReadyApi, waitReady } from '#bench/service/service';

const run = promisify(execFile);

export type Canary = {
  readonly mark: string;
  readonly email: string;
  readonly phone: string;
  /** What may be found nowhere afterwards. */
  readonly texts: readonly string[];
};

type Call = {
  readonly token?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: any of success. */
  readonly statuses?: readonly number[];
};

export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
};

export type ErasureStage = {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly blobs: string;
  readonly staffToken: string;
  readonly partnerKey: string;
  /** Rows that a roster must repeat, so that it cancels nobody. */
  readonly roster: readonly unknown[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  command(words: readonly string[], nodeArgs?: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  caseOf(sourceId: string): Promise<string>;
  /** The owner answers a mail of the case. */
  mailTo(caseId: string, canary: Canary): Promise<void>;
  plainVin(): string;
};

const mailSecret = 'a secret of this run with more than 32 characters';
const mailDomain = 'reply.makewhole.example';

export async function setErasureStage(closing: RunStack): Promise<ErasureStage> {
  const folder = closing.adopt(mkdtempSync(join(tmpdir(), 'makewhole-erasure-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const blobs = join(folder, 'blobs');
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const env = {
    BLOB_DIR: blobs,
    SMTP_URL: mail.url,
    INBOUND_MAIL_DOMAIN: mailDomain,
    INBOUND_MAIL_SECRET: mailSecret,
  };
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl, port, env, logFile: join(folder, 'api.log') });
  closing.adopt(api, (one) => one.end('SIGTERM'));
  const metricsPort = await freePort();
  const worker = startProcess({
    script: 'server/src/start/worker.ts',
    env: { ...serviceEnv, ...env, DATABASE_URL: databaseUrl, METRICS_PORT: String(metricsPort) },
    logFile: join(folder, 'worker.log'),
  });
  closing.adopt(worker, (one) => one.end('SIGTERM'));
  await waitReady(worker, `http://127.0.0.1:${metricsPort}/metrics`);

  const call = (method: string, path: string, options: Call = {}) =>
    send(`http://127.0.0.1:${port}${path}`, method, options);
  const command = async (words: readonly string[], nodeArgs: readonly string[] = []) => {
    const made = await run(process.execPath, [...nodeArgs, 'server/src/start/cli.ts', ...words, '--json'], {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], ...serviceEnv, ...env, DATABASE_URL: databaseUrl },
    }).catch((error: { readonly stdout?: string }) => {
      // A check that fails says what it found, and exits with 1.
      if (error.stdout?.startsWith('{') === true) return { stdout: error.stdout };
      throw error;
    });
    return JSON.parse(made.stdout) as Readonly<Record<string, unknown>>;
  };
  let vins = 0;
  const stage = {
    databaseUrl,
    folder,
    blobs,
    roster: [],
    call,
    command,
    caseOf: (sourceId: string) => findCase(databaseUrl, sourceId),
    mailTo: (caseId: string, canary: Canary) => answerMail(call, caseId, canary),
    plainVin: () => `2SYNTH${String((vins += 1)).padStart(11, '0')}`,
  };
  return { ...stage, ...(await createAccounts(command)) };
}

type Command = ErasureStage['command'];

async function createAccounts(command: Command) {
  const createStaff = async () => {
    await command(['staff', 'create', '--email', 'staff@example.com', '--name', 'Synthetic Staff', '--role', 'lead']);
    return command(['staff', 'token', 'create', '--email', 'staff@example.com', '--label', 'run']);
  };
  const createKey = async () => {
    const made = await command(['institution', 'create', '--name', 'Synthetic Credit Union']);
    return command(['institution', 'key', 'create', '--institution', String(made['id']), '--mode', 'test']);
  };
  const [staff, key] = await Promise.all([createStaff(), createKey()]);
  return { staffToken: String(staff['token']), partnerKey: String(key['key']) };
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
  return { status: response.status, text, body: parse(text) };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

const findCase = (databaseUrl: string, sourceId: string): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select id from consultations.consultations where source_id = $1', [sourceId]);
    return String(rows[0]?.['id']);
  });

/** As a provider hands over what the owner answered to a mail of the case. */
async function answerMail(call: ErasureStage['call'], caseId: string, { mark, email }: Canary): Promise<void> {
  const vault = createVault([new Secret(serviceEnv.DATA_KEY)]);
  const to = taggedAddress({ vault }, { kind: 'reply', id: caseId }, mailDomain);
  const raw = [
    `From: F${mark} <${email}>`,
    `To: <${to}>`,
    `Subject: About ${mark}`,
    `Message-ID: <${mark}@example.com>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `I am ${mark} and I have a question.`,
    '',
  ].join('\r\n');
  await call('POST', '/providers/mail', {
    raw,
    headers: { authorization: `Bearer ${mailSecret}`, 'x-recipient': to, 'content-type': 'message/rfc822' },
    statuses: [204],
  });
}
