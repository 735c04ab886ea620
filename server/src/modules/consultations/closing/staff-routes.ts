import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { validationFailed } from '#platform/errors';
import { consultationSchema } from '../schemas.ts';
import { closeConsultation, reopenConsultation } from './closing.ts';
import type { ClosingSources } from './facts.ts';
import { closeSchema, reopenSchema } from './schemas.ts';

const params = Type.Object({ consultation_id: Type.String() });
const response = { 200: consultationSchema };

/** `sources` provides what ends with a case; its parts belong to later modules. */
export const closingStaffRoutes =
  (sources: ClosingSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/consultations/:consultation_id/close',
      {
        config: {
          operation: 'consultations.close',
          audience: 'staff',
          role: 'caller',
          summary: 'Close a case with a reason.',
        },
        schema: { params, body: closeSchema, response },
      },
      async ({ ctx, params: { consultation_id: id }, body: { reason, note } }) => {
        if (reason === 'other' && note === undefined)
          throw validationFailed([{ path: 'note', message: 'says why, since no reason of the list does' }]);
        return closeConsultation(ctx, { id, reason, note, sources });
      },
    );

    app.post(
      '/consultations/:consultation_id/reopen',
      {
        config: {
          operation: 'consultations.reopen',
          audience: 'staff',
          role: 'lead',
          summary: 'Open a closed case again.',
        },
        schema: { params, body: reopenSchema, response },
      },
      async ({ ctx, params: { consultation_id: id }, body: { reason } }) =>
        reopenConsultation(ctx, { id, reason, sources }),
    );
  };
