import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { requireStaff } from '#actor';
import { nameReason } from '#modules/ledger';
import { askErasure, previewScope, getCustomerData } from './erasure/ask-erasure.ts';
import { exportScope, writeExportPdf } from './export/export.ts';
import { liftLegalHold, setLegalHold } from './legal-holds/legal-holds.ts';
import {
  customerDataSchema,
  erasureBodySchema,
  erasureJobSchema,
  exportSchema,
  holdBodySchema,
  consultationParamsSchema as params,
  previewSchema,
  scopeQuerySchema as querystring,
} from './schemas.ts';

const config = { audience: 'staff', role: 'lead' } as const;

/** Requests of people about their data, and legal holds: for leads. */
export const privacyStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(exportRoutes);
  await app.register(erasureRoutes);
  await app.register(holdRoutes);
};

const exportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/cases/:consultation_id/person-export',
    {
      config: {
        ...config,
        operation: 'privacy.export-customer',
        fresh: true,
        summary: 'Download everything that is stored about a case or its customer.',
        description: 'With `scope` email or phone: about everybody’s cases with that address or number of the case.',
      },
      schema: { params, querystring, response: { 200: exportSchema } },
    },
    async ({ ctx, params: { consultation_id: consultationId }, query: { scope = 'case' } }, reply) => {
      const record = await exportScope(ctx, { consultationId, scope });
      return reply.header('content-disposition', 'attachment; filename="person.json"').send({
        ...record,
        contacts: [...record.contacts],
        cases: [...record.cases],
        data: Object.fromEntries(Object.entries(record.data).map(([table, rows]) => [table, [...rows]])),
      });
    },
  );

  app.get(
    '/cases/:consultation_id/person-export.pdf',
    {
      config: {
        ...config,
        operation: 'privacy.export-customer-pdf',
        fresh: true,
        summary: 'Download everything that is stored about a case or its customer as PDF.',
      },
      schema: { params, querystring, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params: { consultation_id: consultationId }, query: { scope = 'case' } }, reply) => {
      const record = await exportScope(ctx, { consultationId, scope });
      return sendFile(reply, { name: 'person.pdf', type: 'application/pdf', content: await writeExportPdf(record) });
    },
  );
};

const erasureRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/cases/:consultation_id/person',
    {
      config: {
        ...config,
        operation: 'privacy.get-customer-data',
        summary: 'Retrieve what keeps the personal data of a case, and what became of its erasure.',
      },
      schema: { params, response: { 200: customerDataSchema } },
    },
    async ({ ctx, params }) => getCustomerData(ctx, params.consultation_id),
  );

  app.get(
    '/cases/:consultation_id/erasure-preview',
    {
      config: {
        ...config,
        operation: 'privacy.preview-erasure',
        summary: 'Show what erasing a case or its customer would touch, and what stops it.',
      },
      schema: { params, querystring, response: { 200: previewSchema } },
    },
    async ({ ctx, params: { consultation_id: consultationId }, query: { scope = 'case' } }) =>
      previewScope(ctx, { consultationId, scope }),
  );

  app.post(
    '/cases/:consultation_id/erasure',
    {
      config: {
        ...config,
        operation: 'privacy.ask-erasure',
        fresh: true,
        summary: 'Erase the personal data of a case or of its customer.',
        description: 'A worker does it; the case is closed first. `confirm` is the number of the case.',
      },
      schema: { params, body: erasureBodySchema, response: { 202: erasureJobSchema } },
    },
    async ({ ctx, params: { consultation_id: consultationId }, body }, reply) =>
      reply.code(202).send(await askErasure(ctx, { consultationId, ...body })),
  );
};

const holdRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/cases/:consultation_id/legal-hold',
    {
      config: {
        ...config,
        operation: 'privacy.set-legal-hold',
        fresh: true,
        summary: 'Keep a case from being erased.',
      },
      schema: { params, body: holdBodySchema, response: { 200: customerDataSchema } },
    },
    async ({ ctx, params: { consultation_id: name }, body: { reason } }) => {
      // Only a case: the command also accepts an institution.
      await getCustomerData(ctx, name);
      nameReason(ctx.actor, reason);
      await setLegalHold(ctx, { name, reason, by: requireStaff(ctx.actor).staffId });
      return getCustomerData(ctx, name);
    },
  );

  app.post(
    '/cases/:consultation_id/legal-hold/lift',
    {
      config: { ...config, operation: 'privacy.lift-legal-hold', fresh: true, summary: 'Let a case be erased again.' },
      schema: { params, body: holdBodySchema, response: { 200: customerDataSchema } },
    },
    async ({ ctx, params: { consultation_id: name }, body: { reason } }) => {
      await getCustomerData(ctx, name);
      nameReason(ctx.actor, reason);
      await liftLegalHold(ctx, { name, reason, by: requireStaff(ctx.actor).staffId });
      return getCustomerData(ctx, name);
    },
  );
};
