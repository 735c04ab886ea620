import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterAll, beforeAll } from 'vitest';
import type { TestSettings } from '#test/fixtures/test-settings';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { StripeBank, type BankEvent } from './stripe-bank.ts';
import { BankRefusal } from './stripe-names.ts';
import { perform } from './stripe-routes.ts';

/**
 * How the next requests are treated: done; declined; refused before anything is done; done and then answered with a
 * failure; cut off before or after it is done; never answered; answered by something that is not the API, in three
 * ways.
 */
export type StripeMood =
  | 'accept'
  | 'refuse'
  | 'unavailable'
  | 'too many'
  | 'broken after'
  | 'cut before'
  | 'cut after'
  | 'silent'
  | 'not the api'
  | 'not found'
  | 'endless';

export type StripeCall = {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly form: string;
};

export type StripeDouble = {
  readonly env: TestSettings;
  readonly bank: StripeBank;
  readonly origin: string;
  /** Every valid request, in order. */
  readonly calls: readonly StripeCall[];
  /** What was wrong with requests; empty if the service uses the API correctly. */
  readonly complaints: readonly string[];
  behave(mood: StripeMood): void;
  /** Called before a request is done and again before it is answered; a test can kill a process there. */
  interrupt(hook: ((call: StripeCall, when: 'before' | 'after') => Promise<void> | void) | undefined): void;
  /** The provider's own signature for a body, made by its own package. */
  sign(body: string, at?: Date): string;
  close(): Promise<void>;
};

const secretKey = 'sk_test_synthetic';
const webhookSecret = 'whsec_synthetic';
const sdk = new Stripe(secretKey);
/** The provider may forget a key after a day, and then execute the same request again. */
const keyS = 86_400;
type KnownAnswer = { form: string; status: number; body: string; at: number };

/** The parts of Stripe's HTTP API that the service uses; it refuses invalid requests. */
export async function startStripe(now: () => Date): Promise<StripeDouble> {
  const calls: StripeCall[] = [];
  const complaints: string[] = [];
  const answers = new Map<string, KnownAnswer | 'running'>();
  let mood: StripeMood = 'accept';
  let hook: Parameters<StripeDouble['interrupt']>[0];
  let origin = '';
  const bank = new StripeBank(now, () => origin);

  const run = (call: StripeCall): { status: number; body: string } => {
    if (mood === 'refuse') return failure(402, 'card_declined');
    try {
      return { status: 200, body: JSON.stringify(perform(bank, call)) };
    } catch (error) {
      if (!(error instanceof BankRefusal)) throw error;
      if (error.code.startsWith('parameter')) complaints.push(`${call.method} ${call.path}: ${error.code}`);
      return failure(error.status, error.code);
    }
  };

  /** The same key is the same request, and one with other members is refused. */
  const runOnce = (call: StripeCall): { status: number; body: string } => {
    if (call.key === undefined) return run(call);
    const known = answers.get(call.key);
    if (known !== undefined && known !== 'running' && bank.seconds < known.at + keyS)
      return known.form === call.form ? known : failure(400, 'idempotency_error');
    const answer = mood === 'broken after' ? { ...run(call), ...failure(500, 'api_error') } : run(call);
    if (answer.status !== 400 && answer.status !== 404)
      answers.set(call.key, { form: call.form, ...answer, at: bank.seconds });
    return answer;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await text(request);
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    if (url.pathname.startsWith('/c/pay/')) return servePayPage(bank, { request, response, id: url.pathname.slice(7) });
    const header = request.headers['idempotency-key'];
    const key = Array.isArray(header) ? undefined : header;
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      key,
      form: new URLSearchParams(form || url.search).toString(),
    };
    const problem = problemWith(request, call);
    if (problem !== undefined) {
      complaints.push(`${call.method} ${call.path}: ${problem.code}`);
      return send(response, failure(problem.status, problem.code));
    }
    calls.push(call);
    if (mood === 'silent') return;
    if (mood === 'unavailable') return send(response, failure(503, 'api_error'));
    if (mood === 'too many') return send(response, failure(429, 'rate_limit'));
    if (mood === 'not the api') return void response.writeHead(200).end('<h1>Welcome to the hotel</h1>');
    if (mood === 'not found') return void response.writeHead(404).end('<h1>No such page</h1>');
    if (mood === 'endless') return send(response, { status: 200, body: endless(origin) });
    if (mood === 'cut before') return void request.socket.destroy();
    if (key !== undefined && answers.get(key) === 'running') {
      return send(response, failure(409, 'idempotency_key_in_use'));
    }
    const begins = key !== undefined && !answers.has(key);
    if (begins) answers.set(key, 'running');
    try {
      await hook?.(call, 'before');
    } finally {
      if (begins) answers.delete(key);
    }
    const answer = runOnce(call);
    await hook?.(call, 'after');
    if (mood === 'cut after') return void request.socket.destroy();
    send(response, answer);
  };

  const server = createServer(
    (request, response) => void serve(request, response).catch(() => request.socket.destroy()),
  );
  origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      stripeApiUrl: origin,
      stripePageOrigin: origin,
    },
    bank,
    origin,
    calls,
    complaints,
    behave: (next) => {
      mood = next;
    },
    interrupt: (next) => {
      hook = next;
    },
    sign: (body, at = now()) =>
      sdk.webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
        timestamp: Math.floor(at.getTime() / 1000),
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

const failure = (status: number, code: string) => ({
  status,
  body: JSON.stringify({
    error: { type: status === 402 ? 'card_error' : 'invalid_request_error', code, message: code },
  }),
});

const endless = (origin: string) => JSON.stringify({ id: 'cs_1', url: `${origin}/c/pay/1`, more: 'x'.repeat(2e6) });

function send(response: ServerResponse, { status, body }: { status: number; body: string }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** What the provider would refuse about any request. */
function problemWith(request: IncomingMessage, call: StripeCall): { status: number; code: string } | undefined {
  if (request.headers.authorization !== `Bearer ${secretKey}`) return { status: 401, code: 'invalid_api_key' };
  if (request.headers['stripe-version'] !== '2026-10-28.endive') return { status: 400, code: 'invalid_version' };
  if (call.method === 'POST') {
    if (call.key === undefined || call.key.length > 255) return { status: 400, code: 'idempotency_key_missing' };
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('application/x-www-form-urlencoded')) return { status: 400, code: 'content_type' };
  }
  return undefined;
}

/** The hosted page, as far as a browser needs it. */
function servePayPage(
  bank: StripeBank,
  { request, response, id }: { request: IncomingMessage; response: ServerResponse; id: string },
): void {
  const session = bank.getSession(id);
  if (request.method === 'POST') {
    bank.pay(id, 'good');
    return void response.writeHead(303, { location: session.successUrl }).end();
  }
  response.writeHead(200, { 'content-type': 'text/html' });
  // Without an icon of its own the browser asks for one, which the API does not know.
  const head = '<title>Pay</title><link rel="icon" href="data:,">';
  response.end(`${head}<h1>A synthetic payment page</h1><form method="post"><button>Pay</button></form>`);
}

export type CardHarness = { readonly harness: Harness; readonly stripe: StripeDouble };

/** The harness of a test file, with the provider's double behind its card holds. */
export function useCardHarness(env: TestSettings = {}): { readonly current: CardHarness } {
  let both: CardHarness | undefined;
  beforeAll(async () => {
    let now = () => new Date();
    const stripe = await startStripe(() => now());
    const harness = await startHarness({ ...stripe.env, ...env });
    now = () => harness.clock.now();
    both = { stripe, harness };
  });
  afterAll(async () => {
    await both?.harness.close();
    await both?.stripe.close();
  });
  return {
    get current() {
      if (both === undefined) throw new Error('the harness is not started yet');
      return both;
    },
  };
}

/** Sends a provider event to the service. */
export function sendStripeEvent(
  { harness, stripe }: CardHarness,
  event: BankEvent,
  signature = stripe.sign(event.body),
): Promise<Answer> {
  return harness.call('POST', '/providers/stripe', {
    raw: event.body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });
}
