import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseForeignForms, sendPage } from '#platform/http';
import { answerLink, viewLink } from './answer-link.ts';
import { conflictPage, linkPage } from './customer-pages.ts';

const params = Type.Object({ token: Type.String() });
const decisionSchema = Type.Object(
  { decision: Type.Enum(['confirm', 'decline'], { type: 'string' }) },
  { additionalProperties: false },
);

/** The customer's page. Mail scanners and previews fetch links, so only a pressed button decides. */
export const intakeCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'intakes.view-link', audience: 'customer with the link' }, schema: { params } },
    async (request, reply) => {
      const { state, intake } = await viewLink(request.ctx, request.params.token);
      return sendPage(reply, linkPage(state, intake));
    },
  );

  app.post(
    '/:token',
    {
      config: { operation: 'intakes.answer-link', audience: 'customer with the link' },
      schema: { params, body: decisionSchema },
      preValidation: refuseForeignForms('decision'),
    },
    async (request, reply) => {
      const { token } = request.params;
      const { decision } = request.body;
      const userAgent = request.headers['user-agent'] ?? '';
      const state = await answerLink(request.ctx, { token, decision, address: request.callerAddress, userAgent });
      if (state === 'unknown' || state === 'expired' || state === 'asking')
        return sendPage(reply, linkPage(state, undefined));
      const asked = decision === 'confirm' ? 'confirmed' : 'declined';
      if (state !== asked) return sendPage(reply, conflictPage(state));
      return reply
        .code(303)
        .header('location', `/c/${encodeURIComponent(token)}`)
        .send();
    },
  );
};
