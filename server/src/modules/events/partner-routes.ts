import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePartner } from '#actor';
import { createdQuery, pageOf, pageQuery, readCursor, readLimit, readTime, writeCursor } from '#lib/pages';
import { closed } from '#lib/shapes';
import { validationFailed } from '#platform/errors';
import { listEvents, type EventPage } from './list-events.ts';
import { partnerEventTypes } from './rules.ts';

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

const digits = /^\d{1,20}$/;

/** The same thin events as the webhooks carry, for callers that ask instead of being told. */
export const eventPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/events',
    {
      config: {
        operation: 'events.list',
        audience: 'partner',
        summary: 'List events, in the order of the log.',
        refusals: [404],
        door: { feature: 'partner_security_platform' },
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
        after: query.cursor === undefined ? undefined : readPlace(query.cursor),
        limit: readLimit(query.limit),
      });
      // Sent as it is stored, so that a listed event is byte for byte the delivered one.
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .serializer((text: unknown) => text as string)
        .send(writePage(page, order) as never);
    },
  );
};

/** Going forward there is always a place to come back to, also when nothing more is there yet. */
function writePage({ events, hasMore, place }: EventPage, order: 'asc' | 'desc'): string {
  const goesOn = place !== undefined && (hasMore || order === 'asc');
  const cursor = goesOn ? JSON.stringify(writeCursor(place.transactionId, place.place)) : 'null';
  return `{"object":"list","data":[${events.join(',')}],"has_more":${hasMore},"next_cursor":${cursor}}`;
}

function readPlace(cursor: string) {
  const [transactionId, place] = readCursor(cursor, [digits, digits]) ?? [];
  if (transactionId === undefined || place === undefined || !fitsLog(transactionId, place))
    throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  return { transactionId, place };
}

/** The database's own bounds of the two numbers. */
const fitsLog = (transactionId: string, place: string): boolean =>
  BigInt(transactionId) < 2n ** 64n && BigInt(place) < 2n ** 63n;
