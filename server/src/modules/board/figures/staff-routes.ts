import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { cardListSchema } from '../schemas.ts';
import { getFigures, listLateCallbacks, writeFiguresCsv } from './figures.ts';
import { listCasesOfFigure } from './list-cases-of-figure.ts';
import { figureCasesQuerySchema, figuresQuerySchema, figuresSchema } from './schemas.ts';

/** What leads see of a day, week or month. */
export const figureStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(periodRoutes);
  await app.register(caseRoutes);
};

const periodRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/figures',
    {
      config: {
        operation: 'board.get-figures',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve the figures of a day, week or month in the team’s time zone.',
      },
      schema: { querystring: figuresQuerySchema, response: { 200: figuresSchema } },
    },
    async ({ ctx, query }) => getFigures(ctx, query),
  );

  app.get(
    '/board/figures.csv',
    {
      config: {
        operation: 'board.get-figures-csv',
        audience: 'staff',
        role: 'lead',
        summary: 'Download the figures of a day, week or month as CSV.',
      },
      schema: {
        querystring: figuresQuerySchema,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async ({ ctx, query }, reply) => {
      const figures = await getFigures(ctx, query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="figures-${figures.range}-${figures.on}.csv"`)
        .send(writeFiguresCsv(figures));
    },
  );
};

const caseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board/figures/cases',
    {
      config: {
        operation: 'board.list-figure-cases',
        audience: 'staff',
        role: 'lead',
        summary: 'List the cases that a number of the figures counts, at most 200.',
      },
      schema: { querystring: figureCasesQuerySchema, response: { 200: cardListSchema } },
    },
    async ({ ctx, query }) => listCasesOfFigure(ctx, query),
  );

  app.get(
    '/board/late-callbacks',
    {
      config: {
        operation: 'board.list-late-callbacks',
        audience: 'staff',
        role: 'lead',
        summary: 'List callbacks that are past, the latest first.',
      },
      schema: { response: { 200: cardListSchema } },
    },
    async ({ ctx }) => listLateCallbacks(ctx),
  );
};
