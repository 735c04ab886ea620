// A minimal client that does everything right: the scenarios are tested with it, and it shows what a
// client has to report. A test replaces parts of it with wrong ones.
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isMakewholeError, Makewhole, webhooks, type IntakeAnswer } from '@makewhole/sdk';

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A word and an id: they tell the conformance run what the client did. */
  readonly report: (line: string) => void;
  /** Stops a receiver. */
  readonly signal: AbortSignal;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Parts that a test can replace. */
export type Parts = {
  readonly fetch: Fetch;
  readonly pollMs: number;
  readonly retries: number;
  readonly isNew: (receipt: IntakeAnswer) => boolean;
  readonly now: () => Date;
  /** The receiver, with what it does for an event. */
  readonly receiver: (secret: string, act: (event: ReceivedEvent) => Promise<void>) => RequestListener;
  readonly readWhole: (list: AsyncIterable<{ id: string }>) => AsyncIterable<{ id: string }>;
  /** The facts about a referral when it is settled. */
  readonly settle: (event: ReceivedEvent, read: (id: string) => Promise<unknown>) => Promise<void>;
};

export type ReceivedEvent = { readonly id: string; readonly type: string; readonly data: Record<string, unknown> };

const referralIdOf = ({ data }: ReceivedEvent): string => (data['referral'] as { id: string }).id;

export const rightParts: Parts = {
  fetch: (url, init) => fetch(url, init),
  pollMs: 1_100,
  retries: 2,
  isNew: ({ status }) => status !== 'duplicate' && status !== 'not_eligible',
  now: () => new Date(),
  receiver(secret, act) {
    const on = Object.fromEntries(knownTypes.map((type) => [type, (event: unknown) => act(event as ReceivedEvent)]));
    const { node } = webhooks.receive({ secret, on, store: webhooks.memoryStore() });
    return (request, response) => void node(request, response);
  },
  readWhole: (list) => list,
  async settle(event, read) {
    await read(referralIdOf(event));
  },
};

const knownTypes = ['intake.customer_confirmed', 'referral.activated', 'referral.settled'] as const;

/** Does the task that the environment names. */
export async function runReferenceClient(
  kind: 'agent' | 'partner',
  around: Surroundings,
  changes: Partial<Parts> = {},
): Promise<void> {
  const parts = { ...rightParts, ...changes };
  try {
    if (kind === 'agent') await runAgent(around, parts);
    else await runPartner(around, parts);
  } catch (error) {
    if (!isMakewholeError(error)) throw error;
    around.report(`failed ${error.code}`);
  }
}

async function runAgent(around: Surroundings, parts: Parts): Promise<void> {
  const { env, report } = around;
  const key = env['MAKEWHOLE_AGENT_KEY'];
  const { fetch, retries, pollMs } = parts;
  const common = { baseUrl: env['MAKEWHOLE_URL'] ?? '', fetch, retries };
  const agent = Makewhole.agent(key === undefined ? common : { ...common, key });
  if (env['MAKEWHOLE_TASK'] === 'receive') return receive(around, parts, async () => {});

  const receipt = await agent.intakes.create({
    agent: { name: 'Reference Client', platform: 'reference-client' },
    customer: { email: `owner-${crypto.randomUUID()}@example.com` },
    consent: { attestation: 'The synthetic owner asked for this and knows of the email and the call.' },
  });
  report(`${parts.isNew(receipt) ? 'case' : 'known'} ${receipt.intake_id}`);
  if (env['MAKEWHOLE_TASK'] !== 'follow') return;
  const pollToken = 'poll_token' in receipt ? receipt.poll_token : undefined;
  for (;;) {
    const { status } = await agent.intakes.get(receipt.intake_id, { pollToken });
    report(`status ${status}`);
    if (status !== 'received' && status !== 'welcome_sent' && status !== 'contact_attempted') return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function runPartner(around: Surroundings, parts: Parts): Promise<void> {
  const { env, report } = around;
  const partner = connect(env, parts);
  if (env['MAKEWHOLE_TASK'] === 'receive') {
    return receive(around, parts, async (event) => {
      if (event.type === 'referral.settled') await parts.settle(event, (id) => partner.referrals.get(id));
    });
  }
  if (env['MAKEWHOLE_TASK'] === 'list') {
    for await (const { id } of parts.readWhole(partner.referrals.list())) report(`item ${id}`);
    return;
  }
  const { id } = await partner.referrals.create({
    borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com' },
    vehicle: { vin: syntheticVin(), year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: 'CLM-0001',
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 1_500_000,
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  });
  report(`case ${id}`);
}

function connect(env: Surroundings['env'], { fetch, retries, now }: Parts) {
  const common = { baseUrl: env['MAKEWHOLE_URL'] ?? '', fetch, retries, now };
  const privateKey = env['MAKEWHOLE_PRIVATE_KEY'];
  if (privateKey === undefined) return Makewhole.partner({ ...common, key: env['MAKEWHOLE_KEY'] ?? '' });
  const signer = { keyid: env['MAKEWHOLE_KEYID'] ?? '', privateKey };
  return Makewhole.partner({ ...common, signer, environment: 'TEST' });
}

async function receive(
  { env, report, signal }: Surroundings,
  { receiver }: Parts,
  before: (event: ReceivedEvent) => Promise<void>,
): Promise<void> {
  const listener = receiver(env['MAKEWHOLE_WEBHOOK_SECRET'] ?? '', async (event) => {
    await before(event);
    report(`acted ${event.id}`);
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  report(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
  if (!signal.aborted) await once(signal, 'abort');
  server.closeAllConnections();
  server.close();
}

/** 17 characters that form no real vehicle's VIN. */
export const syntheticVin = (): string =>
  `1SYNTH${String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).padStart(11, '0')}`;
