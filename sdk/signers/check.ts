// Runs the signers of five languages against the published vectors. Prints one line per language; exits 1 if one
// differs.
// node sdk/signers/check.ts [python java go php bash]
import { spawnSync } from 'node:child_process';
import { verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type SignedVector = {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly environment: string;
    readonly keyid: string;
    readonly created: number;
    readonly nonce: string;
    readonly idempotency_key?: string;
    readonly body?: string;
  };
  readonly signature_base: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Key = { readonly keyid: string; readonly alg: string; readonly public_key: string; readonly private_key: string };
type Delivery = {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expect: string;
};

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')) as T;
const requests = read<{ readonly keys: readonly Key[]; readonly vectors: readonly SignedVector[] }>('gap-v2.json');
const deliveries = read<{ readonly vectors: readonly Delivery[] }>('webhooks.json');

const here = import.meta.dirname;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'makewhole-signers-'));

type Language = { readonly build?: readonly string[]; readonly run: readonly string[] };

const languages: Readonly<Record<string, Language>> = {
  // The system's own Python, which has the Debian package of its library.
  python: { run: ['/usr/bin/python3', join(here, 'gap_signer.py')] },
  java: {
    build: ['javac', '-d', folder, join(here, 'GapSigner.java')],
    run: ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', folder, 'GapSigner'],
  },
  go: {
    build: ['go', 'build', '-o', join(folder, 'signer'), join(here, 'gap_signer.go')],
    run: [join(folder, 'signer')],
  },
  php: { run: ['php', join(here, 'gap_signer.php')] },
  bash: { run: ['bash', join(here, 'gap_signer.sh')] },
};

type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function run([program = '', ...given]: readonly string[], body = '', env: Readonly<Record<string, string>> = {}): Run {
  // oxlint-disable-next-line node/no-process-env -- programs are found and cached where the caller says
  const options = { input: body, encoding: 'utf8', env: { ...process.env, GO111MODULE: 'off', ...env } } as const;
  return spawnSync(program, given, options);
}

/** The problem with a signed request, or undefined. */
function signedProblem({ run: command }: Language, { request, headers, signature_base: base }: SignedVector) {
  const { method, url, keyid, environment, created, nonce, idempotency_key: name, body } = request;
  const key = requests.keys.find((one) => one.keyid === keyid);
  if (key === undefined) return 'no such key';
  const file = join(folder, `${keyid}.pem`);
  writeFileSync(file, key.private_key);
  const given = [...command, 'sign', method, url, keyid, file, environment, ...(name === undefined ? [] : [name])];
  const { stdout, stderr } = run(given, body, { SIGN_CREATED: String(created), SIGN_NONCE: nonce });
  const made = Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
  // An ECDSA signature is random, so it is verified and not compared.
  const { signature = '', ...rest } = made as Record<string, string>;
  const { signature: published, ...expected } = headers;
  if (JSON.stringify(rest) !== JSON.stringify(expected)) return `other headers: ${stdout}${stderr}`;
  if (key.alg === 'ed25519') return signature === published ? undefined : 'another signature';
  const bytes = Buffer.from(signature.slice('svc=:'.length, -1), 'base64');
  const holds = verify('sha256', Buffer.from(base), { key: key.public_key, dsaEncoding: 'ieee-p1363' }, bytes);
  return bytes.length === 64 && holds ? undefined : 'the signature does not hold';
}

function deliveryProblem({ run: command }: Language, { headers, body, secrets, now, expect }: Delivery) {
  const env = { WEBHOOK_SECRET: secrets.join(), VERIFY_NOW: String(now) };
  const { stdout, stderr, status } = run([...command, 'verify', headers['x-service-signature'] ?? ''], body, env);
  const said = stdout.trim();
  return said === expect && (status === 0) === (expect === 'accepted') ? undefined : `${said || stderr}, not ${expect}`;
}

/** A refused key in another format: the error names the expected format and never prints the key. */
function keyProblem({ run: command }: Language) {
  const file = join(folder, 'public.pem');
  const [key] = requests.keys;
  writeFileSync(file, key?.public_key ?? '');
  const { status, stderr, stdout } = run([
    ...command,
    'sign',
    'GET',
    'https://api.example.com/',
    'crd_1',
    file,
    'TEST',
  ]);
  const all = stdout + stderr;
  return status !== 0 && all.includes('PKCS#8 PEM') && !all.includes('MCow')
    ? undefined
    : `a wrong key: ${status} ${all}`;
}

function check(name: string, language: Language): boolean {
  if (language.build !== undefined) {
    const built = run(language.build);
    if (built.status !== 0) {
      say(`FAIL ${name}: ${built.stderr}`);
      return false;
    }
  }
  const problems = [
    ...requests.vectors.map((vector) => [vector.name, signedProblem(language, vector)]),
    ...deliveries.vectors.map((vector) => [vector.name, deliveryProblem(language, vector)]),
    ['a public key', keyProblem(language)],
  ].filter(([, problem]) => problem !== undefined);
  for (const [vector, problem] of problems) say(`FAIL ${name}, ${vector}: ${problem}`);
  const count = requests.vectors.length + deliveries.vectors.length;
  if (problems.length === 0) say(`ok   ${name}: ${count} vectors`);
  return problems.length === 0;
}

const wanted = process.argv.slice(2);
const names = Object.keys(languages).filter((name) => wanted.length === 0 || wanted.includes(name));
const results = names.map((name) => check(name, languages[name] ?? { run: [] }));
rmSync(folder, { recursive: true });
process.exitCode = results.every(Boolean) ? 0 : 1;
