import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePartner } from '#actor';
import { createdQuery, pageOf, pageQuery, readLimit, readTime } from '#lib/api/pagination';
import { closed } from '#lib/api/shapes';
import { readLogCursor, writeLogCursor } from './events/cursor-rules.ts';
import { listEvents, type EventPage } from './events/list-events.ts';
import { partnerEventTypes } from './events/rules.ts';

const querystring = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    type: Type.Optional(Type.Enum([...partnerEventTypes], { type: 'string' })),
    order: Type.Optional(Type.Unsafe<'asc' | 'desc'>(Type.Enum(['asc', 'desc'], { type: 'string' }))),
  },
  closed,
);

const envelope = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('event'),
    type: Type.String(),
    api_version: Type.Literal('1.1'),
    created_at: Type.String(),
    livemode: Type.Optional(Type.Boolean()),
    account: Type.Object({ id: Type.String() }, closed),
    data: Type.Object({}, { additionalProperties: true }),
  },
  closed,
);

/** The same thin events as in webhooks, for clients that poll. */
export const eventPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events',
    {
      config: {
        operation: 'events.list',
        audience: 'partner',
        summary: 'List events in the order in which they were recorded.',
        guard: { feature: 'partner_security_platform' },
      },
      schema: { querystring, response: { 200: pageOf(envelope) } },
    },
    async ({ ctx, query }, reply) => {
      const { institutionId, livemode } = requirePartner(ctx.actor);
      const order = query.order ?? 'desc';
      const page = await listEvents(ctx, {
        accountId: institutionId,
        livemode,
        type: query.type,
        createdFrom: readTime(query.created_from),
        createdTo: readTime(query.created_to),
        order,
        after: query.cursor === undefined ? undefined : readLogCursor(query.cursor),
        limit: readLimit(query.limit),
      });
      // Sent as stored, so that a listed event is byte for byte the delivered one.
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .serializer((text: unknown) => text as string)
        .send(writePage(page, order) as never);
    },
  );
};

/** Reading forward always returns a cursor, even when there is no more yet. */
function writePage({ events, hasMore, cursor }: EventPage, order: 'asc' | 'desc'): string {
  const goesOn = cursor !== undefined && (hasMore || order === 'asc');
  const nextCursor = goesOn ? JSON.stringify(writeLogCursor(cursor)) : 'null';
  return `{"object":"list","data":[${events.join(',')}],"has_more":${hasMore},"next_cursor":${nextCursor}}`;
}
