import type { Ctx } from '#context';
import { maskBody } from '#lib/masking/mask-body';
import type { LogTenant } from '../events/rules.ts';
import { getEvent } from './get-event.ts';
import type { EventDetail } from './schemas.ts';

type TenantObject = LogTenant & { readonly id: string };
type TenantEvent = LogTenant & { readonly eventId: string };

/** How an event reached an endpoint, or did not. */
type Delivered = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly url: string | null;
  readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
  readonly attempts: number;
  readonly status: number | null;
  readonly cause: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly next_attempt_at: Date | null;
};

/** What modules after this one know about an event; bound in app/. */
export type EventSources = {
  /** By the prefix of its id: under which name events have the object, and the object as it is now. */
  readonly objects: Readonly<
    Record<string, { readonly name: string; find(ctx: Ctx, key: TenantObject): Promise<object | undefined> }>
  >;
  listDeliveries(ctx: Ctx, key: TenantEvent): Promise<readonly Delivered[]>;
};

type Shown = { readonly id: string; readonly masked: boolean; readonly sources: EventSources };

/** An event as it was sent, its object as it is now, and where it was delivered. */
export async function getEventDetail(ctx: Ctx, tenant: LogTenant, shown: Shown): Promise<EventDetail> {
  const { id, masked, sources } = shown;
  const event = await getEvent(ctx, tenant, id);
  const { subject_id: subjectId, type } = event;
  const source = sources.objects[subjectId.split('_', 1)[0] ?? ''];
  const [current, deliveries] = await Promise.all([
    source?.find(ctx, { ...tenant, id: subjectId }),
    sources.listDeliveries(ctx, { ...tenant, eventId: id }),
  ]);
  return {
    object: 'portal.event',
    id,
    type,
    object_id: subjectId,
    created_at: event.created_at.toISOString(),
    livemode: tenant.livemode,
    masked,
    body: masked ? maskBody(type, event.thin) : event.thin,
    current:
      current === undefined || source === undefined ? null : writeObject(type, { [source.name]: current }, masked),
    deliveries: deliveries.map((one) => ({
      ...one,
      created_at: one.created_at.toISOString(),
      finished_at: one.finished_at?.toISOString() ?? null,
      next_attempt_at: one.next_attempt_at?.toISOString() ?? null,
    })),
  };
}

/** Masked like the data of an event of its type, so that one list decides what is visible. */
function writeObject(type: string, data: Readonly<Record<string, object>>, masked: boolean): string {
  const kept = masked ? (JSON.parse(maskBody(type, JSON.stringify({ data }))) as { data: typeof data }).data : data;
  return JSON.stringify(Object.values(kept)[0]);
}
