import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { languages } from '#lib/languages/language';
import { readLanguageToken } from '#lib/text/language-link';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { refuseForeignForms } from '#platform/http';
import type { Limit } from '#platform/limits';
import { setLanguage } from './lifecycle.ts';

/** Per case; more than a reader who compares both languages needs. */
const switched: Limit = { name: 'language-switched', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

const bodySchema = Type.Object(
  {
    lang: Type.Enum([...languages], { type: 'string' }),
    /** One of our own paths, so that the redirect cannot lead to another site. */
    page: Type.String({ pattern: '^/[A-Za-z0-9][\\w\\-./?=&%~+]*$', maxLength: 1_000 }),
  },
  closed,
);

/** The language switch on an owner's pages, stored for all later pages, messages and links of the case. */
export const languageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:token',
    {
      config: { operation: 'consultations.switch-language', audience: 'customer with the link' },
      schema: { params: Type.Object({ token: Type.String({ maxLength: 200 }) }), body: bodySchema },
      preValidation: refuseForeignForms('lang'),
    },
    async ({ ctx, params, body: { lang, page } }, reply) => {
      const consultationId = readLanguageToken(ctx, params.token);
      if (consultationId === undefined) throw notFound();
      await ctx.limits.consume(switched, consultationId);
      await transact(ctx, async (tx) => setLanguage(tx, { consultationId, language: lang }));
      return reply.code(303).header('location', withoutLanguage(page)).send();
    },
  );
};

/** The stored language applies from now on. */
function withoutLanguage(page: string): string {
  const [path = '', search = ''] = page.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('lang');
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
