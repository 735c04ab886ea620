// Changes of signed requests, of every kind that we could think of; a seed and a number give the same one again.
import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from '@makewhole/server/src/lib/http-signatures/gap-v2.ts';
import {
  changeComponents,
  changeHeader,
  digestOf,
  get,
  headerOf,
  keyids,
  post,
  signByHand,
  withHeader,
  withoutHeader,
  type Message,
} from '@makewhole/server/test/http/signed-requests.ts';
import type { Random } from '#bench/numbers/random';
import { editText } from './edit-text.ts';
import { otherSpelling, spellings } from './spellings.ts';

/** The time of all of it. */
export const nowS = 1_794_744_000;
export const windowS = 300;

export type Mutation = { readonly level: string; readonly message: Message; readonly accepted: boolean };

const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;
const covered = ['signature-input', 'signature', 'content-digest', 'idempotency-key', 'x-svc-environment'] as const;
const strangers: Readonly<Record<SignatureAlgorithm, KeyObject>> = {
  ed25519: generateKeyPairSync('ed25519').privateKey,
  'ecdsa-p256-sha256': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

type Draft = { readonly message: Message; readonly components: readonly string[]; readonly alg: SignatureAlgorithm };

const named = withHeader(get, 'Idempotency-Key', 'k');
const withDigest = (digest: string): Message => changeHeader(post, 'content-digest', () => digest);
const plainDrafts: readonly Message[] = [
  post,
  { ...post, method: 'PATCH' },
  withDigest(digestOf(post.body, 'sha-512')),
  withDigest(`${digestOf(post.body, 'sha-512')}, ${digestOf(post.body)}`),
  withDigest(`md5=:AA==:;x, ${digestOf(post.body)}, unixsum=30637`),
  get,
  { ...get, method: 'HEAD' },
  named,
];
const componentsOf = (message: Message): readonly string[] =>
  changeComponents.filter((name) => name.startsWith('@') || headerOf(message, name) !== undefined);
const drafts: readonly Draft[] = plainDrafts.flatMap((message) =>
  algorithms.map((alg) => ({ message, components: componentsOf(message), alg })),
);

type Parameters = Readonly<Record<'created' | 'nonce' | 'keyid' | 'alg' | 'tag', string>>;
const parametersOf = (alg: SignatureAlgorithm, change: Partial<Parameters> = {}): Parameters => ({
  created: String(nowS),
  nonce: '"n-1"',
  keyid: `"${keyids[alg]}"`,
  alg: `"${alg}"`,
  tag: '"gap-v2"',
  ...change,
});
const toText = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `;${name}${value === '' ? '' : `=${value}`}`).join('');

/** As the profile wants it, with these parameters. */
const signWith = ({ message, components, alg }: Draft, change: Partial<Parameters> = {}, key?: KeyObject): Message =>
  signByHand(message, {
    alg,
    components,
    parameters: toText(Object.entries(parametersOf(alg, change))),
    ...(key === undefined ? {} : { key }),
  });

const valid = drafts.map((draft) => ({ ...draft, signed: signWith(draft) }));
type Valid = (typeof valid)[number];

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const usual = (one: string) => one.replaceAll(/^[ \t]+|[ \t]+$/g, '');

type Level = (one: Valid, random: Random) => Message | undefined;

/** Whatever can be done to the characters of a part. */
function partLevel({ signed }: Valid, random: Random): Message | undefined {
  const part = pick(random, ['method', 'target', ...covered]);
  if (part === 'method' || part === 'target') {
    const after = editText(signed[part], random);
    // Blanks and empty lines around a request line are not part of it.
    return usual(after).replace(/^[\r\n]+/, '') === signed[part] ? undefined : { ...signed, [part]: after };
  }
  const before = headerOf(signed, part);
  if (before === undefined) return undefined;
  const after = editText(before, random);
  return usual(after) === before ? undefined : changeHeader(signed, part, () => after);
}

function headerLevel({ signed }: Valid, random: Random): Message | undefined {
  const name = pick(random, covered);
  const value = headerOf(signed, name);
  const other = headerOf(signed, pick(random, covered)) ?? 'x';
  const way = Math.floor(random() * 6);
  if (way === 0) return withHeader(signed, 'Authorization', pick(random, ['Bearer x', 'Basic x', '']));
  if (way === 1 && (signed.method === 'GET' || signed.method === 'HEAD'))
    return withHeader(
      signed,
      pick(random, ['Content-Length', 'Transfer-Encoding']),
      pick(random, ['1', 'chunked', '00']),
    );
  // Where it was not, one more is one that nobody signed.
  if (way <= 2) return withHeader(signed, name.toUpperCase(), value ?? other);
  if (value === undefined) return undefined;
  if (way === 3) return withoutHeader(signed, name);
  if (way === 4) return other === value ? undefined : changeHeader(signed, name, () => other);
  return changeHeader(signed, name, () => pick(random, ['', `${value}, ${value}`, `${value};x`, `"${value}"`]));
}

/** Signed as it stands, by the right key: what is wrong is only what is covered. */
function componentLevel({ message, components, alg }: Valid, random: Random): Message | undefined {
  const changed = [...components];
  const [at, to] = [Math.floor(random() * changed.length), Math.floor(random() * changed.length)];
  const way = Math.floor(random() * 5);
  if (way === 0) changed.splice(at, 1);
  else if (way === 1) [changed[at], changed[to]] = [changed[to] ?? '', changed[at] ?? ''];
  else if (way === 2) changed.splice(to, 0, changed[at] ?? '');
  else if (way === 3)
    changed.splice(
      at,
      0,
      pick(random, ['@authority', '@path', '@query', '@scheme', 'host', 'date', 'content-length', 'content-type']),
    );
  else changed[at] = `"${changed[at]}"${pick(random, [';sf', ';bs', ';req', ';tr', ';key="svc"', ';sf=?0'])}`;
  if (changed.join() === components.join()) return undefined;
  const parameters = toText(Object.entries(parametersOf(alg)));
  return signByHand(message, { alg, components: changed, parameters });
}

const wrongValues: Readonly<Record<keyof Parameters, readonly string[]>> = {
  created: [
    '',
    `0${nowS}`,
    `${nowS}.0`,
    `-${nowS}`,
    `"${nowS}"`,
    `@${nowS}`,
    '253402300800',
    '999999999999999',
    '1e9',
    `+${nowS}`,
  ],
  nonce: ['', '""', '"a\\"b"', '"a b"', 'n-1', ':bi0x:', `"${'n'.repeat(256)}"`, '"\u00e9"', '"a\\\\b"', '5'],
  keyid: ['', '""', 'crd_ed25519', '"crd_none"', '"CRD_ED25519"', '"crd_ed25519 "', `"${'k'.repeat(256)}"`],
  alg: ['', 'ed25519', '"ED25519"', '"hmac-sha256"', '"rsa-pss-sha512"', '"none"', '""', '"ecdsa-p384-sha384"'],
  tag: ['', '"gap-v1"', 'gap-v2', '"GAP-V2"', '"gap-v2 "', '""'],
};

function parameterLevel({ message, components, alg }: Valid, random: Random): Message | undefined {
  const list = Object.entries(parametersOf(alg));
  const [at, to] = [Math.floor(random() * list.length), Math.floor(random() * list.length)];
  const way = Math.floor(random() * 5);
  const before = toText(list);
  const [name, value] = list[at] ?? ['created', ''];
  if (way === 0) list.splice(at, 1);
  else if (way === 1) list.splice(to, 1, ...list.splice(at, 1, list[to] ?? [name, value]));
  else if (way === 2) list.splice(to, 0, [name, value]);
  else if (way === 3)
    list.splice(
      at,
      0,
      pick(random, [
        ['expires', String(nowS + 60)],
        ['x', ''],
        ['created', String(nowS)],
        ['Tag', '"gap-v2"'],
      ]),
    );
  else list[at] = [name, pick(random, wrongValues[name as keyof Parameters])];
  const parameters = toText(list);
  return parameters === before ? undefined : signByHand(message, { alg, components, parameters });
}

function bodyLevel({ signed }: Valid, random: Random): Message | undefined {
  if (signed.body.length === 0) return undefined;
  const body = Buffer.from(editText(signed.body.toString('latin1'), random), 'latin1');
  if (body.equals(signed.body)) return undefined;
  return random() < 0.5
    ? { ...signed, body }
    : changeHeader({ ...signed, body }, 'content-digest', () => digestOf(body));
}

/** Signed as it stands: a digest that is not that of the body, or not one. */
function digestLevel(one: Valid, random: Random): Message | undefined {
  const { message } = one;
  if (message.body.length === 0) return undefined;
  const [right, wrong] = [digestOf(message.body), digestOf('another')];
  const digest = pick(random, [
    wrong,
    'md5=:AA==:',
    'sha-256=:AA==:',
    'sha-256=x',
    'sha-256',
    '',
    `${right}, ${wrong}`,
    `${wrong}, ${right}`,
    `${right}, ${digestOf('another', 'sha-512')}`,
    `${right},`,
    right.replace('=:', ':'),
    right.replace('sha-256', 'SHA-256'),
    `sha-256=:${hash('sha256', message.body, 'hex')}:`,
    right.replace('=:', '').concat(':'),
  ]);
  return signWith({ ...one, message: changeHeader(message, 'content-digest', () => digest) });
}

const encodingLevel: Level = ({ signed, alg }, random) =>
  otherSpelling(signed, alg, pick(random, spellings[alg === 'ed25519' ? 'ed25519' : 'ecdsa']));

function timeLevel(one: Valid, random: Random): Message {
  const off = windowS + 1 + Math.floor(random() ** 4 * 1e9);
  return signWith(one, { created: String(Math.max(0, nowS + (random() < 0.5 ? off : -off))) });
}

/** By a key that is not the one that is named: a stranger's, or one of another kind. */
function keyLevel(one: Valid, random: Random): Message {
  const other = one.alg === 'ed25519' ? algorithms[1] : algorithms[0];
  const way = Math.floor(random() * 4);
  if (way === 0) return signWith(one, {}, strangers[one.alg]);
  if (way === 1) return signWith(one, { keyid: `"${keyids[other]}"` });
  if (way === 2) return signWith(one, { alg: `"${other}"` });
  return signWith(one, { keyid: `"${keyids[other]}"`, alg: `"${other}"` });
}

const levels: Readonly<Record<string, Level>> = {
  part: partLevel,
  header: headerLevel,
  component: componentLevel,
  parameter: parameterLevel,
  body: bodyLevel,
  digest: digestLevel,
  encoding: encodingLevel,
  time: timeLevel,
  key: keyLevel,
};
const names = Object.keys(levels);

/** One in so many is left as it is, so that both are seen to accept. */
const untouchedShare = 0.02;

export function mutate(random: Random): Mutation {
  for (;;) {
    const one = pick(random, valid);
    if (random() < untouchedShare) return { level: 'untouched', message: one.signed, accepted: true };
    if (one.alg !== 'ed25519' && random() < untouchedShare / 4)
      return { level: 'mirrored', message: otherSpelling(one.signed, one.alg, 'mirrored'), accepted: true };
    const level = pick(random, names);
    const message = levels[level]?.(one, random);
    if (message !== undefined) return { level, message, accepted: false };
  }
}
