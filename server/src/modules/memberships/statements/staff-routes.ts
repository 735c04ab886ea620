import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import { fileSchema, sendFile } from '#lib/api/files';
import { getInstitution } from '#modules/partners';
import { statementPageSchema, statementQuerySchema, statementSchema } from './schemas.ts';
import { writeStatementCsv, writeStatementPdf } from './statement-files.ts';
import { getStatement, listStatements } from './statements.ts';

const ofInstitution = Type.Object({ institution_id: Type.String() });
const ofStatement = Type.Object({ institution_id: Type.String(), statement_id: Type.String() });

export const statementStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institutions/:institution_id/statements',
    {
      config: {
        operation: 'plans.list-statements-of',
        audience: 'staff',
        role: 'lead',
        summary: 'List the statements of an institution.',
      },
      schema: { params: ofInstitution, querystring: statementQuerySchema, response: { 200: statementPageSchema } },
    },
    async ({ ctx, params, query }) => {
      requireStaff(ctx.actor);
      const { id: institutionId } = await getInstitution(ctx, params.institution_id);
      return listStatements(ctx, { institutionId, livemode: true }, query);
    },
  );

  app.get(
    '/institutions/:institution_id/statements/:statement_id',
    {
      config: { operation: 'plans.get-statement', audience: 'staff', role: 'lead', summary: 'Retrieve a statement.' },
      schema: { params: ofStatement, response: { 200: statementSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return (await getStatement(ctx, params.institution_id, params.statement_id)).statement;
    },
  );

  await app.register(statementFileRoutes);
};

const statementFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institutions/:institution_id/statements/:statement_id.csv',
    {
      config: {
        operation: 'plans.get-statement-csv',
        audience: 'staff',
        role: 'lead',
        summary: 'Download a statement as CSV.',
      },
      schema: { params: ofStatement, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, params }, reply) => {
      requireStaff(ctx.actor);
      const paper = await getStatement(ctx, params.institution_id, params.statement_id);
      const name = `${paper.statement.number}.csv`;
      return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content: writeStatementCsv(paper) });
    },
  );

  app.get(
    '/institutions/:institution_id/statements/:statement_id.pdf',
    {
      config: {
        operation: 'plans.get-statement-pdf',
        audience: 'staff',
        role: 'lead',
        summary: 'Download a statement as PDF.',
      },
      schema: { params: ofStatement, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params }, reply) => {
      requireStaff(ctx.actor);
      const paper = await getStatement(ctx, params.institution_id, params.statement_id);
      const name = `${paper.statement.number}.pdf`;
      return sendFile(reply, {
        name,
        type: 'application/pdf',
        content: await writeStatementPdf(paper, ctx.config.team),
      });
    },
  );
};
