import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { customerLanguage, languageQuery, refuseForeignForms, sendHtml } from '#platform/http';
import { conflictPage, invitationPage } from './invitation-page.ts';
import { answerInvitation, viewInvitation } from './invitation.ts';

const params = Type.Object({ token: Type.String() });
const decisionSchema = Type.Object({ decision: Type.Enum(['accept', 'decline'], { type: 'string' }) }, closed);

/** The borrower's page. Mail scanners and link previews fetch links, so only a pressed button decides. */
export const referralCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'referrals.view-invitation', audience: 'customer with the link' }, schema: { params } },
    async (request, reply) => {
      const view = await viewInvitation(request.ctx, request.params.token);
      return sendHtml(reply, invitationPage(view, customerLanguage(request, view.chosen)));
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
      const { test, chosen } = await viewInvitation(request.ctx, token);
      const language = customerLanguage(request, chosen);
      const state = await answerInvitation(request.ctx, {
        token,
        decision,
        language,
        address: request.clientAddress,
        userAgent,
      });
      if (state !== 'accepted' && state !== 'declined')
        return sendHtml(reply, invitationPage({ state, ...(test === undefined ? {} : { test }) }, language));
      if (state !== (decision === 'accept' ? 'accepted' : 'declined'))
        return sendHtml(reply, conflictPage(state, await viewInvitation(request.ctx, token), language));
      return reply
        .code(303)
        .header('location', `/i/${encodeURIComponent(token)}${languageQuery(request)}`)
        .send();
    },
  );
};
