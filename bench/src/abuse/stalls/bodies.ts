// Bodies, addresses and headers at their limits.
import { intakesPath } from '#bench/intakes/request';
import {
  asPartner,
  asStaff,
  attacksOn,
  json,
  ofPortal,
  once,
  pumped,
  type Attack,
  type AttackWorld,
  type Shots,
} from './attack.ts';
import { signed } from './messages.ts';

/** A path, a body, and how a caller of that interface proves who it is. */
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

export const bodyAttacks: readonly Attack[] = [
  ...attacksOn('intakes.open', {
    'json deep': ['nested 10,900 deep', call(intakesPath, deep(10_900))],
    'json doubled': ['the same member 10,900 times', call(intakesPath, doubled(65_000))],
  }),
  ...attacksOn('referrals.create', {
    'json members': [
      '60,000 members that are not known',
      call('/api/gap/v1/referrals', () => members(60_000), asPartner),
    ],
  }),
  ...attacksOn('referrals.create-bulk', {
    'json bulk': [
      '500 rows of 20,000 bytes that are wrong',
      call(
        '/api/gap/v1/referrals/bulk',
        () => JSON.stringify({ referrals: Array.from({ length: 500 }, () => ({ a: 'x'.repeat(15_000) })) }),
        asPartner,
      ),
    ],
  }),
  ...attacksOn('memberships.create-bulk', {
    'json enrollments': [
      '10 MiB of numbers',
      call('/api/gap/v1/plans/enrollments/bulk', () => `{"enrollments":[${'1,'.repeat(5_000_000)}1]}`, asPartner),
    ],
  }),
  ...attacksOn('memberships.sync', {
    'json roster': [
      '8 MiB of nested lines',
      call(
        '/api/gap/v1/plans/roster-sync',
        () => `${deep(9000)}\n`.repeat(150),
        (world) => ({ ...asPartner(world), 'content-type': 'application/x-ndjson' }),
      ),
    ],
  }),
  ...attacksOn('every partner operation', {
    'signature headers': [
      '12 KB of signature parameters',
      call('/api/gap/v1/referrals', '{}', (world) => ({
        ...asPartner(world),
        'signature-input': signed(120).slice(0, 12_000),
        signature: `s0=:${'A'.repeat(1000)}:`,
      })),
    ],
  }),
  ...attacksOn('events.portal-reconcile', {
    reconcile: [
      '4 MiB of what was received',
      (world) => {
        const [from, to] = [Date.now() - 86_400_000, Date.now()].map((ms) => new Date(ms).toISOString());
        const received = `${' "evt_'.repeat(690_000)}x`;
        const body = JSON.stringify({ received, created_from: from, created_to: to });
        return [() => ofPortal(world, '/events/reconcile', { body })];
      },
    ],
  }),
  ...attacksOn('mcp.message', {
    mcp: [
      '4 MB of arguments',
      call(
        '/mcp',
        () =>
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'submit_intake', arguments: { note: '\n'.repeat(2_000_000) } },
          }),
        () => ({ accept: 'application/json, text/event-stream' }),
      ),
    ],
    'mcp members': [
      '60,000 wrong members',
      call(
        '/mcp',
        () =>
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"submit_intake","arguments":${members(60_000)}}}`,
        () => ({ accept: 'application/json, text/event-stream' }),
      ),
    ],
  }),
  ...attacksOn('board.search', {
    'board search': [
      'every unit, 100 characters',
      (world) =>
        pumped(100).map((text) => () => ({
          kind: 'http',
          method: 'GET',
          path: `/api/staff/v1/board/search?q=${encodeURIComponent(text)}`,
          headers: asStaff(world),
        })),
    ],
  }),
  ...attacksOn('search of the documentation', {
    'docs search': [
      'every unit, 1,900 characters',
      () =>
        pumped(1900).map((text) => () => ({
          kind: 'http',
          method: 'GET',
          path: `/developers/search?q=${encodeURIComponent(text).slice(0, 12_000)}`,
          headers: {},
        })),
    ],
  }),
  ...attacksOn('every page', {
    cookies: [
      '15 KB of cookies',
      (world) => [
        () => ({
          kind: 'http',
          method: 'GET',
          path: '/portal',
          headers: { cookie: `${world.cookie}; ${'a=;'.repeat(4500)}` },
        }),
      ],
    ],
  }),
  ...attacksOn('intakes.answer-link', {
    'owner form': [
      '4 KB of form fields',
      (world) =>
        pumped(1300).map((text) => () => ({
          kind: 'http',
          method: 'POST',
          path: world.ownerPath,
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
          body: `decision=${encodeURIComponent(text)}`.slice(0, 4000),
        })),
    ],
  }),
];
