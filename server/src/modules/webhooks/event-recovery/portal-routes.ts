import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal, type Actor } from '#actor';
import { pageOf, wholePage } from '#lib/api/pagination';
import { closed } from '#lib/api/shapes';
import { getEventRecovery, listReceivers } from './event-recovery.ts';
import { recoverEvents } from './recover-events.ts';
import { eventRecoverySchema, recoverEventsSchema } from './schemas.ts';
import type { TenantEndpoint } from './store.ts';

const receiverListSchema = pageOf(
  Type.Object(
    {
      id: Type.String(),
      url: Type.String(),
      payload: Type.Enum(['thin', 'full'], { type: 'string' }),
      event_types: Type.Array(Type.String(), { description: 'Empty: all that its kind takes.' }),
      status: Type.Enum(['enabled', 'disabled'], { type: 'string' }),
    },
    closed,
  ),
);

const params = Type.Object({ endpoint_id: Type.String({ maxLength: 100 }) });

function keyOf(actor: Actor, id: string): TenantEndpoint {
  const { institutionId, livemode } = requirePortal(actor);
  return { accountId: institutionId, livemode, id };
}

/** Sending named events to an endpoint again. */
export const eventRecoveryPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events/receivers',
    {
      config: {
        operation: 'webhooks.portal-list-receivers',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'List the endpoints to which events can be sent again, with the types that they take.',
      },
      schema: { response: { 200: receiverListSchema } },
    },
    async ({ ctx }) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      const rows = await listReceivers(ctx, { accountId: institutionId, livemode });
      const data = rows.map(({ livemode: _mode, event_types: types, ...row }) => ({ ...row, event_types: [...types] }));
      return wholePage(data);
    },
  );

  app.post(
    '/endpoints/:endpoint_id/recover-events',
    {
      config: {
        operation: 'webhooks.portal-recover-events',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'deliveries.write',
        fresh: 'live',
        summary: 'Send up to 10,000 named events to an endpoint again; with dry_run only count them.',
      },
      schema: { params, body: recoverEventsSchema, response: { 200: eventRecoverySchema } },
    },
    async ({ ctx, params: { endpoint_id: id }, body }) =>
      recoverEvents(ctx, keyOf(ctx.actor, id), { eventIds: body.event_ids, dryRun: body.dry_run ?? false }),
  );

  app.get(
    '/endpoints/:endpoint_id/recover-events/:recovery_id',
    {
      config: {
        operation: 'webhooks.portal-get-event-recovery',
        audience: 'portal',
        needs: 'deliveries.read',
        summary: 'Say how far a recovery of named events has come.',
      },
      schema: {
        params: Type.Object({ ...params.properties, recovery_id: Type.String({ maxLength: 100 }) }),
        response: { 200: Type.Omit(eventRecoverySchema, ['left_out'], closed) },
      },
    },
    async ({ ctx, params: { endpoint_id: id, recovery_id: recoveryId } }) =>
      getEventRecovery(ctx, keyOf(ctx.actor, id), recoveryId),
  );
};
