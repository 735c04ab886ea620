// Performs the demonstration's acts on a service that runs in other processes.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '@makewhole/server/src/entrypoints/demo/world.ts';
import { type Mailbox, startMailbox } from '@makewhole/server/test/doubles/mailbox.ts';
import { type Receiver, startReceiver } from '@makewhole/server/test/doubles/receiver.ts';
import { type StripeDouble, startStripe } from '@makewhole/server/test/doubles/stripe.ts';
import { type Twilio, startTwilio } from '@makewhole/server/test/doubles/twilio.ts';
import type { Client } from 'pg';
import type { TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import type { RunStack } from '#bench/instrument';
import { requirePrograms } from '#bench/service/service';

export type Outside = {
  readonly mailbox: Mailbox;
  readonly receiver: Receiver;
  readonly stripe: StripeDouble;
  readonly twilio: Twilio;
};

export async function startOutside(closing: RunStack, now: () => Date): Promise<Outside> {
  requirePrograms({ openssl: 'openssl', pdftotext: 'poppler-utils' });
  return {
    mailbox: closing.adopt(await startMailbox(), (one) => one.close()),
    receiver: closing.adopt(await startReceiver(), (one) => one.close()),
    stripe: closing.adopt(await startStripe(now), (one) => one.close()),
    twilio: closing.adopt(await startTwilio(), (one) => one.close()),
  };
}

/** Settings that make a process use the stand-ins. */
export const outsideEnv = ({ mailbox, receiver, stripe, twilio }: Outside): TestSettings => ({
  SMTP_URL: mailbox.url,
  WEBHOOK_HOST_OVERRIDES: receiver.dial,
  NODE_EXTRA_CA_CERTS: receiver.caFile,
  ...stripe.env,
  ...twilio.env,
});

export const publicBase = 'http://makewhole.test';

export type HttpStage = Stage & {
  readonly outside: Outside;
  /** Advances time in every process, and waits until all due work is done. */
  advance(seconds: number): Promise<void>;
  /** Runs every sweep twice, and waits until all work in progress is done. */
  settle(): Promise<void>;
  /** A reply to one of our texts. */
  text(from: string, body: string): Promise<void>;
  /** The types of the events delivered to this path. */
  delivered(path: string): readonly string[];
};

type Options = {
  /** The api that receives all requests. */
  readonly base: string;
  readonly staffToken: string;
  readonly outside: Outside;
  readonly database: Client;
  readonly time: TestTime;
};

/** The shared time of the run's processes. */
export class TestTime {
  #offsetMs = 0;
  now = (): Date => new Date(Date.now() + this.#offsetMs);
  moved(ms: number): void {
    this.#offsetMs += ms;
  }
}

/** The service may close a kept connection just when it is used again. */
export const oneCall = { connection: 'close' } as const;

/** Work is usually done within a second, but takes much longer on a busy machine. */
const idleLimitMs = 60_000;

export function createHttpStage({ base, staffToken, outside, database, time }: Options): HttpStage {
  const call = createCall(base);
  const send = createSend(base);

  const advance = async (seconds: number) => {
    await call('POST /api/staff/v1/clock', { token: staffToken, body: { advance_seconds: seconds } });
    time.moved(seconds * 1000);
    await untilIdle(database, time.now, false);
  };

  const notify = async () => {
    for (const { body } of outside.stripe.bank.events.splice(0))
      await send('/providers/stripe', body, {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': outside.stripe.sign(body),
      });
    await advance(1);
  };
  return {
    clock: time,
    outside,
    call,
    advance,
    work: () => untilIdle(database, time.now, false),
    async settle() {
      // One sweep may make work for another: a decoded vehicle makes a market read due.
      for (let round = 0; round < 2; round += 1) await advance(60);
      await untilIdle(database, time.now, true);
    },
    mailed(to, what) {
      const texts = outside.mailbox.to(to).map(({ mail }) => mail.text ?? '');
      const found = texts.findLast((text) => what.test(text));
      assert(found !== undefined, `${texts.length} mails to ${to}, none has ${what}`);
      return what.exec(found)?.[0] ?? '';
    },
    cards: createCards(outside, notify),
    async text(from, body) {
      const form = { From: from, Body: body };
      const path = '/hooks/text/replies';
      await send(path, new URLSearchParams(form).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': outside.twilio.sign(`${publicBase}${path}`, form),
      });
    },
    delivered: (path) =>
      outside.receiver.received
        .filter((one) => one.path === path)
        .map(({ body }) => String((JSON.parse(body) as { type?: unknown }).type)),
  };
}

const createCall =
  (base: string): Stage['call'] =>
  async (route, { token, body, raw, expects = 200 } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json');
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...oneCall,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'content-type': type, 'sec-fetch-site': 'same-origin' }),
      },
      ...(type === undefined ? {} : { body: toBytes(raw?.bytes) ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, expects, `${route} was answered ${response.status}: ${text.slice(0, 300)}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };

const createSend =
  (base: string) =>
  async (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> => {
    const response = await fetch(`${base}${path}`, { method: 'POST', body, headers: { ...oneCall, ...headers } });
    assert(response.ok, `${path} was answered ${response.status}`);
  };

/** Owners on the card provider's page, which posts an event for each of their actions. */
function createCards({ stripe }: Outside, notify: () => Promise<void>): Stage['cards'] {
  const { bank } = stripe;
  return {
    enterCard(card) {
      const session = [...bank.sessions.values()].at(-1);
      assert(session !== undefined, 'no page of the card provider is open');
      bank.pay(session.id, card === 'works' ? 'good' : 'declines later');
      return notify();
    },
    refusePages: (refused) => stripe.behave(refused ? 'unavailable' : 'accept'),
    dispute(holdId) {
      const intent = [...bank.intents.values()].findLast((one) => one.holdId === holdId);
      bank.dispute(intent?.id ?? '', 'needs_response');
      return notify();
    },
  };
}

const toBytes = (bytes: string | Buffer | undefined): string | Uint8Array<ArrayBuffer> | undefined =>
  bytes === undefined || typeof bytes === 'string' ? bytes : new Uint8Array(bytes);

/** Until no queue has due or running work. The ledger is chained once a second, and not every step waits for that. */
async function untilIdle(database: Client, now: () => Date, ledgerToo: boolean): Promise<void> {
  const deadline = performance.now() + idleLimitMs;
  for (;;) {
    const { rows } = await database.query<{ what: string }>(
      `select 'message ' || purpose as what from customers.messages where state = 'claimed' or (state = 'waiting' and due_at <= $1)
       union all select 'delivery ' || event_type from webhooks.deliveries where due_at <= $1
       union all select 'entry of the consent ledger' from consent.entries where seq is null and $2`,
      [now(), ledgerToo],
    );
    if (rows.length === 0) return;
    const left = [...new Set(rows.map(({ what }) => what))].join(', ');
    if (performance.now() > deadline) throw new Error(`not done within ${idleLimitMs / 1000} s: ${left}`);
    await pause(50);
  }
}
