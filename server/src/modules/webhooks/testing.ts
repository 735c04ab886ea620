import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PartnerEvent, PartnerEventType } from '#modules/events';
import type { Env } from '#platform/config';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { givenStaffToken } from '#testing/access';
import { drainQueue } from '#test/drain-queue';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { startReceiver, type Received, type Receiver } from '#test/receiver';
import { announce } from './announce.ts';
import type { Delivery } from './delivery-schemas.ts';
import type { Endpoint } from './schemas.ts';
import { deliveryQueues } from './workers.ts';

export type GivenEndpoint = Endpoint & { readonly secret: string };

export type StaffCall = { readonly harness: Harness; readonly token: string };

export type Delivering = StaffCall & { readonly receiver: Receiver };

/** A public name at which nobody listens. */
export const deserted = 'deserted.example.com';

/** The service, a receiver that it can reach, and somebody of the team; the receiver is as new in every test. */
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

/** An institution, made as staff make it. */
export async function givenInstitution({ harness, token }: StaffCall): Promise<string> {
  const { body } = await harness.call('POST', '/api/staff/v1/institutions', {
    token,
    body: { name: 'Synthetic Bank' },
  });
  return body.id;
}

export const createEndpointOf = ({ harness, token }: StaffCall, institutionId: string, body: object): Promise<Answer> =>
  harness.call('POST', `/api/staff/v1/institutions/${institutionId}/webhook-endpoints`, { token, body });

/** A live thin endpoint unless `changes` say otherwise. */
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

/** An event of a referral or of a membership plan, with just enough in it to tell thin from full. */
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

/** Something happened to an institution's referrals or plans. */
export async function happen(harness: Harness, ...events: readonly PartnerEvent[]): Promise<void> {
  await transact(harness.ctx, async (tx) => announce(tx, ...events));
}

/** Delivers all that is due, as the worker would. */
export async function deliver(harness: Harness): Promise<void> {
  for (const queue of deliveryQueues(harness.ctx)) await drainQueue(queue);
}

/** Every delivery that the filter names, newest first. */
export async function deliveriesOf({ harness, token }: StaffCall, filter: Record<string, string>): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...filter, limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const { body } = await harness.call('GET', `/api/staff/v1/deliveries?${query}`, { token });
    found.push(...body.data);
    cursor = body.next_cursor;
  }
  return found;
}

/** The parts of a delivery's signature header. */
export function serviceSignature({ headers }: Received): { readonly t: string; readonly v1: string } {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  return { t, v1 };
}

/** An id of the form the service makes, of nothing that exists. */
export const unknownId = (prefix: 'inst' | 'whe' | 'dlv'): string => newId(prefix, new Date());
