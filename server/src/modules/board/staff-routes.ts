import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { BoardOutline, listColumns, listMine, searchConsultations } from './columns/columns.ts';
import { getConsultationDetail } from './detail/get-consultation-detail.ts';
import { getStateFacts } from './detail/get-state-facts.ts';
import { mineSchema } from './mine-schemas.ts';
import { accountsQuerySchema, accountsSchema, loadSchema } from './overview-schemas.ts';
import { getLoad, listAgents, listInstitutions } from './overview/overview.ts';
import {
  cardListSchema,
  columnsQuerySchema,
  columnsSchema,
  consultationDetailSchema,
  searchQuerySchema,
} from './schemas.ts';
import { stateFactsSchema, stateParamsSchema } from './state-schemas.ts';
import { ChangeFeed } from './stream/change-feed.ts';
import { streamChanges } from './stream/stream-changes.ts';

/** Routes of the board. `base` is the service's own context, because the feed outlives every request. */
export const boardStaffRoutes =
  (base: Ctx): FastifyPluginAsyncTypebox =>
  async (app) => {
    const outline = new BoardOutline(base);
    const feed = new ChangeFeed(base, () => outline.refresh());
    // An open stream would keep the server from closing.
    app.addHook('preClose', async () => feed.stop());
    await app.register(columnRoutes(outline, feed));
    await app.register(consultationRoutes);
    await app.register(overviewRoutes);
    await app.register(stateRoutes);
    await app.register(streamRoutes(feed));
  };

const columnRoutes =
  (outline: BoardOutline, feed: ChangeFeed): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/board/columns',
      {
        config: {
          operation: 'board.list-columns',
          audience: 'staff',
          role: 'caller',
          audited: false,
          summary: 'List the columns of the board with their first cards.',
        },
        schema: { querystring: columnsQuerySchema, response: { 200: columnsSchema } },
      },
      async ({ ctx, query }) => {
        const test = query.test === 'true';
        return listColumns(ctx, { test, lanes: await outline.read(test, !feed.isWatching) });
      },
    );
  };

const consultationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/mine',
    {
      config: {
        operation: 'board.list-mine',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'List your own open cases, promised calls first.',
      },
      schema: { response: { 200: mineSchema } },
    },
    async ({ ctx }) => listMine(ctx),
  );

  app.get(
    '/board/cases/:consultation_id',
    {
      config: {
        operation: 'board.get-case',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve everything about one case.',
      },
      schema: { params: Type.Object({ consultation_id: Type.String() }), response: { 200: consultationDetailSchema } },
    },
    async ({ ctx, params }) => getConsultationDetail(ctx, params.consultation_id),
  );

  app.get(
    '/board/search',
    {
      config: {
        operation: 'board.search',
        audience: 'staff',
        role: 'caller',
        summary: 'Search cases by phone number, VIN, name, case number or id.',
      },
      schema: { querystring: searchQuerySchema, response: { 200: cardListSchema } },
    },
    async ({ ctx, query }) => searchConsultations(ctx, query.q),
  );
};

const overviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/load',
    {
      config: {
        operation: 'board.get-load',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve how much work is waiting, and for how long.',
      },
      schema: { response: { 200: loadSchema } },
    },
    async ({ ctx }) => getLoad(ctx),
  );

  app.get(
    '/board/agents',
    {
      config: {
        operation: 'board.list-agents',
        audience: 'staff',
        role: 'administrator',
        summary: 'List registered agents, newest first.',
      },
      schema: { querystring: accountsQuerySchema, response: { 200: accountsSchema } },
    },
    async ({ ctx, query }) => listAgents(ctx, query.cursor),
  );

  app.get(
    '/board/institutions',
    {
      config: {
        operation: 'board.list-institutions',
        audience: 'staff',
        role: 'administrator',
        summary: 'List institutions, newest first.',
      },
      schema: { querystring: accountsQuerySchema, response: { 200: accountsSchema } },
    },
    async ({ ctx, query }) => listInstitutions(ctx, query.cursor),
  );
};

const streamRoutes =
  (feed: ChangeFeed): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/stream',
      {
        config: {
          operation: 'board.stream',
          audience: 'staff',
          role: 'caller',
          audited: false,
          summary: 'Stream the ids of cases that change.',
        },
        schema: {
          // Messages are changed {cases}, reset and beat; Last-Event-ID is honored.
          response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
        },
      },
      async ({ ctx, headers }, reply) => {
        const stream = await streamChanges(ctx, feed, headers['last-event-id']?.toString());
        return reply
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            'x-accel-buffering': 'no',
          })
          .send(stream as unknown as string);
      },
    );
  };

const stateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/states/:state/facts',
    {
      config: {
        operation: 'board.get-state-facts',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'Retrieve what sources say about total losses in a state.',
      },
      schema: {
        description: 'Text, citation, address and date; never advice. A topic without facts is unknown.',
        params: stateParamsSchema,
        response: { 200: stateFactsSchema },
      },
    },
    async ({ ctx, params }) => getStateFacts(ctx, params.state),
  );
};
