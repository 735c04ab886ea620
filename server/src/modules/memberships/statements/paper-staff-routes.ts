import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import {
  newStatementSettingsSchema,
  statementChangeSchema,
  statementHistorySchema,
  statementSettingsSchema,
} from './paper-schemas.ts';
import { statementSchema } from './schemas.ts';
import { sendStatement } from './statement-files.ts';
import {
  getStatementSettings,
  getStatementVehicles,
  listStatementChanges,
  setStatementSettings,
  setStatementStatus,
} from './statements.ts';

const ofStatement = Type.Object({ institution_id: Type.String(), statement_id: Type.String() });
const sentSchema = Type.Object({ ok: Type.Literal(true) }, { additionalProperties: false });

/** Changes to a statement after it was issued. */
export const paperStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(settingsRoutes);
  await app.register(readRoutes);
  await app.register(changeRoutes);
};

const settingsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/statements/settings',
    {
      config: {
        operation: 'plans.get-statement-settings',
        audience: 'staff',
        summary: 'Retrieve who issues statements and where they are paid.',
      },
      schema: { response: { 200: statementSettingsSchema } },
    },
    async ({ ctx }) => getStatementSettings(ctx),
  );

  app.put(
    '/statements/settings',
    {
      config: {
        operation: 'plans.set-statement-settings',
        audience: 'staff',
        summary: 'Set who issues statements and where they are paid; issued statements keep what they say.',
      },
      schema: { body: newStatementSettingsSchema, response: { 200: statementSettingsSchema } },
    },
    async ({ ctx, body }) => setStatementSettings(ctx, body),
  );
};

const readRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institutions/:institution_id/statements/:statement_id/vehicles.csv',
    {
      config: {
        operation: 'plans.get-statement-vehicles',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Download the vehicles that a statement bills.',
      },
      schema: {
        params: ofStatement,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async ({ ctx, params }, reply) => {
      requireStaff(ctx.actor);
      const { number, csv } = await getStatementVehicles(ctx, params.institution_id, params.statement_id);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${number}-vehicles.csv"`)
        .send(csv);
    },
  );

  app.get(
    '/institutions/:institution_id/statements/:statement_id/changes',
    {
      config: {
        operation: 'plans.list-statement-changes',
        audience: 'staff',
        role: 'lead',
        summary: 'List what happened to a statement since it was issued.',
      },
      schema: { params: ofStatement, response: { 200: statementHistorySchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return listStatementChanges(ctx, params.institution_id, params.statement_id);
    },
  );
};

const changeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/statements/:statement_id/status',
    {
      config: {
        operation: 'plans.set-statement-status',
        audience: 'staff',
        summary: 'Mark a statement as paid or void, or open one again that was marked paid.',
      },
      schema: { params: ofStatement, body: statementChangeSchema, response: { 200: statementSchema } },
    },
    async ({ ctx, params: { institution_id: institutionId, statement_id: id }, body }) =>
      setStatementStatus(ctx, { institutionId, id }, body),
  );

  app.post(
    '/institutions/:institution_id/statements/:statement_id/send',
    {
      config: {
        operation: 'plans.send-statement',
        audience: 'staff',
        summary: 'Mail a statement to the billing contact of its institution.',
      },
      schema: { params: ofStatement, response: { 200: sentSchema } },
    },
    async ({ ctx, params }) => sendStatement(ctx, params.institution_id, params.statement_id),
  );
};
