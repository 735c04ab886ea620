import { readFileSync } from 'node:fs';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { notFound } from '#platform/errors';
import { filePolicy } from '#platform/http';
import { sampleReports } from './sample-data.ts';

const names = Object.keys(sampleReports);
const params = Type.Object({ file: Type.Enum(names, { type: 'string' }) });

/** Sample reports, the same for every client. Made by tools/sample-reports.ts, with no real person or vehicle in them. */
export const sampleReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const files = new Map(names.map((name) => [name, readFileSync(new URL(name, import.meta.url))]));
  app.get(
    '/:file',
    {
      config: {
        operation: 'agent-sandbox.get-sample',
        audience: 'anyone',
        summary: 'Download a sample report.',
        refusals: [400, 404],
      },
      // An unknown name gets the same response as an unknown path.
      attachValidation: true,
      schema: {
        description: 'A synthetic report to try uploads with. No credential is needed.',
        params,
        response: { 200: fileSchema('application/pdf') },
      },
    },
    async ({ params: { file } }, reply) => {
      const bytes = files.get(file);
      if (bytes === undefined) throw notFound();
      reply.headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': filePolicy });
      return sendFile(reply, { name: file, type: 'application/pdf', content: bytes });
    },
  );
};
