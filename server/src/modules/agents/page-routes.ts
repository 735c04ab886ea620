import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { marked } from 'marked';
import { Type } from 'typebox';
import { Html } from '#lib/html';
import { notFound } from '#platform/errors';
import { sendPage } from '#platform/http';
import { findAgreement } from './agreement.ts';

/** The agreement for people to read, every version of it. */
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
      // The text is a file of ours, so its markup is too.
      const body = new Html(marked.parse(agreement.markdown, { async: false }));
      return sendPage(reply, { status: 200, title: 'Agent API Agreement', body });
    },
  );
};
