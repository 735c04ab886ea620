import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenInstitution, toPem } from '#testing/partners';
import { composeVerifyCalls } from './compose-verify-calls.ts';
import { submitPublicKey } from './submit-public-key.ts';

const run = promisify(execFile);

/** Whether a program is installed here; if it is missing, its test is skipped. */
const has = async (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

const runtimes = {
  curl: (await has('bash', '--version')) && (await has('curl', '--version')) && (await has('openssl', 'version')),
  typescript: true,
  python: await has('python3', '-c', 'import cryptography'),
  java: await has('java', '--version'),
};

const files = { curl: 'activate.sh', typescript: 'activate.ts', python: 'activate.py', java: 'Activate.java' } as const;
const programs = { curl: 'bash', typescript: process.execPath, python: 'python3', java: 'java' } as const;

type Language = keyof typeof files;

/** The URL is part of the signed data, so the service must know it before it listens. */
async function startRelay(target: () => string): Promise<Server> {
  const relay = createServer((client) => {
    const { hostname, port } = new URL(target());
    const server = connect(Number(port), hostname);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  return relay;
}

let harness: Harness;
let relay: Server;
let folder: string;

beforeAll(async () => {
  relay = await startRelay(() => harness.baseUrl);
  const { port } = relay.address() as AddressInfo;
  harness = await startHarness({ PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
  await setFeatureFlags(harness, { signed_credentials: true });
  // The programs sign with the machine's time.
  harness.clock.advance((Date.now() - harness.clock.now().getTime()) / 1000);
  folder = await mkdtemp(join(tmpdir(), 'makewhole-calls-'));
});

afterAll(async () => {
  await harness.close();
  relay.close();
  await rm(folder, { recursive: true });
});

const pairs = {
  ed25519: () => generateKeyPairSync('ed25519'),
  'ecdsa-p256-sha256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;

async function givenUpload(alg: keyof typeof pairs, livemode: boolean) {
  const { id: institutionId } = await givenInstitution(harness);
  const { publicKey, privateKey } = pairs[alg]();
  const uploaded = await submitPublicKey(harness.ctx, { institutionId, livemode }, { public_key: toPem(publicKey) });
  const calls = composeVerifyCalls({ ...uploaded, baseUrl: harness.config.publicBaseUrl });
  const keyFile = join(folder, `${uploaded.id}.pem`);
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { id: uploaded.id, calls, keyFile };
}

const statusOf = async (id: string): Promise<unknown> => {
  const text = 'select activated_at is not null as active from credentials.signed_credentials where id = $1';
  return (await harness.ctx.db.pool.query(text, [id])).rows[0];
};

describe.each(['ed25519', 'ecdsa-p256-sha256'] as const)('the call that activates an %s credential', (alg) => {
  for (const language of Object.keys(files) as Language[])
    it.skipIf(!runtimes[language])(
      `the call runs as shown: ${language}`,
      async () => {
        // Both modes, because the environment is part of the signed data. P-256 more often: r and s may begin with zeros.
        for (const livemode of [false, true]) {
          const { id, calls, keyFile } = await givenUpload(alg, livemode);
          const program = join(folder, files[language]);
          await writeFile(program, calls[language]);
          const { stdout } = await run(programs[language], [program, keyFile], { cwd: folder });
          expect(stdout).toContain('"status":"active"');
          expect(await statusOf(id)).toEqual({ active: true });
        }
      },
      60_000,
    );
});

it('the shell program signs with P-256 whatever r and s begin with: 40 signatures', async () => {
  if (!runtimes.curl) return;
  const answers: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const { calls, keyFile } = await givenUpload('ecdsa-p256-sha256', false);
    const program = join(folder, 'again.sh');
    await writeFile(program, calls.curl);
    answers.push((await run('bash', [program, keyFile])).stdout);
  }
  expect(answers.filter((answer) => !answer.includes('"status":"active"'))).toEqual([]);
});

it('the program contains no private key, and nothing that a shell or a language would interpret', async () => {
  const { calls } = await givenUpload('ed25519', false);
  for (const text of Object.values(calls)) {
    expect(text).not.toContain('PRIVATE KEY-----\n');
    expect(text).not.toContain('undefined');
  }
});
