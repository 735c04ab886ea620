import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Ctx } from '#context';
import type { PartnerEvent, PartnerEventType } from '#modules/events';
import type { Env } from '#platform/config';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { givenStaffToken } from '#testing/staff';
import { drainQueue } from '#test/database/drain-queue';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { startReceiver, type Received, type Receiver } from '#test/doubles/receiver';
import { publishEvent } from './delivery/publish-event.ts';
import type { Delivery } from './history/schemas.ts';
import type { Endpoint } from './endpoints/schemas.ts';
import { deliveryQueues } from './workers.ts';

export type GivenEndpoint = Endpoint & { readonly secret: string };

export type StaffCall = { readonly harness: Harness; readonly token: string };

type Delivering = StaffCall & { readonly receiver: Receiver };

/** A public host name without a listener. */
export const deserted = 'deserted.example.com';

/** The service, a receiver that it can reach, and a staff token; the receiver is reset before every test. */
export function useDelivering(env: Env = {}): { readonly current: Delivering } {
  let current: Delivering | undefined;
  beforeAll(async () => {
    const receiver = await startReceiver();
    const dial = `${receiver.dial},${deserted}=127.0.0.1:1`;
    const harness = await startHarness({ WEBHOOK_DIAL_MAP: dial, WEBHOOK_CA_FILE: receiver.caFile, ...env });
    current = { harness, receiver, token: await givenStaffToken(harness) };
  });
  beforeEach(() => {
    current?.receiver.answer((_request, response) => response.writeHead(204).end());
    current?.receiver.received.splice(0);
  });
  afterAll(async () => {
    await current?.harness.close();
    await current?.receiver.close();
  });
  return {
    get current() {
      if (current === undefined) throw new Error('the harness is not started yet');
      return current;
    },
  };
}

/** Calls the staff API; `body` is [] or one body. */
export const callStaff = (
  { harness, token }: StaffCall,
  route: string,
  ...body: readonly [] | readonly [unknown]
): Promise<Answer> => {
  const [method = '', path = ''] = route.split(' ');
  return harness.call(method, `/api/staff/v1${path}`, { token, ...(body.length === 0 ? {} : { body: body[0] }) });
};

/** An institution, created through the staff interface. */
export async function givenInstitution(call: StaffCall, changes: object = {}): Promise<string> {
  const { body } = await callStaff(call, 'POST /institutions', { name: 'Synthetic Bank', ...changes });
  return body.id;
}

/** An endpoint with a path of its own, so that tests do not get each other's events. */
export async function givenSubscribedEndpoint(
  given: Delivering,
  changes: { institution?: object; endpoint?: object } = {},
) {
  const { harness, receiver } = given;
  const institution = await givenInstitution(given, changes.institution);
  const path = `/${crypto.randomUUID()}`;
  const wanted = { url: `https://${receiver.host}${path}`, ...changes.endpoint };
  const endpoint = await givenEndpoint(given, institution, wanted);
  const { id } = endpoint;
  const own = `/institutions/${institution}/webhook-endpoints/${id}`;
  return {
    id,
    endpoint,
    institution,
    change: (body: object) => callStaff(given, `PATCH ${own}`, body),
    remove: () => callStaff(given, `DELETE ${own}`),
    publish: (count = 1) => publishEvents(harness, ...Array.from({ length: count }, () => partnerEvent(institution))),
    test: () => callStaff(given, `POST /webhook-endpoints/${id}/test`),
    health: async () => (await callStaff(given, `GET /webhook-endpoints/${id}/health`)).body,
    received: () => receiver.received.filter((request) => request.path === path),
    listed: (filter: Record<string, string> = {}) => deliveriesOf(given, { endpoint_id: id, ...filter }),
  };
}

/** Attempts until nothing is left to try: at a receiver that refuses, everything is then exhausted. */
export async function deliverUntilExhausted(harness: Harness): Promise<void> {
  for (let turn = 0; turn < 7; turn += 1) {
    await deliver(harness);
    harness.clock.advance(2 * 86_400);
  }
}

/** A process that is killed just before its transaction commits. */
export function dying(ctx: Ctx): Ctx {
  const inTransaction: Ctx['db']['inTransaction'] = (work) =>
    ctx.db.inTransaction(async (db) => {
      await work(db);
      throw new Error('killed');
    });
  return { ...ctx, db: { ...ctx.db, inTransaction } };
}

export const createEndpointOf = ({ harness, token }: StaffCall, institutionId: string, body: object): Promise<Answer> =>
  harness.call('POST', `/api/staff/v1/institutions/${institutionId}/webhook-endpoints`, { token, body });

/** An endpoint, by default live and thin. */
export async function givenEndpoint(
  call: StaffCall,
  institutionId: string,
  changes: object = {},
): Promise<GivenEndpoint> {
  const wanted = { url: 'https://hooks.example.com/', livemode: true, ...changes };
  const { status, body } = await createEndpointOf(call, institutionId, wanted);
  if (status !== 201) throw new Error(`no endpoint: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** An event of a referral or of a membership, with just enough data to tell thin from full. */
export function partnerEvent(accountId: string, changes: Partial<PartnerEvent> = {}): PartnerEvent {
  const type: PartnerEventType = changes.type ?? 'referral.created';
  const subjectId = `sub_${crypto.randomUUID()}`;
  const resource =
    type === 'plan.statement.issued' ? 'statement' : type.startsWith('plan.') ? 'enrollment' : 'referral';
  return {
    audience: 'partner',
    type,
    accountId,
    subjectId,
    livemode: true,
    thin: { [resource]: { id: subjectId, status: 'synthetic' } },
    full: { [resource]: { id: subjectId, status: 'synthetic', status_label: 'Synthetic' } },
    ...changes,
  };
}

/** Publishes events about an institution's referrals or memberships. */
export async function publishEvents(harness: Harness, ...events: readonly PartnerEvent[]): Promise<void> {
  await transact(harness.ctx, async (tx) => publishEvent(tx, ...events));
}

/** Delivers all that is due, as the worker would. */
export async function deliver(harness: Harness): Promise<void> {
  for (const queue of deliveryQueues(harness.ctx)) await drainQueue(queue);
}

/** What a worker has claimed of the live lane and attempted, but not finished. */
export async function attemptLive({ ctx }: Harness, worker: string, limit: number) {
  const [queue] = deliveryQueues(ctx);
  if (queue === undefined) throw new Error('there is no live queue');
  const rows = await queue.claim(worker, limit);
  const results = await Promise.all(rows.map(async (row) => ({ row, outcome: await queue.run(row) })));
  return { results, finish: () => queue.finish(worker, results) };
}

/** All deliveries that match the filter, newest first. */
export async function deliveriesOf({ harness, token }: StaffCall, filter: Record<string, string>): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...filter, limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const { body } = await harness.call('GET', `/api/staff/v1/deliveries?${query}`, { token });
    deliveries.push(...body.data);
    cursor = body.next_cursor;
  }
  return deliveries;
}

/** The parts of a delivery's signature header. */
export function serviceSignature({ headers }: Received): { readonly t: string; readonly v1: string } {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  return { t, v1 };
}

/** An id in the service's format that does not exist. */
export const unknownId = (prefix: 'inst' | 'whe' | 'dlv'): string => newId(prefix, new Date());
