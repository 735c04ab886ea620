import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { getDocument, getDocumentFile, type DocumentFile } from './get-document.ts';
import { documentSchema } from './schemas.ts';

const params = Type.Object({ document_id: Type.String() });

/** What came with a case, for the team. */
export const documentStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/documents/:document_id',
    {
      config: { operation: 'documents.get', audience: 'staff' },
      schema: { params, response: { 200: documentSchema } },
    },
    async ({ ctx, params }) => getDocument(ctx, params.document_id),
  );

  app.get(
    '/documents/:document_id/file',
    {
      config: { operation: 'documents.get-file', audience: 'staff' },
      schema: { params, response: { 200: { content: { 'application/pdf': { schema: Type.String() } } } } },
    },
    async ({ ctx, params }, reply) => {
      return sendFile(reply, await getDocumentFile(ctx, params.document_id));
    },
  );
};

/** A stranger made it: a browser saves it, shows it nowhere, and takes it for nothing else. */
function sendFile(reply: FastifyReply, { name, sizeBytes, content }: DocumentFile): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-length', sizeBytes)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content);
}
