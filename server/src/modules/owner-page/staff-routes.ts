import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { finishRequest, listWaitingRequests } from './requests/requests.ts';
import { requestListSchema, requestParamsSchema, requestSchema } from './schemas.ts';

/** The requests that customers made on their own pages. */
export const selfServiceStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/customer-requests',
    {
      config: {
        operation: 'owner-page.list-requests',
        audience: 'staff',
        role: 'caller',
        summary: 'List what customers asked for on their own pages and nobody has done yet, oldest first.',
      },
      schema: { response: { 200: requestListSchema } },
    },
    async ({ ctx }) => ({ object: 'list' as const, data: await listWaitingRequests(ctx) }),
  );

  app.post(
    '/customer-requests/:request_id/done',
    {
      config: {
        operation: 'owner-page.finish-request',
        audience: 'staff',
        role: 'caller',
        summary: 'Record that what a customer asked for is done.',
      },
      schema: { params: requestParamsSchema, response: { 200: requestSchema } },
    },
    async ({ ctx, params }) => finishRequest(ctx, params.request_id),
  );
};
