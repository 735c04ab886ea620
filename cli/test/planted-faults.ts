// Clients that each do one thing wrong, and the scenario that must notice it.
import type { IncomingMessage, RequestListener } from 'node:http';
import { webhooks } from '@makewhole/sdk';
import { rightParts, type Parts, type ReceivedEvent } from '../src/conformance/reference/reference-client.ts';

export type PlantedFault = {
  readonly name: string;
  readonly fails: string;
  /** It sends a key, because the fault's change would break a signature. */
  readonly keyed?: true;
  readonly parts: (report: (line: string) => void) => Partial<Parts>;
};

type Fetch = Parts['fetch'];
type Sent = { readonly url: string; readonly init: RequestInit; readonly headers: Record<string, string> };

/** Changes the request; `nth` counts the requests for one address from 1. */
function sending(change: (sent: Sent, nth: number) => Sent): { fetch: Fetch } {
  const counts = new Map<string, number>();
  return {
    fetch(url, init) {
      const nth = (counts.get(url) ?? 0) + 1;
      counts.set(url, nth);
      const next = change({ url, init, headers: { ...(init.headers as Record<string, string>) } }, nth);
      return rightParts.fetch(next.url, { ...next.init, headers: next.headers });
    },
  };
}

const without = ({ headers, ...sent }: Sent, name: string): Sent => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)),
});

/** Reads the response before the library does. */
const answering = (
  change: (response: Response, again: () => Promise<Response>) => Promise<Response>,
): { fetch: Fetch } => ({
  fetch: async (url, init) => {
    const again = () => rightParts.fetch(url, init);
    return change(await again(), again);
  },
});

const hideRetryAfter = answering(async (response) => {
  if (response.status !== 429) return response;
  const headers = new Headers(response.headers);
  headers.delete('retry-after');
  return new Response(await response.text(), { status: 429, headers });
});

const sendTwiceWhen = (status: number): { fetch: Fetch } =>
  answering(async (response, again) => (response.status === status ? again() : response));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type Check = (delivery: {
  body: string;
  headers: IncomingMessage['headers'];
  secret: string;
}) => Promise<ReceivedEvent>;

/** A handwritten receiver with its own check; it acts once per id. */
const receiving = (check: Check): Pick<Parts, 'receiver'> => ({
  receiver(secret, act): RequestListener {
    const acted = new Set<string>();
    return (request, response) => {
      void (async () => {
        try {
          const event = await check({ body: await readBody(request), headers: request.headers, secret });
          if (!acted.has(event.id) && /customer_confirmed|activated|settled/.test(event.type)) await act(event);
          acted.add(event.id);
          response.writeHead(204).end();
        } catch {
          response.writeHead(400).end();
        }
      })();
    };
  },
});

const verified: Check = async (delivery) => (await webhooks.verify(delivery)) as unknown as ReceivedEvent;
const acceptsAnything: Check = async ({ body }) => JSON.parse(body) as ReceivedEvent;

export const agentFaults: readonly PlantedFault[] = [
  {
    name: 'sends no idempotency key',
    fails: 'agent/idempotency-key',
    parts: () => sending((sent) => without(sent, 'idempotency-key')),
  },
  {
    name: 'sends again without the key',
    fails: 'agent/lost-answer',
    parts: () => sending((sent, nth) => (nth > 1 ? without(sent, 'idempotency-key') : sent)),
  },
  { name: 'does not read Retry-After', fails: 'agent/retry-after', parts: () => hideRetryAfter },
  {
    name: 'gives up after a 503',
    fails: 'agent/unavailable',
    // Reported to the library as a refusal, which it does not retry.
    parts: () =>
      answering(async (response) =>
        response.status === 503 ? new Response(await response.text(), { status: 400 }) : response,
      ),
  },
  { name: 'sends again what was refused', fails: 'agent/refused', parts: () => sendTwiceWhen(400) },
  { name: 'takes a duplicate for a new case', fails: 'agent/duplicate', parts: () => ({ isNew: () => true }) },
  {
    name: 'puts the poll token into the address',
    fails: 'agent/poll-token',
    parts: () =>
      sending((sent) =>
        sent.init.method === 'GET'
          ? { ...sent, url: `${sent.url}?token=${(sent.headers['authorization'] ?? '').replace('Bearer ', '')}` }
          : sent,
      ),
  },
  { name: 'polls too often', fails: 'agent/polling-pace', parts: () => ({ pollMs: 50 }) },
  {
    name: 'fails on a member that it does not know',
    fails: 'agent/unknown-member',
    parts: () =>
      answering(async (response) => {
        const text = await response.text();
        if (text.includes('"added_later"')) throw new SyntaxError('unknown member added_later');
        return new Response(text, response);
      }),
  },
  { name: 'accepts what is not signed', fails: 'agent/webhook-signature', parts: () => receiving(acceptsAnything) },
  {
    name: 'checks a body that it wrote again',
    fails: 'agent/webhook-raw-body',
    parts: () =>
      receiving((delivery) => verified({ ...delivery, body: JSON.stringify(JSON.parse(delivery.body) as unknown) })),
  },
];

export const partnerFaults: readonly PlantedFault[] = [
  {
    name: 'sends a key beside the signature',
    fails: 'partner/one-credential',
    parts: () =>
      sending((sent) => ({ ...sent, headers: { ...sent.headers, authorization: 'Bearer gap_test_beside' } })),
  },
  {
    name: 'makes a new key for another attempt',
    fails: 'partner/lost-answer',
    keyed: true,
    parts: () =>
      sending((sent, nth) =>
        nth > 1 && sent.init.method === 'POST'
          ? { ...sent, headers: { ...sent.headers, 'idempotency-key': crypto.randomUUID() } }
          : sent,
      ),
  },
  {
    name: 'signs once and sends the signature again',
    fails: 'partner/fresh-signature',
    parts() {
      let kept: RequestInit['headers'];
      return {
        async fetch(url, init) {
          const response = await rightParts.fetch(url, kept === undefined ? init : { ...init, headers: kept });
          kept = response.status === 503 ? init.headers : undefined;
          return response;
        },
      };
    },
  },
  {
    name: 'signs again with the time that was refused',
    fails: 'partner/clock-skew',
    parts: () => sendTwiceWhen(401),
  },
  { name: 'does not read Retry-After', fails: 'partner/retry-after', parts: () => hideRetryAfter },
  { name: 'sends again what exists', fails: 'partner/refused', parts: () => sendTwiceWhen(409) },
  {
    name: 'sends null for what it does not have',
    fails: 'partner/no-nulls',
    keyed: true,
    parts: () =>
      sending((sent) => {
        if (sent.init.method !== 'POST') return sent;
        const body = JSON.parse(new TextDecoder().decode(sent.init.body as Uint8Array)) as object;
        return { ...sent, init: { ...sent.init, body: JSON.stringify({ ...body, external_ref: null }) } };
      }),
  },
  {
    name: 'reads the first page only',
    fails: 'partner/cursor',
    parts: () => ({
      async *readWhole(list) {
        for await (const one of list) {
          yield one;
          return;
        }
      },
    }),
  },
  { name: 'accepts what is not signed', fails: 'partner/webhook-signature', parts: () => receiving(acceptsFresh) },
  {
    name: 'accepts an old delivery',
    fails: 'partner/webhook-age',
    parts: () =>
      receiving(async ({ body, headers, secret }) => {
        const event = await webhooks.verify({ body, headers, secret, toleranceSeconds: 86_400 });
        return event as unknown as ReceivedEvent;
      }),
  },
  {
    name: 'acts on every delivery',
    fails: 'partner/webhook-duplicate',
    parts: () => ({
      receiver(secret, act) {
        const on = { 'referral.activated': act, 'referral.settled': act } as Record<string, unknown>;
        const { node } = webhooks.receive({ secret, on });
        return (request, response) => void node(request, response);
      },
    }),
  },
  {
    name: 'refuses types that it does not know',
    fails: 'partner/webhook-unknown-type',
    parts: () =>
      receiving(async (delivery) => {
        const event = await verified(delivery);
        if (!/\.(activated|settled)$/.test(event.type)) throw new Error('unknown type');
        return event;
      }),
  },
  {
    name: 'takes a thin event for the whole referral',
    fails: 'partner/webhook-thin',
    parts: () => ({
      async settle({ data }) {
        const { borrower } = data['referral'] as { borrower: { email: string } };
        borrower.email.toLowerCase();
      },
    }),
  },
  {
    name: 'prints what it sends',
    fails: 'partner/keeps-secrets',
    parts: (report) =>
      sending((sent) => {
        report(`debug ${JSON.stringify(sent.headers)}`);
        return sent;
      }),
  },
];

/** It checks only the age. */
async function acceptsFresh({ body, headers }: Parameters<Check>[0]): Promise<ReceivedEvent> {
  const t = Number(/t=(\d+)/.exec(String(headers['x-service-signature'] ?? ''))?.[1] ?? Date.now() / 1000);
  if (Math.abs(Date.now() / 1000 - t) > 300) throw new Error('old');
  return JSON.parse(body) as ReceivedEvent;
}
