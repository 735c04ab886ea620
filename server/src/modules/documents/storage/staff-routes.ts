import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { filePolicy } from '#platform/http';
import { documentSchema } from '../schemas.ts';
import { getDocument, getDocumentFile, getPageImage, type DocumentFile } from './documents.ts';

const params = Type.Object({ document_id: Type.String() });
const pageQuery = Type.Object({ number: Type.String({ pattern: '^[1-9]\\d{0,2}$', description: 'counted from 1' }) });

/** Documents of a consultation, for staff. */
export const documentStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/documents/:document_id',
    {
      config: {
        operation: 'documents.get',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve a document and what was read from it.',
      },
      schema: { params, response: { 200: documentSchema } },
    },
    async ({ ctx, params }) => getDocument(ctx, params.document_id),
  );

  app.get(
    '/documents/:document_id/file',
    {
      config: {
        operation: 'documents.get-file',
        audience: 'staff',
        role: 'caller',
        summary: 'Download the file of a document.',
      },
      schema: { params, response: { 200: fileSchema('application/pdf') } },
    },
    async ({ ctx, params }, reply) => {
      return sendUntrusted(reply, await getDocumentFile(ctx, params.document_id));
    },
  );

  app.get(
    '/documents/:document_id/page',
    {
      config: {
        operation: 'documents.get-page',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve one page of a document as an image.',
      },
      schema: {
        description: 'A PNG of 850 × 1100 pixels for a letter page: a point of a box is 1100/792 pixels.',
        params,
        querystring: pageQuery,
        response: { 200: { content: { 'image/png': { schema: Type.String() } } } },
      },
    },
    async ({ ctx, params: { document_id: documentId }, query }, reply) =>
      sendImage(reply, await getPageImage(ctx, { documentId, page: Number(query.number) })),
  );
};

/** Drawn by us from an untrusted file: a browser may display it, but must not store it. */
const sendImage = (reply: FastifyReply, image: Buffer): FastifyReply =>
  reply
    .type('image/png')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', filePolicy)
    .send(image);

/** The file is untrusted: browsers must download it, not display it or guess its type. */
function sendUntrusted(reply: FastifyReply, { name, sizeBytes, content }: DocumentFile): FastifyReply {
  reply.headers({
    'content-length': sizeBytes,
    'x-content-type-options': 'nosniff',
    'content-security-policy': filePolicy,
  });
  return sendFile(reply, { name, type: 'application/pdf', content });
}
