import { beforeEach, describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import type { Ctx } from '#context';
import {
  attemptDue,
  deliver,
  deliverUntilExhausted,
  dying,
  givenSubscribedEndpoint,
  publishEvents,
  partnerEvent,
  useDelivering,
} from '../testing.ts';
import { webhookMetrics } from '../metrics.ts';

const given = useDelivering();

const hour = 3600;

const answer = (status: number) =>
  given.current.receiver.answer((_request, response) => response.writeHead(status).end('do not quote me'));

/** A live endpoint whose institution has its own technical contact. */
async function givenContacted(endpoint: object = {}) {
  const contact = `hooks-${crypto.randomUUID()}@bank.example.com`;
  const told = await givenSubscribedEndpoint(given.current, {
    institution: { technical_contact_email: contact },
    endpoint,
  });
  return { ...told, contact, mails: () => given.current.harness.mailbox.to(contact).map(({ mail }) => mail) };
}

/** One run of the sweep, composed as for the workers. */
async function sweep(ctx: Ctx, limit: number): Promise<number> {
  const found = sweeps(ctx).find(({ name }) => name === 'webhooks.warn');
  if (found === undefined) throw new Error('nobody sweeps');
  return found.run(limit);
}

/** The same, with the emails that it caused. */
async function warn(ctx: Ctx = given.current.harness.ctx): Promise<number> {
  const warned = await sweep(ctx, 500);
  await given.current.harness.sendMessages();
  return warned;
}

// Endpoints of one test must not cause warnings in the next.
beforeEach(async () => {
  await given.current.harness.ctx.db.pool.query('delete from webhooks.deliveries');
  await given.current.harness.ctx.db.pool.query('delete from webhooks.endpoints');
});

describe('an endpoint that fails', () => {
  it('a failing endpoint causes an email after six hours, not earlier, and once', async () => {
    const { harness } = given.current;
    const { publish, mails, health } = await givenContacted();
    answer(503);
    await publish();
    await deliver(harness);
    harness.clock.advance(6 * hour - 1);
    expect([await warn(), mails()]).toEqual([0, []]);
    harness.clock.advance(1);
    expect([await warn(), mails().length]).toEqual([1, 1]);
    expect((await health()).warned_at).toBe(harness.clock.now().toISOString());
    for (const later of [0, hour, 20 * hour]) {
      harness.clock.advance(later);
      expect(await warn()).toBe(0);
    }
    expect(mails()).toHaveLength(1);
  });

  it('a failing endpoint is described by id, host, start, cause, action and deadline, and by no secret', async () => {
    const { harness, receiver } = given.current;
    const { id, endpoint, publish, mails } = await givenContacted();
    answer(503);
    await publish();
    await deliver(harness);
    const since = harness.clock.now();
    harness.clock.advance(6 * hour);
    await warn();
    const [mail] = mails();
    expect(mail?.subject).toBe(`Your webhook endpoint ${id} is failing`);
    const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const retriesEnd = new Date(since.getTime() + (60 + 300 + 1800 + 7200 + 28_800 + 86_400) * 1000);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`${id} at ${receiver.host} has acknowledged no delivery since ${moment(since)}`);
      expect(text).toContain(`at ${moment(since)}: answered 503.`);
      expect(text).toContain('answer any 2xx status within 10 seconds');
      expect(text).toContain(`end around ${moment(retriesEnd)}`);
      for (const secret of [endpoint.secret, new URL(endpoint.url).pathname, 'do not quote me']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('an endpoint that recovers and fails again causes another email', async () => {
    const { harness } = given.current;
    const { publish, mails } = await givenContacted();
    for (const expected of [1, 2]) {
      answer(500);
      await publish();
      await deliver(harness);
      harness.clock.advance(6 * hour);
      await warn();
      expect(mails()).toHaveLength(expected);
      answer(204);
      await deliver(harness);
      harness.clock.advance(6 * hour);
      expect(await warn()).toBe(0);
    }
  });

  it.each<[string, (told: Awaited<ReturnType<typeof givenContacted>>) => Promise<unknown>]>([
    ['was disabled', ({ change }) => change({ status: 'disabled' })],
    ['was removed', ({ remove }) => remove()],
    ['has another address now', ({ change }) => change({ url: 'https://hooks.example.com/new' })],
  ])('an endpoint causes no email when it %s', async (_name, act) => {
    const { harness } = given.current;
    const told = await givenContacted();
    answer(500);
    await told.publish();
    await deliver(harness);
    expect(told.received()).toHaveLength(1);
    harness.clock.advance(6 * hour);
    await act(told);
    expect([await warn(), told.mails()]).toEqual([0, []]);
  });

  it('an endpoint that recovers before the email is sent causes none, and one when it fails again', async () => {
    const { harness } = given.current;
    const { publish, mails } = await givenContacted();
    answer(500);
    await publish();
    await deliver(harness);
    harness.clock.advance(6 * hour);
    harness.mailbox.behave('busy');
    expect([await warn(), mails()]).toEqual([1, []]);
    answer(204);
    await deliver(harness);
    harness.clock.advance(60);
    // It fails again, and the queued email is about the earlier failure.
    answer(500);
    await publish();
    await deliver(harness);
    harness.mailbox.behave('accept');
    await harness.sendMessages();
    expect(mails()).toEqual([]);
    harness.clock.advance(6 * hour);
    expect([await warn(), mails().length]).toEqual([1, 1]);
  });

  it('a failing sandbox endpoint is reported in the sandbox: the message is stored and not sent', async () => {
    const { harness } = given.current;
    const { id, institution, mails } = await givenContacted({ livemode: false });
    answer(500);
    await publishEvents(harness, partnerEvent(institution, { livemode: false }));
    await deliver(harness);
    harness.clock.advance(6 * hour);
    expect([await warn(), mails()]).toEqual([1, []]);
    const messages = 'select purpose, state from customers.messages where subject_id = $1';
    const { rows } = await harness.ctx.db.pool.query(messages, [id]);
    expect(rows).toEqual([{ purpose: 'webhooks.endpoint-failing', state: 'sandbox' }]);
  });

  it('a failing endpoint is logged when its institution has no technical contact', async () => {
    const { harness } = given.current;
    const { id, publish } = await givenSubscribedEndpoint(given.current);
    answer(500);
    await publish();
    await deliver(harness);
    harness.clock.advance(6 * hour);
    expect([await warn(), await warn()]).toEqual([1, 0]);
    const noted = harness.logLines.filter(
      (line) => line.includes('webhooks.no-technical-contact') && line.includes(id),
    );
    expect(noted).toHaveLength(1);
  });

  it('a failing endpoint causes one email even with many concurrent sweeps', async () => {
    const { harness } = given.current;
    const told = [await givenContacted(), await givenContacted(), await givenContacted()];
    answer(500);
    for (const { publish } of told) await publish();
    await deliver(harness);
    harness.clock.advance(6 * hour);
    const turns = await Promise.all(Array.from({ length: 6 }, () => sweep(harness.ctx, 2)));
    await warn();
    expect(turns.reduce((sum, warned) => sum + warned, 0)).toBeLessThanOrEqual(3);
    expect(told.map(({ mails }) => mails().length)).toEqual([1, 1, 1]);
  });

  it('a failing endpoint causes an email even if the sweeping process was killed, and if the mail server was unavailable', async () => {
    const { harness } = given.current;
    const { publish, mails, health } = await givenContacted();
    answer(500);
    await publish();
    await deliver(harness);
    harness.clock.advance(6 * hour);
    await expect(warn(dying(harness.ctx))).rejects.toThrow('killed');
    await harness.sendMessages();
    expect([mails(), (await health()).warned_at]).toEqual([[], null]);
    harness.mailbox.behave('busy');
    expect([await warn(), mails()]).toEqual([1, []]);
    harness.mailbox.behave('accept');
    harness.clock.advance(60);
    await harness.sendMessages();
    expect(mails()).toHaveLength(1);
  });
});

describe('exhausted deliveries', () => {
  it('exhausted deliveries are reported in one email, however many there are', async () => {
    const { harness } = given.current;
    const { id, publish, mails, listed } = await givenContacted();
    answer(410);
    await publish(300);
    await deliverUntilExhausted(harness);
    expect(await listed({ state: 'exhausted' })).toHaveLength(300);
    expect([await warn(), await warn()]).toEqual([1, 0]);
    expect(mails().map(({ subject }) => subject)).toEqual([`Deliveries to your webhook endpoint ${id} were given up`]);
    expect(mails()[0]?.text).toContain('did not accept deliveries in seven attempts');
    expect(mails()[0]?.text).toContain('answered 410');
    const messages = 'select purpose, state from customers.messages where subject_id = $1';
    const { rows } = await harness.ctx.db.pool.query(messages, [id]);
    expect(rows).toEqual([{ purpose: 'webhooks.deliveries-exhausted', state: 'sent' }]);
  });

  it('exhausted deliveries are reported again after a day if there are new ones, and not earlier', async () => {
    const { harness } = given.current;
    const { id, mails } = await givenContacted();
    const lose = () =>
      harness.ctx.db.pool.query('update webhooks.endpoints set exhausted_since = $2 where id = $1', [
        id,
        harness.clock.now(),
      ]);
    await lose();
    expect([await warn(), mails().length]).toEqual([1, 1]);
    harness.clock.advance(24 * hour - 1);
    await lose();
    expect(await warn()).toBe(0);
    harness.clock.advance(1);
    expect([await warn(), mails().length]).toEqual([1, 2]);
    harness.clock.advance(48 * hour);
    expect([await warn(), mails().length]).toEqual([0, 2]);
  });

  it('exhausted deliveries are reported for an endpoint that accepts others, and are counted', async () => {
    const { harness, receiver } = given.current;
    const { publish, mails, health } = await givenContacted();
    const counted = async () =>
      (await harness.ctx.metrics.of(webhookMetrics).deliveriesExhausted.get()).values[0]?.value ?? 0;
    const before = await counted();
    let refused: string | undefined;
    receiver.answer((request, response) => {
      refused ??= String(request.headers['x-service-delivery']);
      response.writeHead(request.headers['x-service-delivery'] === refused ? 400 : 204).end();
    });
    await publish();
    for (let turn = 0; turn < 7; turn += 1) {
      await deliver(harness);
      await publish();
      await deliver(harness);
      harness.clock.advance(2 * 86_400);
    }
    await publish();
    await deliver(harness);
    expect((await health()).state).toBe('answering');
    expect(await counted()).toBe(before + 1);
    expect(await warn()).toBe(1);
    const [mail] = mails();
    expect(mail?.text).toContain('answered 400');
    expect(mail?.text).not.toContain('has acknowledged no delivery since');
  });

  it('exhausted deliveries are marked by one write, whatever the number of batches', async () => {
    const { harness } = given.current;
    const { id, publish } = await givenContacted();
    answer(500);
    await publish(16);
    await harness.ctx.db.pool.query('update webhooks.deliveries set attempt = 6 where endpoint_id = $1', [id]);
    const version = async () => {
      const text = 'select xmin::text, exhausted_since from webhooks.endpoints where id = $1';
      return (await harness.ctx.db.pool.query(text, [id])).rows[0];
    };
    const seen = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { finish } = await attemptDue(harness, id, 8);
      await finish();
      seen.push(await version());
      harness.clock.advance(1);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0].exhausted_since).not.toBeNull();
  });
});
