import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { customerLanguage, languageQuery, refuseForeignForms, sendHtml } from '#platform/http';
import type { ConsultationSources } from '../facts.ts';
import { numberPage } from './number-page.ts';
import { giveNumber, viewNumberLink } from './numbers.ts';

const params = Type.Object({ token: Type.String() });
/** Longer than any way to write a US number. */
const numberSchema = Type.Object({ number: Type.String({ maxLength: 30 }) }, closed);

/** Where a customer gives another number after the first turned out to be wrong. */
export const numberCustomerRoutes =
  (sources: Pick<ConsultationSources, 'numbers'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/:token',
      { config: { operation: 'consultations.view-number', audience: 'customer with the link' }, schema: { params } },
      async (request, reply) => {
        const view = await viewNumberLink(request.ctx, request.params.token);
        return sendHtml(reply, numberPage(view.state, view, customerLanguage(request, view.chosen)));
      },
    );

    app.post(
      '/:token',
      {
        config: { operation: 'consultations.give-number', audience: 'customer with the link' },
        schema: { params, body: numberSchema },
        preValidation: refuseForeignForms('number'),
      },
      async (request, reply) => {
        const { token } = request.params;
        const language = customerLanguage(request, (await viewNumberLink(request.ctx, token)).chosen);
        const answer = await giveNumber(request.ctx, sources, { token, text: request.body.number, language });
        if (answer !== 'given')
          return sendHtml(reply, numberPage(answer, await viewNumberLink(request.ctx, token), language));
        return reply
          .code(303)
          .header('location', `/c/number/${encodeURIComponent(token)}${languageQuery(request)}`)
          .send();
      },
    );
  };
