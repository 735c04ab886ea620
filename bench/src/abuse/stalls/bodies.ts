// Bodies, addresses and headers at their limits.
import { intakesPath } from '#bench/intakes/request';
import {
  asPartner,
  asStaff,
  json,
  ofPortal,
  once,
  pumped,
  type AttackTable,
  type AttackWorld,
  type Shot,
  type Shots,
} from './attack.ts';
import { signed } from './messages.ts';

/** A path, a body, and the credential for that interface. */
const call = (
  path: string,
  body: string | (() => string),
  as: (world: AttackWorld) => Record<string, string> = () => ({}),
): Shots => {
  const text = once(() => (typeof body === 'string' ? body : body()));
  return (world) => [() => ({ kind: 'http', method: 'POST', path, headers: { ...json, ...as(world) }, body: text() })];
};
export const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
export const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n])));
const doubled = (bytes: number) => `{${'"a":1,'.repeat(Math.floor(bytes / 6) - 2)}"a":1}`;

/** A call of an MCP tool. */
const tool = (given: () => string): Shots =>
  call(
    '/mcp',
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"submit_intake","arguments":${given()}}}`,
    () => ({ accept: 'application/json, text/event-stream' }),
  );

const get =
  (path: string, headers: Readonly<Record<string, string>> = {}) =>
  (): Shot => ({ kind: 'http', method: 'GET', path, headers });

export const bodyAttacks: AttackTable = {
  'json deep': call(intakesPath, deep(10_900)),
  'json doubled': call(intakesPath, doubled(65_000)),
  'json members': call('/api/gap/v1/referrals', () => members(60_000), asPartner),
  'json bulk': call(
    '/api/gap/v1/referrals/bulk',
    () => JSON.stringify({ referrals: Array.from({ length: 500 }, () => ({ a: 'x'.repeat(15_000) })) }),
    asPartner,
  ),
  'json enrollments': call(
    '/api/gap/v1/plans/enrollments/bulk',
    () => `{"enrollments":[${'1,'.repeat(5_000_000)}1]}`,
    asPartner,
  ),
  'json roster': call(
    '/api/gap/v1/plans/roster-sync',
    () => `${deep(9000)}\n`.repeat(150),
    (world) => ({ ...asPartner(world), 'content-type': 'application/x-ndjson' }),
  ),
  'signature headers': call('/api/gap/v1/referrals', '{}', (world) => ({
    ...asPartner(world),
    'signature-input': signed(120).slice(0, 12_000),
    signature: `s0=:${'A'.repeat(1000)}:`,
  })),
  reconcile: (world) => {
    const [from, to] = [Date.now() - 86_400_000, Date.now()].map((ms) => new Date(ms).toISOString());
    const received = `${' "evt_'.repeat(690_000)}x`;
    const body = JSON.stringify({ received, created_from: from, created_to: to });
    return [() => ofPortal(world, '/events/reconcile', { body })];
  },
  mcp: tool(() => JSON.stringify({ note: '\n'.repeat(2_000_000) })),
  'mcp members': tool(() => members(60_000)),
  'board search': (world) =>
    pumped(100).map((text) => get(`/api/staff/v1/board/search?q=${encodeURIComponent(text)}`, asStaff(world))),
  'docs search': () =>
    pumped(1900).map((text) => get(`/developers/search?q=${encodeURIComponent(text).slice(0, 12_000)}`)),
  cookies: (world) => [get('/portal', { cookie: `${world.cookie}; ${'a=;'.repeat(4500)}` })],
  'owner form': (world) =>
    pumped(1300).map((text) => () => ({
      kind: 'http',
      method: 'POST',
      path: world.ownerPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: `decision=${encodeURIComponent(text)}`.slice(0, 4000),
    })),
};
