import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from 'typebox';
import type { Ctx } from '#context';
import { BoardOutline, listColumns, listMine, searchConsultations } from './columns/columns.ts';
import { getConsultationDetail } from './detail/get-consultation-detail.ts';
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
import { ChangeFeed } from './stream/change-feed.ts';
import { streamChanges } from './stream/stream-changes.ts';
import { requireStaff } from '#actor';
import { appraiserLicences } from '#lib/jurisdictions/appraiser-licence-data';
import { stateTopics, type StateFact, type StateTopic } from '#lib/jurisdictions/state-fact';
import { totalLossFacts } from '#lib/jurisdictions/total-loss-data';
import { closed } from '#lib/api/shapes';

const stateParamsSchema = Type.Object({ state: Type.String({ pattern: '^[A-Za-z]{2}$' }) }, closed);

const stateFactSchema = Type.Object(
  {
    text: Type.String({ description: 'what the source says, in our words; no advice' }),
    citation: Type.String(),
    source: Type.String(),
    kind: Type.Enum(['official', 'reprint', 'secondary'], { type: 'string' }),
    url: Type.String(),
    as_of: Type.String({ description: 'YYYY, YYYY-MM or YYYY-MM-DD' }),
    dated: Type.Enum(['by the source', 'when read'], { type: 'string' }),
  },
  closed,
);

const stateFactsSchema = Type.Object(
  {
    object: Type.Literal('state_facts'),
    state: Type.String(),
    topics: Type.Array(
      Type.Object(
        {
          topic: Type.Enum([...stateTopics], { type: 'string' }),
          facts: Type.Array(stateFactSchema, { description: 'empty where no source was found: unknown, not none' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

type StateFactsView = Static<typeof stateFactsSchema>;

export const stateFacts: readonly StateFact[] = [...totalLossFacts, ...appraiserLicences];

/** The known facts about one topic; an empty list means that no source was found, not that there is no law. */
type TopicFacts = { readonly topic: StateTopic; readonly facts: readonly StateFact[] };

/** Every topic in order, including those without known facts. */
export const listStateFacts = (state: string): TopicFacts[] =>
  stateTopics.map((topic) => ({
    topic,
    facts: stateFacts.filter((fact) => fact.state === state.toUpperCase() && fact.topics.includes(topic)),
  }));

/** What sources report about total losses in a state: text and link, never advice. Facts without a source are unknown. */
function getStateFacts(ctx: Ctx, state: string): StateFactsView {
  requireStaff(ctx.actor);
  return {
    object: 'state_facts',
    state: state.toUpperCase(),
    topics: listStateFacts(state).map(({ topic, facts }) => ({
      topic,
      facts: facts.map(({ text, citation, source, kind, url, asOf, dated }) => {
        return { text, citation, source, kind, url, as_of: asOf, dated };
      }),
    })),
  };
}

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
