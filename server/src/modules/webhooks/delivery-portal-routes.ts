import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor } from '#lib/api/portal-roles';
import { getPortalDelivery, resendDeliveries, searchDeliveries } from './history/history.ts';
import { readPosition } from './history/portal-rules.ts';
import {
  foundPageSchema,
  portalDeliverySchema,
  portalPreviewRequestSchema,
  portalRecoveryRequestSchema,
  recoveryListSchema,
  recoveryPreviewSchema,
  resendRequestSchema,
  resendResultSchema,
  searchQuerySchema,
} from './history/portal-schemas.ts';
import type { StatusClass } from './history/search-store.ts';
import { listRecoveries, previewRecovery, recoverDeliveries, stopRecovery } from './recovery/recovery.ts';
import type { RecoveryRequest } from './recovery/rules.ts';
import type { AccountMode } from './rules.ts';
import { rehearseEndpoint } from './rehearsal/rehearse-endpoint.ts';
import { rehearsalRequestSchema, rehearsalSchema } from './rehearsal/schemas.ts';

/** Previews the effect of a change to an endpoint. */
export const rehearsalPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/endpoints/:endpoint_id/rehearsal',
    {
      config: {
        operation: 'webhooks.portal-rehearse-endpoint',
        audience: 'portal',
        needs: 'endpoints.write',
        onlyLooks: true,
        summary: 'Say what the last seven days would have brought with other types or another payload.',
      },
      schema: {
        params: Type.Object({ endpoint_id: Type.String({ maxLength: 100 }) }),
        body: rehearsalRequestSchema,
        response: { 200: rehearsalSchema },
      },
    },
    async ({ ctx, params, body }) => {
      const actor = requirePortal(ctx.actor);
      const { institutionId, livemode } = actor;
      const key = { accountId: institutionId, livemode, id: params.endpoint_id };
      return rehearseEndpoint(ctx, key, { change: body, masked: isMaskedFor(actor) });
    },
  );
};

const id = Type.String({ maxLength: 100 });
const deliveryParams = Type.Object({ delivery_id: id });
const endpointParams = Type.Object({ endpoint_id: id });
const recoveryParams = Type.Object({ endpoint_id: id, recovery_id: id });

function accountModeOf(ctx: Ctx): AccountMode {
  const { institutionId, livemode } = requirePortal(ctx.actor);
  return { accountId: institutionId, livemode };
}

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

export const deliveryPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(searchRoutes);
  await app.register(recoveryRoutes);
  await app.register(progressRoutes);
};

const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/deliveries',
    {
      config: {
        operation: 'webhooks.portal-search-deliveries',
        audience: 'portal',
        needs: 'deliveries.read',
        summary: 'Search the deliveries of this mode, newest first; those of deleted endpoints are there too.',
      },
      schema: { querystring: searchQuerySchema, response: { 200: foundPageSchema } },
    },
    async ({ ctx, query }) =>
      searchDeliveries(ctx, accountModeOf(ctx), {
        endpointId: query.endpoint_id,
        eventId: query.event_id,
        objectId: query.object_id,
        type: query.type,
        state: query.state,
        status: query.status as StatusClass | undefined,
        since: toDate(query.since),
        until: toDate(query.until),
        after: readPosition(query.cursor),
        limit: Number(query.limit ?? 25),
      }),
  );

  app.get(
    '/deliveries/:delivery_id',
    {
      config: {
        operation: 'webhooks.portal-get-delivery',
        audience: 'portal',
        needs: 'deliveries.read',
        summary:
          'Retrieve a delivery with each request as it was sent and each answer; contacts of live borrowers are masked for roles that may not see them.',
      },
      schema: { params: deliveryParams, response: { 200: portalDeliverySchema } },
    },
    async ({ ctx, params }) => {
      const mask = isMaskedFor(requirePortal(ctx.actor));
      return getPortalDelivery(ctx, { ...accountModeOf(ctx), id: params.delivery_id }, mask);
    },
  );

  app.post(
    '/deliveries/resend',
    {
      config: {
        operation: 'webhooks.portal-resend-deliveries',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'deliveries.write',
        summary: 'Resend up to 500 deliveries, each with its event id and under a new delivery id.',
      },
      schema: { body: resendRequestSchema, response: { 200: resendResultSchema } },
    },
    async ({ ctx, body }) => resendDeliveries(ctx, accountModeOf(ctx), body.delivery_ids),
  );
};

type Scope = {
  readonly since: string;
  readonly until?: string;
  readonly states?: readonly unknown[];
  readonly event_types?: readonly string[];
};

const toRequest = ({ since, until, states, event_types: eventTypes }: Scope): RecoveryRequest => ({
  since: new Date(since),
  until: toDate(until),
  states: states?.map(String),
  eventTypes,
});

const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/endpoints/:endpoint_id/recoveries/preview',
    {
      config: {
        operation: 'webhooks.portal-preview-recovery',
        audience: 'portal',
        needs: 'deliveries.read',
        onlyLooks: true,
        summary: 'Count what a recovery would resend, with the oldest, the newest and five samples.',
      },
      schema: { params: endpointParams, body: portalPreviewRequestSchema, response: { 200: recoveryPreviewSchema } },
    },
    async ({ ctx, params, body }) =>
      previewRecovery(ctx, { ...accountModeOf(ctx), id: params.endpoint_id }, toRequest(body)),
  );

  app.post(
    '/endpoints/:endpoint_id/recoveries',
    {
      config: {
        operation: 'webhooks.portal-recover-deliveries',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'deliveries.write',
        fresh: 'live',
        summary: 'Resend what an endpoint has missed, one recovery at a time.',
      },
      schema: { params: endpointParams, body: portalRecoveryRequestSchema, response: { 200: recoveryListSchema } },
    },
    async ({ ctx, params, body }) => {
      const key = { ...accountModeOf(ctx), id: params.endpoint_id };
      await recoverDeliveries(ctx, key, { ...toRequest(body), perMinute: body.per_minute, dryRun: false });
      return { object: 'list' as const, data: await listRecoveries(ctx, key) };
    },
  );
};

const progressRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/endpoints/:endpoint_id/recoveries',
    {
      config: {
        operation: 'webhooks.portal-list-recoveries',
        audience: 'portal',
        needs: 'deliveries.read',
        summary: 'List the last recoveries of an endpoint with their progress.',
      },
      schema: { params: endpointParams, response: { 200: recoveryListSchema } },
    },
    async ({ ctx, params }) => {
      const data = await listRecoveries(ctx, { ...accountModeOf(ctx), id: params.endpoint_id });
      return { object: 'list' as const, data };
    },
  );

  app.post(
    '/endpoints/:endpoint_id/recoveries/:recovery_id/stop',
    {
      config: {
        operation: 'webhooks.portal-stop-recovery',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'deliveries.write',
        summary: 'Stop a recovery; what it has put into the queue is still delivered.',
      },
      schema: { params: recoveryParams, response: { 200: recoveryListSchema } },
    },
    async ({ ctx, params }) => {
      const key = { ...accountModeOf(ctx), id: params.endpoint_id, recoveryId: params.recovery_id };
      return { object: 'list' as const, data: await stopRecovery(ctx, key) };
    },
  );
};
