import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createService, type Service } from '#app/composition';
import type { Ctx } from '#context';
import type { PartnerEvent, PartnerEventType } from './events/rules.ts';
import type { TestSettings } from '#test/fixtures/test-settings';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import type { Loop } from '#platform/jobs';
import { givenStaffToken } from '#testing/staff';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { startReceiver, type Received, type Receiver } from '#test/doubles/receiver';
import { publishEvent } from './delivery/publish-event.ts';
import { insertEventRecovery, updateEventRecoveryDone, type TenantEndpoint } from './event-recovery/store.ts';
import type { Delivery } from './history/schemas.ts';
import type { Endpoint } from './endpoints/schemas.ts';
import { attemptDelivery } from './delivery/attempt-delivery.ts';
import { finishDeliveries } from './delivery/finish-deliveries.ts';
import { deliverDue } from './dispatch/deliver-due.ts';
import { runDispatcher } from './dispatch/run-dispatcher.ts';
import { readDue } from './dispatch/store.ts';
import { continueRecovery } from './recovery/recovery.ts';
import { listEndpointsInForce } from './endpoint-store.ts';

export type GivenEndpoint = Endpoint & { readonly secret: string };

export type StaffCall = { readonly harness: Harness; readonly token: string };

type Delivering = StaffCall & { readonly receiver: Receiver };

/** A public host name without a listener. */
export const deserted = 'deserted.example.com';

/** The service, a receiver that it can reach, and a staff token; the receiver is reset before every test. */
export function useDelivering(env: TestSettings = {}): { readonly current: Delivering } {
  let current: Delivering | undefined;
  beforeAll(async () => {
    const receiver = await startReceiver();
    const dial = `${receiver.dial},${deserted}=127.0.0.1:1`;
    const harness = await startHarness({ WEBHOOK_HOST_OVERRIDES: dial, webhookCaFile: receiver.caFile, ...env });
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

/** An endpoint with its own path, so that tests do not get each other's events. */
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

/** Attempts until none are left: at a receiver that refuses, everything is then exhausted. */
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

/** Delivers everything that is due, like the worker. */
export const deliver = (harness: Harness): Promise<void> => deliverDue(harness.ctx);

/** Processes the running recoveries, like the worker. */
export async function continueRecoveries({ ctx }: Harness): Promise<void> {
  while ((await continueRecovery(ctx, 500)) > 0);
}

/** The due deliveries of an endpoint, attempted but not recorded. */
export async function attemptDue({ ctx }: Harness, endpointId: string, most = 100) {
  const place = { endpointId, lane: 'live', due: new Date(0), id: '' } as const;
  const [read] = await readDue(ctx.db, [place], { now: ctx.clock.now(), most });
  const [endpoint] = await listEndpointsInForce(ctx.db, [endpointId]);
  const work = (read?.rows ?? []).map((delivery) => ({ delivery, endpoint }));
  const results = await Promise.all(work.map(async (row) => ({ row, outcome: await attemptDelivery(ctx, row) })));
  return { results, finish: () => finishDeliveries(ctx, results) };
}

/** Delivering processes, each with its own pool and its own connections to receivers; they end after each test. */
export function useDispatchers(given: { readonly current: Delivering }) {
  const running: { loop: Loop; service: Service }[] = [];
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await given.current.harness.ctx.db.pool.query<Row>(text, values)).rows;
  const stop = async ({ loop, service }: (typeof running)[number]) => {
    await loop.stop();
    await service.close();
  };
  afterEach(async () => {
    await query('delete from webhooks.deliveries');
    await Promise.all(running.splice(0).map(stop));
  });
  return {
    query,
    startDelivering(count: number): Service[] {
      const { harness } = given.current;
      const services = Array.from({ length: count }, () =>
        createService('deliverer', harness.config, { clock: harness.clock }).asWorker(),
      );
      for (const service of services) {
        const { ctx, worker } = service;
        running.push({ service, loop: runDispatcher(ctx, { worker, mayBegin: () => true }) });
      }
      return services;
    },
    async stopLast(): Promise<void> {
      const last = running.pop();
      if (last !== undefined) await stop(last);
    },
    /** An institution with one endpoint under this path, and so many events. */
    async givenTold(path: string, count: number) {
      const { harness, receiver } = given.current;
      const institution = await givenInstitution(given.current);
      const { id } = await givenEndpoint(given.current, institution, { url: `https://${receiver.host}${path}` });
      const publish = (more: number) =>
        publishEvents(harness, ...Array.from({ length: more }, () => partnerEvent(institution)));
      await publish(count);
      const received = () => receiver.received.filter((request) => request.path === path);
      const made = () => received().map(({ headers }) => headers['x-service-delivery']);
      return { id, institution, publish, received, made };
    },
    isEmpty: async (endpointId: string): Promise<boolean> =>
      (await query('select from webhooks.deliveries where endpoint_id = $1', [endpointId])).length === 0,
    /** Counts the concurrent requests at the receiver, each held for a moment. */
    countAtOnce(holdMs: number): { most: number } {
      const seen = { now: 0, most: 0 };
      given.current.receiver.answer((_request, response) => {
        seen.now += 1;
        seen.most = Math.max(seen.most, seen.now);
        setTimeout(() => {
          seen.now -= 1;
          response.writeHead(204).end();
        }, holdMs);
      });
      return seen;
    },
  };
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

/** A finished recovery of named events at an endpoint. */
export async function recordEventRecovery({ ctx }: Harness, endpoint: TenantEndpoint): Promise<string> {
  const now = ctx.clock.now();
  const id = newId('rcv', now);
  await transact(ctx, async (tx) => {
    insertEventRecovery(tx.db, endpoint, { id, eventIds: [newId('evt', now)], now });
    updateEventRecoveryDone(tx.db, id, now);
  });
  return id;
}
