import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhooks } from '@makewhole/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilComplete } from '../../../server/src/modules/webhooks/events/testing.ts';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { givenPortalUser } from '../../../server/src/modules/portal/testing.ts';
import {
  deliver,
  deliverUntilExhausted,
  givenSubscribedEndpoint,
  useDelivering,
} from '../../../server/src/modules/webhooks/testing.ts';
import { createShell } from '../../test/shell.ts';
import { readSince } from './read-since.ts';

const delivering = useDelivering();

/** The developer's own program on localhost. */
type Got = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
const received: Got[] = [];
let answers: number[] = [];
const program = createServer((request, response) => {
  const answer = async () => {
    const body = await text(request);
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(answers.shift() ?? 204).end();
  };
  void answer();
});
let target = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  target = `http://localhost:${(program.address() as AddressInfo).port}/webhooks`.replace('localhost', '127.0.0.1');
});
beforeEach(() => {
  received.splice(0);
  answers = [];
});
afterAll(() => program.close());

type World = { readonly institutionId: string; readonly env: Readonly<Record<string, string>> };

/** A developer with a test-mode token. */
async function givenDeveloper(institutionId?: string): Promise<World> {
  const { harness } = delivering.current;
  const user = await givenPortalUser(harness, {
    fresh: true,
    ...(institutionId === undefined ? {} : { institutionId }),
  });
  const permissions = ['events.read', 'deliveries.read', 'deliveries.write', 'sandbox.write'];
  const { body } = await user.call('POST', '/tokens', {
    body: { label: 'synthetic', permissions, modes: ['test'], expires_in_days: 90 },
  });
  const env = { MAKEWHOLE_TOKEN: body.token, MAKEWHOLE_INSTITUTION: user.institutionId };
  return { institutionId: user.institutionId, env };
}

const shellOf = (env: Readonly<Record<string, string>>, send: typeof fetch = fetch) =>
  createShell({
    url: delivering.current.harness.baseUrl,
    env,
    fetch: send,
    now: () => delivering.current.harness.clock.now(),
  });

/** Ends `mw listen` after this many deliveries. */
const after = (count: number) => (line: string, end: () => void) => {
  if (line.includes('"ms"') && --count === 0) end();
};

describe('mw listen', () => {
  it('delivers each event of the log, signed so that the library accepts it, by token and by key', async () => {
    const { harness } = delivering.current;
    const { institutionId, key } = await givenPartner(harness);
    const { env } = await givenDeveloper(institutionId);
    const byToken = shellOf(env);
    await byToken.run('trigger referral.activated');
    const { out, err, exitCode } = await byToken.run(
      `listen --forward-to ${target} --since beginning --json`,
      after(3),
    );
    const secret = /whsec_[^\s"]+/.exec(err.join('\n'))![0];
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ ended: true, delivered: 3, failed: 0 });
    const bodies = received.map(({ body }) => body);
    for (const { headers, body } of received) {
      const event = await webhooks.verify({ headers, body, secret, now: harness.clock.now() });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhooks/1.0',
        'x-service-event': event.type,
        'webhook-id': event.id,
      });
    }
    received.splice(0);
    const byKey = shellOf({ MAKEWHOLE_KEY: key });
    const keyed = await byKey.run(`listen --forward-to ${target} --since 1d --json`, after(3));
    expect(keyed.exitCode).toBe(0);
    // The log and the portal have the same text as a webhook.
    expect(received.map(({ body }) => body)).toEqual(bodies);
  });

  it('has one secret per machine: printed once, the same for each server, and required before listening', async () => {
    const shell = createShell();
    const first = await shell.run('listen --print-secret');
    expect([first.exitCode, first.err.join('\n')]).toEqual([0, expect.stringContaining(first.out[0]!)]);
    for (const words of ['', ' --url https://one.example.com', ' --url https://two.example.com/sandbox']) {
      const again = await shell.run(`listen --print-secret --json${words}`);
      expect([again.err, JSON.parse(again.out[0]!).secret]).toEqual([[], first.out[0]]);
    }
  });

  it('starts with new events, by the server clock', async () => {
    const { env } = await givenDeveloper();
    const shell = shellOf(env);
    await shell.run('trigger plan.enrollment.created');
    await untilComplete(delivering.current.harness);
    let caused: Promise<unknown> | undefined;
    const ran = await shell.run(`listen --forward-to ${target}`, (line, end) => {
      if (line.startsWith('Following')) caused = shell.run('trigger plan.enrollment.canceled');
      if (line.includes('plan.enrollment.canceled')) end();
    });
    await caused;
    expect(ran.exitCode).toBe(0);
    const types = received.map(({ headers }) => headers['x-service-event']);
    expect(types).toEqual(['plan.enrollment.created', 'plan.enrollment.canceled']);
    expect(ran.out.at(-2)).toBe('Delivered 2, failed 0.');
  });

  it('delivers only the given types, and continues from the printed cursor', async () => {
    const { env } = await givenDeveloper();
    const shell = shellOf(env);
    await shell.run('trigger referral.declined');
    const only = await shell.run(
      `listen --forward-to ${target} --since beginning --events referral.decl* --json`,
      after(1),
    );
    expect(received.map(({ headers }) => headers['x-service-event'])).toEqual(['referral.declined']);
    await shell.run('trigger plan.enrollment.created');
    received.splice(0);
    const { cursor } = JSON.parse(only.out.at(-1)!);
    await shell.run(`listen --forward-to ${target} --since ${cursor} --json`, after(1));
    expect(received.map(({ headers }) => headers['x-service-event'])).toEqual(['plan.enrollment.created']);
  });

  it('retries the given number of times, and counts undelivered events', async () => {
    const { env } = await givenDeveloper();
    const shell = shellOf(env);
    await shell.run('trigger plan.enrollment.created');
    answers = [500, 204];
    const mended = await shell.run(`listen --forward-to ${target} --since beginning --retries 1 --json`, after(1));
    expect(JSON.parse(mended.out[0]!)).toMatchObject({ status: 204, attempts: 2 });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    answers = [503];
    const failed = await shell.run(`listen --forward-to ${target} --since beginning --retries 0 --json`, after(1));
    expect([failed.exitCode, JSON.parse(failed.out.at(-1)!)]).toEqual([0, expect.objectContaining({ failed: 1 })]);
    const nobody = await shell.run(
      'listen --forward-to http://localhost:9 --since beginning --retries 0 --json',
      after(1),
    );
    expect(nobody.out.join('\n')).toContain('"status":null');
  });

  it('survives a network failure, and reports it once', async () => {
    const { env } = await givenDeveloper();
    await shellOf(env).run('trigger plan.enrollment.created');
    let failures = 2;
    const lossy: typeof fetch = async (...request) => {
      if (String(request[0]).includes('/api/') && failures-- > 0) throw new TypeError('fetch failed');
      return fetch(...request);
    };
    const { exitCode, err } = await shellOf(env, lossy).run(
      `listen --forward-to ${target} --since beginning --json`,
      after(1),
    );
    expect(exitCode).toBe(0);
    expect(err.filter((line) => line.includes('Still trying'))).toHaveLength(1);
    expect(err).toContain('{"note":"The server is responding again."}');
    expect(received).toHaveLength(1);
  });

  it('replays what failed last night, oldest first, and ends', async () => {
    const { harness, receiver } = delivering.current;
    receiver.answer((_request, response) => response.writeHead(500).end());
    const endpoint = await givenSubscribedEndpoint(delivering.current, { endpoint: { livemode: false } });
    const { env } = await givenDeveloper(endpoint.institution);
    const shell = shellOf(env);
    await shell.run('trigger referral.created');
    await deliverUntilExhausted(harness);
    const again = await shell.run(`listen --failed --since 30d --forward-to ${target} --json`);
    expect([again.exitCode, JSON.parse(again.out.at(-1)!)]).toEqual([0, { ended: true, delivered: 2, failed: 0 }]);
    expect(received.map(({ headers }) => headers['x-service-event']).toSorted()).toEqual([
      'referral.created',
      'referral.invited',
    ]);
    // An event that was resent and arrived is no longer missing.
    receiver.answer((_request, response) => response.writeHead(204).end());
    const lines = again.out.map((line) => JSON.parse(line) as { id?: string; type?: string });
    const { id } = lines.find(({ type }) => type === 'referral.created')!;
    expect((await shell.run(`events resend ${id}`)).exitCode).toBe(0);
    await deliver(harness);
    received.splice(0);
    await shell.run(`listen --failed --since 30d --forward-to ${target}`);
    expect(received.map(({ headers }) => headers['x-service-event'])).toEqual(['referral.invited']);
    answers = [500];
    expect((await shell.run(`listen --failed --since 30d --retries 0 --forward-to ${target}`)).exitCode).toBe(1);
    const none = await shell.run(`listen --failed --forward-to ${target}`);
    expect([none.exitCode, none.out]).toEqual([0, [expect.stringContaining('Nothing failed since')]]);
  });

  it.each([
    ['listen', 'Specify the target'],
    ['listen --forward-to http://example.com/x', 'is not this machine'],
    ['listen --forward-to http://127.0.0.1.example.com', 'is not this machine'],
    ['listen --forward-to http://localhost.example.com', 'is not this machine'],
    ['listen --forward-to http://169.254.169.254/latest', 'is not this machine'],
    ['listen --forward-to http://[::ffff:10.0.0.1]/', 'is not this machine'],
    ['listen --forward-to ftp://localhost', 'must be a URL such as'],
    ['listen --forward-to http://localhost --retries many', '--retries must be a number'],
    ['listen --forward-to http://localhost --since yesterday!', '--since must be a duration'],
    ['listen --forward-to http://localhost --events A;B', '--events must be types'],
    ['listen --failed --since beginning --forward-to http://localhost', 'With --failed'],
  ])('refuses with 2: mw %s', async (words, said) => {
    const { env } = await givenDeveloper();
    const { exitCode, err } = await shellOf(env).run(words);
    expect([exitCode, err.join('\n')]).toEqual([2, expect.stringContaining(said)]);
  });

  it('rejects a live key, and a missing key', async () => {
    const words = `listen --forward-to ${target}`;
    expect((await shellOf({ MAKEWHOLE_KEY: 'gap_live_x' }).run(words)).exitCode).toBe(2);
    expect((await shellOf({}).run(words)).exitCode).toBe(3);
    expect((await shellOf({ MAKEWHOLE_KEY: 'gap_test_x' }).run(words)).exitCode).toBe(3);
    expect((await shellOf({}).run(`${words} --agent`)).exitCode).toBe(3);
  });

  it.each(['listen --failed --forward-to http://localhost', 'trigger referral.created', 'events get evt_1'])(
    'explains why a test key alone is not enough, and so does the help: mw %s',
    async (words) => {
      const { exitCode, err } = await shellOf({ MAKEWHOLE_KEY: 'gap_test_x' }).run(words);
      expect([exitCode, err.join('\n')]).toEqual([3, expect.stringMatching(/MAKEWHOLE_KEY .*portal.* mw login/)]);
      const [command = ''] = words.split(/ (?:--|[a-z]+[._])/);
      const { out } = await shellOf({}).run(`${command} --help`);
      expect(out.find((line) => line.startsWith('Credential: '))).toContain('mw login, since');
    },
  );
});

describe('--since', () => {
  it('is a length, a time, the beginning or a cursor', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    expect(readSince('2h', now)).toEqual({ kind: 'time', at: '2026-11-15T10:00:00.000Z' });
    expect(readSince('2026-11-14', now)).toEqual({ kind: 'time', at: '2026-11-14T00:00:00.000Z' });
    expect(readSince(undefined, now)).toEqual({ kind: 'now' });
    expect(readSince('beginning', now)).toEqual({ kind: 'beginning' });
    expect(readSince('WyIxMjMiXQ', now)).toEqual({ kind: 'cursor', cursor: 'WyIxMjMiXQ' });
    expect(() => readSince('2026-99-99', now)).toThrow('not a time');
  });
});
