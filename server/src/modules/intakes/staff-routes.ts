import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getIntakeRecord } from './get-intake-record.ts';
import { intakeRecordSchema } from './staff-schemas.ts';

export const intakeStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/intakes/:intake_id',
    {
      config: { operation: 'intakes.get-record', audience: 'staff' },
      schema: { params: Type.Object({ intake_id: Type.String() }), response: { 200: intakeRecordSchema } },
    },
    async (request) => getIntakeRecord(request.ctx, request.params.intake_id),
  );
};
