import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { assignConsultation } from './assignees.ts';
import { assigneeSchema, assignSchema } from './schemas.ts';

export const assigneeStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/consultations/:consultation_id/assignee',
    {
      config: {
        operation: 'consultations.assign',
        audience: 'staff',
        role: 'caller',
        summary: 'Take a case over, hand it over, or assign it.',
        description:
          'Everybody may take a case, and hand over or give up their own. Leads assign any case to anybody who is active. The lease for calling is independent of it.',
      },
      schema: {
        params: Type.Object({ consultation_id: Type.String() }),
        body: assignSchema,
        response: { 200: assigneeSchema },
      },
    },
    async ({ ctx, params, body }) => assignConsultation(ctx, { id: params.consultation_id, change: body }),
  );
};
