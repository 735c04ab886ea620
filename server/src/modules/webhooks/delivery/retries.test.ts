import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Received } from '#test/doubles/receiver';
import {
  deliver,
  deliveriesOf,
  deserted,
  givenEndpoint,
  givenInstitution,
  publishEvents,
  partnerEvent,
  serviceSignature,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

const minute = 60;
const hour = 3600;
const delays = [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];

async function setLaunched(open: boolean): Promise<void> {
  const { harness, token } = given.current;
  const body = { features: { partner_security_platform: open } };
  await harness.call('PATCH', '/api/staff/v1/settings', { token, body });
}

afterEach(() => setLaunched(true));

/** A separate endpoint for each test, so that retries left by other tests go elsewhere. */
async function givenTold(path = `/${crypto.randomUUID()}`) {
  const { receiver } = given.current;
  const institution = await givenInstitution(given.current);
  const { id } = await givenEndpoint(given.current, institution, { url: `https://${receiver.host}${path}` });
  const tell = (count = 1) =>
    publishEvents(given.current.harness, ...Array.from({ length: count }, () => partnerEvent(institution)));
  return { institution, id, tell, path, received: () => receiver.received.filter((one) => one.path === path) };
}

const answerWith = (status: number, headers: Record<string, string> = {}) =>
  given.current.receiver.answer((_request, response) => response.writeHead(status, headers).end());

/** The delivery's state and the seconds until its next attempt. */
async function standingOf(endpointId: string) {
  const [delivery] = await deliveriesOf(given.current, { endpoint_id: endpointId });
  const next = delivery?.next_attempt_at ?? null;
  const now = given.current.harness.clock.now().getTime();
  return [delivery?.state, next === null ? null : (Date.parse(next) - now) / 1000];
}

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])(
    'an answer of %i acknowledges, and nothing is sent again [P-RETRY-001]',
    async (status) => {
      const { harness } = given.current;
      const { id, tell, received } = await givenTold();
      answerWith(status);
      await tell();
      await deliver(harness);
      expect(await standingOf(id)).toEqual(['succeeded', null]);
      harness.clock.advance(7 * 24 * hour);
      await deliver(harness);
      expect(received()).toHaveLength(1);
    },
  );

  it.each([300, 302, 304, 400, 401, 404, 410, 429, 500, 503])(
    'an answer of %i leads to a retry [P-RETRY-002]',
    async (status) => {
      const { harness, receiver } = given.current;
      const { id, tell, received } = await givenTold();
      answerWith(status, status === 302 ? { location: `https://${receiver.host}/elsewhere` } : {});
      await tell();
      await deliver(harness);
      expect((await standingOf(id))[0]).toBe('pending');
      harness.clock.advance(1.2 * minute);
      answerWith(200);
      await deliver(harness);
      expect(received()).toHaveLength(2);
      expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
      expect(await standingOf(id)).toEqual(['succeeded', null]);
    },
  );

  it('a missing answer leads to a retry: cut off, refused, no such host [P-RETRY-003]', async () => {
    const { harness, receiver } = given.current;
    const { id, institution, tell, path: own } = await givenTold();
    receiver.answer((request) => request.socket.destroy());
    await tell();
    await deliver(harness);
    const path = `/api/staff/v1/institutions/${institution}/webhook-endpoints/${id}`;
    const move = (url: string) => harness.call('PATCH', path, { token: given.current.token, body: { url } });
    await move(`https://${deserted}/`);
    harness.clock.advance(1.2 * minute);
    await deliver(harness);
    await move('https://no-such-host.invalid/');
    harness.clock.advance(6 * minute);
    await deliver(harness);
    await move(`https://${receiver.host}${own}`);
    answerWith(204);
    harness.clock.advance(36 * minute);
    await deliver(harness);
    const [delivery] = await deliveriesOf(given.current, { endpoint_id: id });
    expect(delivery?.state).toBe('succeeded');
    expect(delivery?.attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, 204],
    ]);
    expect(delivery?.attempts[0]?.cause).toBe('the connection was cut before an answer');
    expect(delivery?.attempts[1]?.cause).toBe('the connection was refused');
    expect(delivery?.attempts[2]?.cause).toMatch(/^the host name does not resolve/);
  });

  it('an answer counts within ten seconds and not after them [P-RETRY-004]', async () => {
    const { harness, receiver } = given.current;
    const [inTime, late] = [await givenTold('/in-time'), await givenTold('/late')];
    receiver.answer((request, response) => {
      void pause(request.url === '/late' ? 11_000 : 9_000).then(() => response.writeHead(200).end());
    });
    await inTime.tell();
    await late.tell();
    await deliver(harness);
    expect(await standingOf(inTime.id)).toEqual(['succeeded', null]);
    const [delivery] = await deliveriesOf(given.current, { endpoint_id: late.id });
    expect([delivery?.state, delivery?.attempts[0]?.cause]).toEqual(['pending', 'no answer within 10 seconds']);
  });
});

describe('a retry', () => {
  it('a retry happens after 1 and 5 and 30 minutes, 2 and 8 and 24 hours, and then no more [P-RETRY-005, P-RETRY-006]', async () => {
    const { harness } = given.current;
    await setLaunched(false);
    const { id, tell, received } = await givenTold();
    answerWith(500);
    await tell();
    const waits = [];
    for (let attempt = 1; attempt <= delays.length; attempt += 1) {
      await deliver(harness);
      expect(received()).toHaveLength(attempt);
      const [state, wait] = await standingOf(id);
      expect(state).toBe('pending');
      waits.push(wait);
      harness.clock.advance(Number(wait) - 0.001);
      await deliver(harness);
      expect(received()).toHaveLength(attempt);
      harness.clock.advance(0.001);
    }
    expect(waits).toEqual(delays);
    await deliver(harness);
    expect(await standingOf(id)).toEqual(['exhausted', null]);
    harness.clock.advance(30 * 24 * hour);
    await deliver(harness);
    expect(received()).toHaveLength(7);
    expect(delays.reduce((sum, delay) => sum + delay) / hour).toBeCloseTo(34.6, 1);
  });

  it('a retry has a new signature each time and repeats everything else [P-EVENT-002, P-HOOK-005, P-SIGN-012, P-RETRY-008, P-RETRY-009]', async () => {
    const { harness } = given.current;
    const { tell, received } = await givenTold();
    answerWith(500);
    await tell();
    for (const delay of [0, ...delays]) {
      harness.clock.advance(delay * 1.2);
      await deliver(harness);
    }
    expect(received()).toHaveLength(7);
    const all = <T>(of: (request: Received) => T) => received().map(of);
    expect(new Set(all(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect(new Set(all(({ body }) => body)).size).toBe(1);
    expect(new Set(all(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(new Set(all(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const times = all((request) => Number(serviceSignature(request).t));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(7);
    expect(all(({ headers }) => Number(headers['webhook-timestamp']))).toEqual(times);
    expect(new Set(all((request) => serviceSignature(request).v1)).size).toBe(7);
    expect(new Set(all(({ headers }) => headers['webhook-signature'])).size).toBe(7);
  });

  it('a retry delay is varied from launch by up to a fifth either way, drawn once for each delivery [P-RETRY-007]', async () => {
    const { harness } = given.current;
    const { id, tell } = await givenTold();
    answerWith(500);
    await tell(200);
    await deliver(harness);
    const now = harness.clock.now().getTime();
    const drawn = async () =>
      (await deliveriesOf(given.current, { endpoint_id: id })).map(({ next_attempt_at }) => next_attempt_at ?? '');
    const first = await drawn();
    const waits = first.map((at) => (Date.parse(at) - now) / 1000);
    expect(waits).toHaveLength(200);
    expect(waits.filter((wait) => wait < 48 || wait > 72)).toEqual([]);
    // Of 200 uniform draws, some fall into each fifth of the range except in one case in 10^18.
    const fifths = new Set(waits.map((wait) => Math.min(4, Math.floor((wait - 48) / 4.8))));
    expect(fifths.size).toBe(5);
    expect(await drawn()).toEqual(first);
  });

  it('a retry delay is not varied before launch', async () => {
    const { harness } = given.current;
    await setLaunched(false);
    const { id, tell } = await givenTold();
    answerWith(500);
    await tell(20);
    await deliver(harness);
    const next = await deliveriesOf(given.current, { endpoint_id: id });
    const dueAt = new Date(harness.clock.now().getTime() + 60_000).toISOString();
    expect(new Set(next.map(({ next_attempt_at }) => next_attempt_at))).toEqual(new Set([dueAt]));
  });
});
