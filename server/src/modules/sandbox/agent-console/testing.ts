import { searchEvents } from '#modules/webhooks';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { deliver } from '#testing/webhooks';
import type { Receiver } from '#test/doubles/receiver';
import { until } from '#test/until';
import type { Answer, Harness } from '#test/harness';

type Agent = Awaited<ReturnType<typeof givenAgent>>;

/** The headers that a browser sends with a form on one of our pages. */
const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** Turns an agent into a sandbox agent: moves its account, and the webhook and intakes it already has. */
export async function moveToSandbox({ owner }: Harness, principalId: string): Promise<void> {
  await owner.pool.query('update credentials.principals set livemode = false where id = $1', [principalId]);
  await owner.pool.query('update webhooks.endpoints set livemode = false where account_id = $1', [principalId]);
  await owner.pool.query('update intakes.intakes set livemode = false where principal_id = $1', [principalId]);
}

export type ConsoleAgent = Agent & {
  /** With the key as the credential. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
};

export async function givenConsoleAgent(harness: Harness, mode: 'live' | 'sandbox' = 'live'): Promise<ConsoleAgent> {
  const agent = await givenAgent(harness);
  if (mode === 'sandbox') await moveToSandbox(harness, agent.principalId);
  return {
    ...agent,
    call: (method, path, body) =>
      harness.call(method, `/api/agent-console/v1${path}`, {
        token: agent.key,
        ...(body === undefined ? {} : { body }),
      }),
  };
}

export const submitKey = (harness: Harness, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  harness.call('POST', '/agent-console/sign-in', {
    raw: new URLSearchParams({ key }).toString(),
    headers: { ...ownForm, ...headers },
  });

export const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

export type ConsoleBrowser = {
  readonly cookie: string;
  visit(path: string): Promise<Answer>;
  press(path: string, fields?: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Answer>;
};

/** A browser that signed in with this key. */
export async function givenConsoleBrowser(harness: Harness, key: string): Promise<ConsoleBrowser> {
  const entered = await submitKey(harness, key);
  if (entered.status !== 303) throw new Error(`not signed in: ${entered.status}`);
  const cookie = cookieOf(entered);
  return {
    cookie,
    visit: (path) => harness.call('GET', `/agent-console${path}`, { headers: { cookie } }),
    press: (path, fields, headers = {}) =>
      harness.call('POST', `/agent-console${path}`, {
        headers: { ...ownForm, cookie, ...headers },
        raw: new URLSearchParams(fields ?? {}).toString(),
      }),
  };
}

type Delivered = { readonly harness: Harness; readonly receiver: Receiver };

export type WorldAgent = ConsoleAgent & {
  readonly intakeId: string;
  readonly reference: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** The webhook's path at the receiver. */
  readonly path: string;
};

/** An agent with a webhook, an intake, and the delivery of its first event with the receiver's current response. */
export async function givenWorldAgent(
  { harness, receiver }: Delivered,
  mode: 'live' | 'sandbox' = 'live',
): Promise<WorldAgent> {
  const agent = await givenConsoleAgent(harness);
  const path = `/${agent.principalId}`;
  const url = `https://${receiver.host}${path}`;
  await harness.call('PUT', '/api/agent/v1/me/webhook', { token: agent.key, body: { url } });
  const reference = `ref-${agent.principalId}`;
  const { body } = await submit(harness, minimalIntake({ external_ref: reference }), { token: agent.key });
  await deliver(harness);
  // As if it had registered and submitted there.
  if (mode === 'sandbox') await moveToSandbox(harness, agent.principalId);
  const [eventId = ''] = await untilLogged(harness, {
    accountId: agent.principalId,
    intakeId: body.intake_id,
    count: 1,
  });
  const { data } = (await agent.call('GET', `/deliveries?event_id=${eventId}`)).body;
  return { ...agent, path, reference, intakeId: body.intake_id, eventId, deliveryId: data[0].id };
}

type Logged = { readonly accountId: string; readonly intakeId: string; readonly count: number };

/**
 * Waits until the log has this many events of an intake, which takes until every older transaction on the server ends. Calls the verb
 * directly, because frequent HTTP requests would be limited.
 */
export function untilLogged({ ctx, owner }: Harness, { accountId, intakeId, count }: Logged): Promise<string[]> {
  const search = {
    type: undefined,
    subjectId: intakeId,
    createdFrom: undefined,
    createdTo: undefined,
    after: undefined,
  };
  return until('the events in the log', async () => {
    const { rows } = await searchEvents(
      { ...ctx, db: owner },
      { accountId, livemode: 'any' },
      { ...search, order: 'asc', limit: 100 },
    );
    return rows.length >= count && rows.map(({ id }) => id);
  });
}
