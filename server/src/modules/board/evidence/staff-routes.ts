import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { getLoanInstitution } from '#modules/figures';
import { filePolicy } from '#platform/http';
import { getEvidencePacket, printEvidencePacket } from './evidence.ts';
import { evidencePacketSchema } from './schemas.ts';

const params = Type.Object({ referral_id: Type.String() });

/** The evidence packet of a referral's GAP claim, for leads. Reading it is recorded in the audit trail. */
export const evidenceStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:referral_id/evidence',
    {
      config: {
        operation: 'board.get-evidence',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Retrieve the evidence packet of a referral’s GAP claim.',
      },
      schema: { params, response: { 200: evidencePacketSchema } },
    },
    async ({ ctx, params: { referral_id: id } }, reply) => {
      const packet = await getEvidencePacket(ctx, await getLoanInstitution(ctx, id), id);
      return reply.header('cache-control', 'no-store').send(packet);
    },
  );

  app.get(
    '/referrals/:referral_id/evidence.pdf',
    {
      config: {
        operation: 'board.get-evidence-pdf',
        audience: 'staff',
        fresh: true,
        role: 'lead',
        summary: 'Download the evidence packet of a referral’s GAP claim as one PDF.',
      },
      schema: { params, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params: { referral_id: id } }, reply) => {
      const { number, content } = await printEvidencePacket(ctx, await getLoanInstitution(ctx, id), id);
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // It has pages of untrusted files.
        'content-security-policy': filePolicy,
      });
      return sendFile(reply, { name: `evidence-${number}.pdf`, type: 'application/pdf', content });
    },
  );
};
