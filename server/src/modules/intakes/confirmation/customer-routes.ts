import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseForeignForms, sendHtml } from '#platform/http';
import { answerLink } from './answer-link.ts';
import { viewLink } from './view-link.ts';
import { conflictPage, linkPage } from './link-page.ts';

const params = Type.Object({ token: Type.String() });
const decisionSchema = Type.Object(
  { decision: Type.Enum(['confirm', 'decline'], { type: 'string' }) },
  { additionalProperties: false },
);

/** The customer's page. Mail scanners and link previews fetch links, so only a pressed button decides. */
export const intakeCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'intakes.view-link', audience: 'customer with the link' }, schema: { params } },
    async (request, reply) => {
      const { state, intake } = await viewLink(request.ctx, request.params.token);
      return sendHtml(reply, linkPage(state, intake));
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
      const state = await answerLink(request.ctx, { token, decision, address: request.clientAddress, userAgent });
      if (state === 'unknown' || state === 'expired' || state === 'asking')
        return sendHtml(reply, linkPage(state, undefined));
      const requested = decision === 'confirm' ? 'confirmed' : 'declined';
      if (state !== requested) return sendHtml(reply, conflictPage(state));
      return reply
        .code(303)
        .header('location', `/c/${encodeURIComponent(token)}`)
        .send();
    },
  );
};
