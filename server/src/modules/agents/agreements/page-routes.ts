import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { marked } from 'marked';
import { Type } from 'typebox';
import { Html } from '#lib/text/html';
import { notFound } from '#platform/errors';
import { sendHtml } from '#platform/http';
import { findAgreement } from './find-agreement.ts';

/** Every version of the agreement as an HTML page. */
export const agreementPageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/agent-agreement/:version',
    {
      config: { operation: 'agents.agreement-page', audience: 'anyone' },
      schema: { params: Type.Object({ version: Type.String({ maxLength: 100 }) }) },
    },
    async (request, reply) => {
      const agreement = findAgreement(request.params.version);
      if (agreement === undefined) throw notFound('There is no agreement of this version.');
      // The Markdown is a file of this repository, so its markup is trusted.
      const body = new Html(marked.parse(agreement.markdown, { async: false }));
      return sendHtml(reply, { status: 200, title: 'Agent API Agreement', body });
    },
  );
};
