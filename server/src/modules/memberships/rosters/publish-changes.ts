import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { createPublisher, hasFullEndpoint, publishSet } from '#modules/webhooks';
import { enrollmentEvent } from '../events.ts';
import { changeEvents, listChanges } from './store.ts';

/** Few enough that serializing them does not block other requests. */
const eventBatch = 250;
/** Written by the database alone; enough that a statement for each page costs nothing beside its rows. */
const eventSetRows = 5000;

const events = {
  created: 'plan.enrollment.created',
  updated: 'plan.enrollment.updated',
  canceled: 'plan.enrollment.canceled',
} as const;

/** The database writes the events itself, unless an endpoint takes full payloads, whose texts are made here. */
export async function publishChanges(tx: Tx, tenant: Tenant, total: number): Promise<void> {
  const { institutionId: accountId, livemode } = tenant;
  if (await hasFullEndpoint(tx, accountId)) return publishFull(tx, tenant);
  for (let after = 0; after < total; after += eventSetRows) {
    const page = { after, upTo: after + eventSetRows };
    await publishSet(tx, { set: changeEvents, page, accountId, livemode });
  }
}

/** A page of changes at a time, with one statement per table; the next is requested when the last has arrived. */
async function publishFull(tx: Tx, tenant: Tenant): Promise<void> {
  const publish = await createPublisher(tx, tenant.institutionId);
  for (let after = 0; ;) {
    const rows = await listChanges(tx.db, after, eventBatch);
    const last = rows.at(-1);
    if (last === undefined) return;
    publish(rows.map(({ action, seq: _seq, ...row }) => enrollmentEvent({ ...tenant, ...row }, events[action])));
    after = last.seq;
  }
}
