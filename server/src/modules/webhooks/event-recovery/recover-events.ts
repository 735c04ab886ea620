import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { initialPartnerEventTypes, readEventTime } from '../events/rules.ts';
import { transact } from '#platform/db';
import { endpointDisabled } from '../errors.ts';
import { getTenantEndpoint } from './event-recovery.ts';
import type { EventRecovery } from './schemas.ts';
import { insertEventRecovery, sortAskedEvents, type AskedState, type TenantEndpoint } from './store.ts';

type Asked = { readonly eventIds: readonly string[]; readonly dryRun: boolean };

/**
 * Begins to send exactly these events to an endpoint again, including acknowledged ones, because the client reports
 * them as missing. A dry run only counts.
 */
export async function recoverEvents(ctx: Ctx, key: TenantEndpoint, asked: Asked): Promise<EventRecovery> {
  const endpoint = await getTenantEndpoint(ctx, key);
  if (endpoint.status === 'disabled') throw endpointDisabled();
  const dated = asked.eventIds.flatMap((id) => {
    const at = readEventTime(id);
    return at === undefined ? [] : [{ id, at }];
  });
  const sorted = await sortAskedEvents(ctx.db, key, {
    ids: dated.map(({ id }) => id),
    times: dated.map(({ at }) => at),
    defaults: initialPartnerEventTypes,
  });
  const count = (state: AskedState): number => sorted.filter((one) => one.state === state).length;
  const eventIds = sorted.filter(({ state }) => state === 'sendable').map(({ id }) => id);
  const now = ctx.clock.now();
  const begun = !asked.dryRun && eventIds.length > 0;
  const id = begun ? newId('rcv', now) : null;
  if (id !== null) await transact(ctx, async (tx) => insertEventRecovery(tx.db, key, { id, eventIds, now }));
  return {
    object: 'portal.event_recovery',
    id,
    endpoint_id: key.id,
    status: begun ? 'running' : asked.dryRun ? 'dry_run' : 'done',
    total: eventIds.length,
    recovered: 0,
    left_out: {
      unknown: count('unknown') + asked.eventIds.length - dated.length,
      not_taken: count('not_taken'),
      on_the_way: count('on_the_way'),
      without_text: count('without_text'),
    },
    created_at: begun ? now.toISOString() : null,
    finished_at: null,
  };
}
