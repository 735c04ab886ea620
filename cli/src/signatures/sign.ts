import { signRequest } from '@makewhole/sdk/sign-request';
import { randomUUID } from 'node:crypto';
import { wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { print } from '../print.ts';
import { readUrl } from '../settings.ts';
import { optional, readInput, requireOneStdin, requireOption } from './read-input.ts';

const methods = ['GET', 'HEAD', 'POST', 'PATCH'] as const;
type Method = (typeof methods)[number];
const isMethod = (text: string): text is Method => methods.includes(text as Method);

/** Signs one request offline, and prints the signature base, the headers, and a curl command that sends it. */
export async function sign(io: Io, given: Given): Promise<ExitCode> {
  const { options } = given;
  requireOneStdin(options['key'], options['body']);
  const [typed = '', address = ''] = given.arguments;
  const method = typed.toUpperCase();
  if (!isMethod(method)) throw wrongUse(`The method must be one of ${methods.join(', ')}.`);
  const url = readUrl(address);
  if (url === undefined) throw wrongUse('Give the full URL, such as https://api.example.com/api/gap/v1/me.');
  url.hash = '';
  const environment = readEnvironment(optional(options['environment']));
  const keyFile = requireOption(options, 'key');
  const privateKey = (await readInput(io, keyFile)).toString('utf8');
  const bodyFile = optional(options['body']);
  const body = bodyFile === undefined ? undefined : await readInput(io, bodyFile);
  const isChange = method === 'POST' || method === 'PATCH';
  const idempotencyKey = optional(options['idempotency-key']) ?? (isChange ? randomUUID() : undefined);
  const created = readCreated(optional(options['created'])) ?? Math.floor(io.now().getTime() / 1000);
  const nonce = optional(options['nonce']);
  const headers = signRequest({
    method,
    url,
    keyid: requireOption(options, 'key-id'),
    privateKey,
    environment,
    created,
    ...(nonce === undefined ? {} : { nonce }),
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  const base = writeBase(method, url.href, headers);
  const curl = writeCurl({ method, url: url.href, headers, bodyFile });
  const expiresAt = new Date((created + 300) * 1000).toISOString();
  print(io, given, {
    value: { base, headers, curl, expires_at: expiresAt },
    lines: [
      'Signature base:',
      base,
      '',
      'Headers:',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      `Send it once, before ${expiresAt}:`,
      curl,
    ],
  });
  return 0;
}

function readEnvironment(text = 'TEST'): 'TEST' | 'PRODUCTION' {
  const upper = text.toUpperCase();
  if (upper !== 'TEST' && upper !== 'PRODUCTION') throw wrongUse('--environment must be TEST or PRODUCTION.');
  return upper;
}

function readCreated(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,11}$/.test(text)) throw wrongUse('--created must be in whole unix seconds.');
  return Number(text);
}

/** The signature base, from the headers that describe it. */
function writeBase(method: string, url: string, headers: Readonly<Record<string, string>>): string {
  const parameters = (headers['signature-input'] ?? '').replace(/^svc=/, '');
  const names = [...(/^\(([^)]*)\)/.exec(parameters)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const own: Readonly<Record<string, string>> = { '@method': method, '@target-uri': url };
  const lines = names.map((name) => `"${name}": ${own[name] ?? headers[name] ?? ''}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}

type ToCurl = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyFile: string | undefined;
};

function writeCurl({ method, url, headers, bodyFile }: ToCurl): string {
  const all = { ...(bodyFile === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
  // curl waits for a body if -X is HEAD.
  const request = method === 'HEAD' ? '--head' : `-X ${method}`;
  return [
    `curl ${request} ${quote(url)}`,
    ...Object.entries(all).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    // --data would drop line breaks and so break the digest.
    ...(bodyFile === undefined ? [] : [`  --data-binary ${quote(`@${bodyFile}`)}`]),
  ].join(' \\\n');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
