import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getFeatureFlags, updateFeatureFlags } from './feature-flags.ts';
import { featureFlagsPatchSchema, featureFlagsSchema } from './schemas.ts';

export const featureFlagStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/settings',
    {
      config: { operation: 'switches.get', audience: 'staff', summary: 'Retrieve the feature flags.' },
      schema: { response: { 200: featureFlagsSchema } },
    },
    async (request) => getFeatureFlags(request.ctx),
  );

  app.patch(
    '/settings',
    {
      config: {
        operation: 'switches.set',
        audience: 'staff',
        summary: 'Update feature flags; they take effect at once.',
      },
      schema: { body: featureFlagsPatchSchema, response: { 200: featureFlagsSchema } },
    },
    async (request) => updateFeatureFlags(request.ctx, request.body),
  );
};
