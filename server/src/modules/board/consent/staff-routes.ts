import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { getConsentRecord } from './get-consent-record.ts';
import { consentRecordSchema } from './schemas.ts';
import { writeConsentPdf } from './write-consent-pdf.ts';

const params = Type.Object({ consultation_id: Type.String() });

/** The consent ledger of one consultation, for leads. */
export const consentStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/consent/:consultation_id',
    {
      config: {
        operation: 'board.get-consent',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Retrieve the consent record of a case.',
        description: 'By the id of the case, its number, or the id of the intake, referral or redemption it came from.',
      },
      schema: { params, response: { 200: consentRecordSchema } },
    },
    async ({ ctx, params }) => getConsentRecord(ctx, params.consultation_id),
  );

  app.get(
    '/consent/:consultation_id.pdf',
    {
      config: {
        operation: 'board.get-consent-pdf',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Download the consent record of a case as PDF.',
      },
      schema: { params, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params }, reply) => {
      const record = await getConsentRecord(ctx, params.consultation_id);
      return sendFile(reply, {
        name: `consent-${record.number}.pdf`,
        type: 'application/pdf',
        content: await writeConsentPdf(record),
      });
    },
  );
};
