import { searchEvents } from '#modules/webhooks';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { deliver } from '#testing/webhooks';
import type { Receiver } from '#test/doubles/receiver';
import { until } from '#test/until';
import type { Answer, Harness } from '#test/harness';

type Agent = Awaited<ReturnType<typeof givenAgent>>;

/** What a browser says of a form on a page of ours. */
const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** An agent of the sandbox: its account is of that mode, and so are the webhook and the intakes that it has by then. */
export async function moveToSandbox({ owner }: Harness, principalId: string): Promise<void> {
  await owner.pool.query('update credentials.principals set livemode = false where id = $1', [principalId]);
  await owner.pool.query('update webhooks.endpoints set livemode = false where account_id = $1', [principalId]);
  await owner.pool.query('update intakes.intakes set livemode = false where principal_id = $1', [principalId]);
}

export type ConsoleAgent = Agent & {
  /** By the key. */
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

/** A browser that is signed in with this key. */
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
  /** Where its webhook is, at the receiver. */
  readonly path: string;
};

/** An agent with a webhook, an intake and the delivery of its first event, as the receiver answers now. */
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
  // As one that registered and submitted there.
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
 * Until so many events of an intake are in the log, which waits for every transaction of the server that is older. Asked of
 * the verb, because whoever asks the interface as often is told to wait.
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
