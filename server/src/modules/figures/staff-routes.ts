import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireStaff } from '#actor';
import { nameSubject } from '#modules/ledger';
import { ledgerQuerySchema, ledgerSchema, type ExposureLedger, type LedgerQuery } from './exposure/schemas.ts';
import { readLedgerQuery, writeLedgerCsv, getExposureLedger } from './exposure-ledger/ledger.ts';
import { getInstitution } from '#modules/partners';
import { getLenderAnalytics } from './analytics/analytics.ts';
import { lenderAnalyticsSchema } from './analytics/lender-schemas.ts';
import { fileSchema, sendFile } from '#lib/api/files';
import type { Ctx } from '#context';
import { writeLedgerPdf } from './exposure-ledger/write-ledger-pdf.ts';

type Asked = { readonly ledger: ExposureLedger; readonly institution: string };

async function readLedger(ctx: Ctx, query: LedgerQuery): Promise<Asked> {
  requireStaff(ctx.actor);
  const { institutionId, span } = readLedgerQuery(query, ctx.clock.now());
  if (institutionId === undefined)
    return { ledger: await getExposureLedger(ctx, undefined, span), institution: 'every institution' };
  const { name } = await getInstitution(ctx, institutionId);
  nameSubject(ctx.actor, institutionId);
  return { ledger: await getExposureLedger(ctx, institutionId, span), institution: name };
}

const fileName = ({ from, to }: ExposureLedger, ending: string): string =>
  `gap-exposure-${from.slice(0, 10)}-${to.slice(0, 10)}.${ending}`;

/** The exposure of every settled referral, for leads: as JSON, CSV and PDF of the same rows. */
export const ledgerStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/exposure/ledger',
    {
      config: {
        operation: 'exposure.get-ledger',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve the exposure ledger: each settled referral with its GAP exposure before and after.',
      },
      schema: { querystring: ledgerQuerySchema, response: { 200: ledgerSchema } },
    },
    async ({ ctx, query }) => (await readLedger(ctx, query)).ledger,
  );

  app.get(
    '/exposure/ledger.csv',
    {
      config: {
        operation: 'exposure.get-ledger-csv',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Download the exposure ledger as CSV.',
      },
      schema: { querystring: ledgerQuerySchema, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, query }, reply) => {
      const { ledger } = await readLedger(ctx, query);
      return sendFile(reply, {
        name: fileName(ledger, 'csv'),
        type: 'text/csv; charset=utf-8',
        content: writeLedgerCsv(ledger),
      });
    },
  );

  app.get(
    '/exposure/ledger.pdf',
    {
      config: {
        operation: 'exposure.get-ledger-pdf',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Download the exposure ledger as PDF.',
      },
      schema: { querystring: ledgerQuerySchema, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, query }, reply) => {
      const { ledger, institution } = await readLedger(ctx, query);
      const content = await writeLedgerPdf({ ledger, institution, at: ctx.clock.now() }, ctx.config.team);
      return sendFile(reply, { name: fileName(ledger, 'pdf'), type: 'application/pdf', content });
    },
  );
};

export const analyticsStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/analytics/lenders',
    {
      config: {
        operation: 'analytics.get-lenders',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve GAP exposure by month and activation by cohort, of one institution or of all.',
      },
      schema: { querystring: ledgerQuerySchema, response: { 200: lenderAnalyticsSchema } },
    },
    async ({ ctx, query }) => {
      requireStaff(ctx.actor);
      const { institutionId, span } = readLedgerQuery(query, ctx.clock.now());
      if (institutionId !== undefined) {
        await getInstitution(ctx, institutionId);
        nameSubject(ctx.actor, institutionId);
      }
      return getLenderAnalytics(ctx, institutionId, span);
    },
  );
};
