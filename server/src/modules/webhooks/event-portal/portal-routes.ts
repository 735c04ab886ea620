import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal, type Actor } from '#actor';
import { pageOf, pageQuery, readLimit, readTime } from '#lib/api/pagination';
import { isMaskedFor } from '#lib/api/portal-roles';
import { closed } from '#lib/api/shapes';
import type { Limit } from '#platform/limits';
import { readLogCursor } from '../events/cursor-rules.ts';
import type { LogTenant } from '../events/rules.ts';
import { getEventDetail, type EventSources } from '../event-search/search.ts';
import { eventDetailSchema, eventPageSchema, eventSearchQuery } from '../event-search/schemas.ts';
import { searchEvents } from '../event-search/search-events.ts';
import { listSeals } from '../event-seals/seals.ts';
import { reconcileEvents } from '../event-seals/reconcile-events.ts';
import { reconcileBodyMax, reconcileSchema, reconciliationSchema, logDaySchema } from '../event-seals/schemas.ts';

export type { EventSources } from '../event-search/search.ts';

function tenantOf(actor: Actor): LogTenant {
  const { institutionId, livemode } = requirePortal(actor);
  return { accountId: institutionId, livemode };
}

/** The log of an institution in the portal. */
export const eventPortalRoutes =
  (sources: EventSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(logRoutes(sources));
    await app.register(sealRoutes);
  };

const logRoutes =
  (sources: EventSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/events',
      {
        config: {
          operation: 'events.portal-list',
          audience: 'portal',
          needs: 'events.read',
          summary: 'List events in the order of the log, by type, object and time.',
        },
        schema: { querystring: eventSearchQuery, response: { 200: eventPageSchema } },
      },
      async ({ ctx, query }) => {
        const { rows, hasMore, cursor } = await searchEvents(ctx, tenantOf(ctx.actor), {
          type: query.type,
          subjectId: query.object_id,
          createdFrom: readTime(query.created_from),
          createdTo: readTime(query.created_to),
          order: query.order ?? 'desc',
          after: query.cursor === undefined ? undefined : readLogCursor(query.cursor),
          limit: readLimit(query.limit),
        });
        const data = rows.map((row) => ({
          object: 'portal.event' as const,
          id: row.id,
          type: row.type,
          object_id: row.subject_id,
          created_at: row.created_at.toISOString(),
        }));
        return { object: 'list' as const, data, has_more: hasMore, next_cursor: cursor };
      },
    );

    app.get(
      '/events/:event_id',
      {
        config: {
          operation: 'events.portal-get',
          audience: 'portal',
          needs: 'events.read',
          summary: 'Get an event as it was sent, its object as it is now, and its deliveries.',
        },
        schema: {
          params: Type.Object({ event_id: Type.String({ maxLength: 100 }) }),
          response: { 200: eventDetailSchema },
        },
      },
      async ({ ctx, params }) => {
        const masked = isMaskedFor(requirePortal(ctx.actor));
        return getEventDetail(ctx, tenantOf(ctx.actor), { id: params.event_id, masked, sources });
      },
    );
  };

/** Each reads up to a month of the log. */
const reconcileLimit: Limit = {
  name: 'event_reconciliations',
  points: 20,
  windowS: 60,
  whenStoreIsGone: 'let through',
};

const sealRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events/seals',
    {
      config: {
        operation: 'events.portal-list-seals',
        audience: 'portal',
        needs: 'events.read',
        summary: 'List the days of the log with their seals, today first.',
      },
      schema: { querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(logDaySchema) } },
    },
    async ({ ctx, query }) =>
      listSeals(ctx, tenantOf(ctx.actor), { limit: readLimit(query.limit), cursor: query.cursor }),
  );

  app.post(
    '/events/reconcile',
    {
      bodyLimit: reconcileBodyMax,
      config: {
        operation: 'events.portal-reconcile',
        audience: 'portal',
        needs: 'events.read',
        onlyLooks: true,
        summary: 'Compare the ids that a receiver has with the log of a time: missing, unknown and double ones.',
      },
      schema: { body: reconcileSchema, response: { 200: reconciliationSchema } },
    },
    async ({ ctx, body }) => {
      const tenant = tenantOf(ctx.actor);
      await ctx.limits.consume(reconcileLimit, tenant.accountId);
      return reconcileEvents(ctx, tenant, {
        received: body.received,
        window: { from: new Date(body.created_from), to: new Date(body.created_to), types: body.types },
      });
    },
  );
};
