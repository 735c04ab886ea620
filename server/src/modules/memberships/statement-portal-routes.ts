import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { fileSchema, sendFile } from '#lib/api/files';
import { tenantOf } from '#modules/partners';
import { statementNotFound } from './errors.ts';
import { statementDetailSchema } from './statements/paper-schemas.ts';
import { statementPageSchema, statementQuerySchema } from './statements/schemas.ts';
import { writeStatementCsv, writeStatementPdf } from './statements/statement-files.ts';
import { getStatement, getStatementVehicles, listStatementChanges, listStatements } from './statements/statements.ts';

const ofStatement = Type.Object({ institution_id: Type.String(), mode: Type.String(), statement_id: Type.String() });

/** Statements are for live rosters; test mode has none, whatever the id. */
function institutionOf(ctx: Ctx): string {
  const { institutionId, livemode } = requirePortal(ctx.actor);
  if (!livemode) throw statementNotFound();
  return institutionId;
}

const config = { audience: 'portal', needs: 'statements.read' } as const;

export const statementPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/statements',
    {
      config: { ...config, operation: 'plans.portal-list-statements', summary: 'List the monthly statements.' },
      schema: { querystring: statementQuerySchema, response: { 200: statementPageSchema } },
    },
    async ({ ctx, query }) => listStatements(ctx, tenantOf(ctx), query),
  );

  app.get(
    '/statements/:statement_id',
    {
      config: {
        ...config,
        operation: 'plans.portal-get-statement',
        summary: 'Get a statement, who it is between, and what became of it.',
      },
      schema: { params: ofStatement, response: { 200: statementDetailSchema } },
    },
    async ({ ctx, params: { statement_id: id } }) => {
      const institutionId = institutionOf(ctx);
      const [{ statement, parties }, changes] = await Promise.all([
        getStatement(ctx, institutionId, id),
        listStatementChanges(ctx, institutionId, id),
      ]);
      return {
        statement,
        issuer: parties.issuer,
        bill_to: parties.billTo,
        remit_to: parties.remitTo,
        // Staff names and notes are internal.
        changes: changes.data.map(({ kind, at }) => ({ kind, at })),
      };
    },
  );

  await app.register(statementFileRoutes);
};

const statementFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/statements/:statement_id.csv',
    {
      config: { ...config, operation: 'plans.portal-get-statement-csv', summary: 'Download a statement as CSV.' },
      schema: { params: ofStatement, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, params }, reply) => {
      const paper = await getStatement(ctx, institutionOf(ctx), params.statement_id);
      const name = `${paper.statement.number}.csv`;
      return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content: writeStatementCsv(paper) });
    },
  );

  app.get(
    '/statements/:statement_id.pdf',
    {
      config: { ...config, operation: 'plans.portal-get-statement-pdf', summary: 'Download a statement as PDF.' },
      schema: { params: ofStatement, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params }, reply) => {
      const paper = await getStatement(ctx, institutionOf(ctx), params.statement_id);
      const content = await writeStatementPdf(paper, ctx.config.team);
      return sendFile(reply, { name: `${paper.statement.number}.pdf`, type: 'application/pdf', content });
    },
  );

  app.get(
    '/statements/:statement_id/vehicles.csv',
    {
      config: {
        ...config,
        operation: 'plans.portal-get-statement-vehicles',
        summary: 'Download the vehicles that a statement bills, as they were when it was issued.',
      },
      schema: { params: ofStatement, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, params }, reply) => {
      const { number, csv } = await getStatementVehicles(ctx, institutionOf(ctx), params.statement_id);
      return sendFile(reply, { name: `${number}-vehicles.csv`, type: 'text/csv; charset=utf-8', content: csv });
    },
  );
};
