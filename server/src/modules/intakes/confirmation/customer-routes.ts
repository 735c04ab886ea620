import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { languageQuery, customerLanguage, refuseForeignForms, sendHtml } from '#platform/http';
import { answerLink } from './answer-link.ts';
import { viewLink } from './confirmation.ts';
import { linkPage, refusalPage } from './link-page.ts';

const params = Type.Object({ token: Type.String() });
const decisionSchema = Type.Object(
  {
    decision: Type.Enum(['confirm', 'decline'], { type: 'string' }),
    wording: Type.Optional(Type.String({ maxLength: 60 })),
  },
  { additionalProperties: false },
);

/** The customer's page. Email scanners and link previews fetch links, so only submitting a form decides. */
export const intakeCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'intakes.view-link', audience: 'customer with the link' }, schema: { params } },
    async (request, reply) => {
      const view = await viewLink(request.ctx, request.params.token);
      return sendHtml(reply, linkPage(view, customerLanguage(request, view.chosen)));
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
      const { decision, wording } = request.body;
      const [address, userAgent] = [request.clientAddress, request.headers['user-agent'] ?? ''];
      const language = customerLanguage(request, (await viewLink(request.ctx, token)).chosen);
      const state = await answerLink(request.ctx, { token, decision, wording, language, address, userAgent });
      if (state !== (decision === 'confirm' ? 'confirmed' : 'declined'))
        return sendHtml(reply, refusalPage(await viewLink(request.ctx, token), state, language));
      return reply
        .code(303)
        .header('location', `/c/${encodeURIComponent(token)}${languageQuery(request)}`)
        .send();
    },
  );
};
