import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getSnapshot } from './snapshots.ts';
import { snapshotParamsSchema, snapshotSchema } from '../market/schemas.ts';

export const marketStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/snapshots/:snapshot_id',
    {
      config: {
        operation: 'market.get-snapshot',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve the snapshot of a market read with its listings.',
      },
      schema: { params: snapshotParamsSchema, response: { 200: snapshotSchema } },
    },
    async (request) => getSnapshot(request.ctx, request.params.snapshot_id),
  );
};
