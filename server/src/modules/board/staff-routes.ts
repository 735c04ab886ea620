import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { BoardOutline } from './board-outline.ts';
import { ChangeFeed } from './change-feed.ts';
import { getCase } from './get-case.ts';
import { getLoad } from './get-load.ts';
import { listAgents, listInstitutions } from './list-accounts.ts';
import { listColumns } from './list-columns.ts';
import {
  accountsQuerySchema,
  accountsSchema,
  cardListSchema,
  caseSchema,
  columnsQuerySchema,
  columnsSchema,
  loadSchema,
  searchQuerySchema,
} from './schemas.ts';
import { searchCases } from './search-cases.ts';
import { streamChanges } from './stream-changes.ts';

/** What the board shows. `base` is the service's own context: the feed outlives every request. */
export const boardStaffRoutes =
  (base: Ctx): FastifyPluginAsyncTypebox =>
  async (app) => {
    const outline = new BoardOutline(base);
    const feed = new ChangeFeed(base, () => outline.refresh());
    // An open stream would keep the server from ever closing.
    app.addHook('preClose', async () => feed.stop());
    await app.register(columnRoutes(outline, feed));
    await app.register(caseRoutes);
    await app.register(overviewRoutes);
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
          role: 'agent',
          audited: false,
          summary: 'The columns with their first cards.',
        },
        schema: { querystring: columnsQuerySchema, response: { 200: columnsSchema } },
      },
      async ({ ctx, query }) => {
        const test = query.test === 'true';
        return listColumns(ctx, { test, lanes: await outline.read(test, !feed.isWatching) });
      },
    );
  };

const caseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/cases/:consultation_id',
    {
      config: {
        operation: 'board.get-case',
        audience: 'staff',
        role: 'agent',
        summary: 'Everything about one case on one screen.',
      },
      schema: { params: Type.Object({ consultation_id: Type.String() }), response: { 200: caseSchema } },
    },
    async ({ ctx, params }) => getCase(ctx, params.consultation_id),
  );

  app.get(
    '/board/search',
    {
      config: {
        operation: 'board.search',
        audience: 'staff',
        role: 'agent',
        summary: 'Cases by telephone, VIN, name, number or id.',
      },
      schema: { querystring: searchQuerySchema, response: { 200: cardListSchema } },
    },
    async ({ ctx, query }) => searchCases(ctx, query.q),
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
        summary: 'How much there is to do, and how old it is.',
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
        summary: 'Registered agents, newest first.',
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
        summary: 'Institutions, newest first.',
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
          role: 'agent',
          audited: false,
          summary: 'Which cases changed, as it happens.',
        },
        schema: {
          // Messages changed {cases}, reset and beat; Last-Event-ID is honored.
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
