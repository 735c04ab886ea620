import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/shapes';
import { refuseForeignForms, sendPage } from '#platform/http';
import { answerInvitation, viewInvitation } from './answer-invitation.ts';
import { conflictPage, invitationPage } from './customer-pages.ts';

const params = Type.Object({ token: Type.String() });
const decisionSchema = Type.Object({ decision: Type.Enum(['accept', 'decline'], { type: 'string' }) }, closed);

/** The borrower's page. Mail scanners and previews fetch links, so only a pressed button decides. */
export const referralCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'referrals.view-invitation', audience: 'customer with the link' }, schema: { params } },
    async (request, reply) => {
      const { state, institution } = await viewInvitation(request.ctx, request.params.token);
      return sendPage(reply, invitationPage(state, institution));
    },
  );

  app.post(
    '/:token',
    {
      config: { operation: 'referrals.answer-invitation', audience: 'customer with the link' },
      schema: { params, body: decisionSchema },
      preValidation: refuseForeignForms('decision'),
    },
    async (request, reply) => {
      const { token } = request.params;
      const decision = request.body.decision as 'accept' | 'decline';
      const userAgent = request.headers['user-agent'] ?? '';
      const state = await answerInvitation(request.ctx, {
        token,
        decision,
        address: request.callerAddress,
        userAgent,
      });
      if (state !== 'accepted' && state !== 'declined') return sendPage(reply, invitationPage(state, undefined));
      if (state !== (decision === 'accept' ? 'accepted' : 'declined')) return sendPage(reply, conflictPage(state));
      return reply
        .code(303)
        .header('location', `/i/${encodeURIComponent(token)}`)
        .send();
    },
  );
};
