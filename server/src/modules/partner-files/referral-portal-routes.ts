import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { sendFile } from '#lib/api/files';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor } from '#lib/api/portal-roles';
import { toCsv } from '#lib/csv/csv';
import { forbidden } from '#platform/errors';
import { fileNameHeader, readFileName, refuseOversized, streamBodies } from '#platform/http';
import type { Limit } from '#platform/limits';
import {
  applyReferralFile,
  resumeReferralFile,
  stopReferralFile,
  writeRejectedCsv,
  writeResultCsv,
} from './referral-applying/applying.ts';
import { listFileRows, mapReferralColumns } from './referral-checking/checking.ts';
import { templateColumns } from './referral-files/column-data.ts';
import { getReferralFile, listReferralFiles, receiveReferralFile } from './referral-uploads/files.ts';
import { listRows } from './referral-files/row-store.ts';
import { fileBytesMax } from './referral-files/rules.ts';
import {
  applySchema,
  fileSchema,
  filesQuery,
  filesSchema,
  mappingSchema,
  ofFile,
  rowsQuery,
  rowsSchema,
  type FileView,
} from './referral-files/schemas.ts';
import { findRemembered } from './referral-files/store.ts';
import { toFileView, toRowView, toSummary } from './referral-files/view-rules.ts';

/** A dry run takes a second of CPU time that other requests wait for. */
const dryRuns: Limit = {
  name: 'portal_referral_dry_runs',
  points: 60,
  windowS: 3600,
  whenStoreIsGone: 'refuse',
};

const pageFiles = 25;
/** Rows shown for each column. */
const samplesMax = 5;

async function viewOf(ctx: Ctx, id: string): Promise<FileView> {
  const actor = requirePortal(ctx.actor);
  const file = await getReferralFile(ctx, actor, id);
  const [remembered, samples] = await Promise.all([
    findRemembered(ctx.db, actor),
    listRows(ctx.db, file, { after: 0, limit: samplesMax, filter: undefined }),
  ]);
  return toFileView(file, { unmasked: !isMaskedFor(actor), remembered, samples });
}

const read = { audience: 'portal', needs: 'referrals.read' } as const;
const write = { audience: 'portal', needs: 'referrals.write' } as const;
const csv = { 200: { content: { 'text/csv': { schema: Type.String() } } } };
const csvType = 'text/csv; charset=utf-8';

/** Referrals by file: upload, columns, dry run, apply, stop, resume, result. */
export const referralFilePortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(uploadRoutes);
  await app.register(readRoutes);
  await app.register(resultRoutes);
  await app.register(changeRoutes);
  await app.register(haltRoutes);
};

const uploadRoutes: FastifyPluginAsyncTypebox = async (app) => {
  streamBodies(app);
  app.post(
    '/referral-files',
    {
      bodyLimit: fileBytesMax,
      config: {
        ...write,
        operation: 'referral-files.upload',
        duringReset: 'refused',
        takesBytes: true,
        summary: 'Upload a file of referrals.',
      },
      schema: {
        description:
          'The bytes of a CSV or XLSX file; what it is, is found in its content. At most 8 MB and 5,000 rows, 20 files a day. Nobody is referred before it is applied.',
        headers: fileNameHeader,
        response: { 201: fileSchema },
      },
    },
    async (request, reply) => {
      refuseOversized(request, fileBytesMax);
      const { ctx, headers } = request;
      // A request without a body is an empty file.
      const chunks = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
      const name = readFileName(headers);
      const { id } = await receiveReferralFile(ctx, requirePortal(ctx.actor), { name, chunks });
      return reply.status(201).send(await viewOf(ctx, id));
    },
  );
};

const readRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referral-files',
    {
      config: { ...read, operation: 'referral-files.list', summary: 'List files of referrals, the newest first.' },
      schema: { querystring: filesQuery, response: { 200: filesSchema } },
    },
    async ({ ctx, query }) => {
      const page = { before: query.before, limit: pageFiles };
      const actor = requirePortal(ctx.actor);
      const { files, next } = await listReferralFiles(ctx, actor, page);
      const unmasked = !isMaskedFor(actor);
      return { data: files.map((file) => toSummary(file, unmasked)), next: next ?? null };
    },
  );
  app.get(
    '/referral-files/template.csv',
    {
      config: {
        ...read,
        operation: 'referral-files.get-template',
        summary: 'Download a template with one synthetic row.',
      },
      schema: { response: csv },
    },
    async (_request, reply) => {
      const rows = [templateColumns.map(([name]) => name), templateColumns.map(([, example]) => example)];
      return reply
        .type(csvType)
        .header('content-disposition', 'attachment; filename="referrals-template.csv"')
        .send(toCsv(rows));
    },
  );
  app.get(
    '/referral-files/:file_id',
    {
      config: { ...read, operation: 'referral-files.get', summary: 'Get a file of referrals.' },
      schema: { params: ofFile, response: { 200: fileSchema } },
    },
    async ({ ctx, params }) => viewOf(ctx, params.file_id),
  );
  app.get(
    '/referral-files/:file_id/rows',
    {
      config: { ...read, operation: 'referral-files.list-rows', summary: 'List rows and what becomes of them.' },
      schema: { params: ofFile, querystring: rowsQuery, response: { 200: rowsSchema } },
    },
    async ({ ctx, params, query }) => {
      const actor = requirePortal(ctx.actor);
      const asked = { id: params.file_id, filter: query.outcome, after: Number(query.after ?? '0') };
      const { file, rows, next } = await listFileRows(ctx, actor, asked);
      return { data: rows.map((row) => toRowView(file, row, !isMaskedFor(actor))), next: next ?? null };
    },
  );
};

const resultRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referral-files/:file_id/result.csv',
    {
      config: { ...read, operation: 'referral-files.get-result', summary: 'Download what became of each row.' },
      schema: { params: ofFile, response: csv },
    },
    async ({ ctx, params }, reply) => {
      const actor = requirePortal(ctx.actor);
      const file = await getReferralFile(ctx, actor, params.file_id);
      const content = writeResultCsv(ctx, file, { unmasked: !isMaskedFor(actor) });
      return sendFile(reply, { name: `referrals-${file.id}-result.csv`, type: csvType, content });
    },
  );
  app.get(
    '/referral-files/:file_id/rejected.csv',
    {
      config: {
        ...read,
        operation: 'referral-files.get-rejected',
        summary: 'Download the rejected rows as they are in the file, with the reason.',
      },
      schema: {
        description: 'For whoever may see contacts; others get the result, which has none.',
        params: ofFile,
        response: csv,
      },
    },
    async ({ ctx, params }, reply) => {
      const actor = requirePortal(ctx.actor);
      const file = await getReferralFile(ctx, actor, params.file_id);
      if (isMaskedFor(actor)) throw forbidden();
      return sendFile(reply, {
        name: `referrals-${file.id}-rejected.csv`,
        type: csvType,
        content: writeRejectedCsv(ctx, file),
      });
    },
  );
};

const changeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.put(
    '/referral-files/:file_id/mapping',
    {
      config: {
        ...write,
        operation: 'referral-files.map-columns',
        duringReset: 'refused',
        summary: 'Say which column is what, and make the dry run.',
      },
      schema: { params: ofFile, body: mappingSchema, response: { 200: fileSchema } },
    },
    async ({ ctx, params, body }) => {
      const actor = requirePortal(ctx.actor);
      await ctx.limits.consume(dryRuns, actor.institutionId);
      await mapReferralColumns(ctx, actor, { id: params.file_id, mapping: body.mapping });
      return viewOf(ctx, params.file_id);
    },
  );
  app.post(
    '/referral-files/:file_id/apply',
    {
      config: {
        ...write,
        operation: 'referral-files.apply',
        duringReset: 'refused',
        fresh: 'live',
        summary: 'Refer the rows that the dry run found ready; they are invited at once.',
      },
      schema: {
        description: 'Both numbers must be those of the dry run; others are 409 referral_count_mismatch.',
        params: ofFile,
        body: applySchema,
        response: { 200: fileSchema },
      },
    },
    async ({ ctx, params, body }) => {
      const { ready, leave_out: leaveOut } = body;
      await applyReferralFile(ctx, requirePortal(ctx.actor), { id: params.file_id, ready, leaveOut });
      return viewOf(ctx, params.file_id);
    },
  );
};

const haltRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referral-files/:file_id/resume',
    {
      config: {
        ...write,
        operation: 'referral-files.resume',
        duringReset: 'refused',
        fresh: 'live',
        summary: 'Go on with a file that was stopped; nobody is referred twice.',
      },
      schema: {
        description: 'As long as what is in the file is stored, which is 7 days.',
        params: ofFile,
        response: { 200: fileSchema },
      },
    },
    async ({ ctx, params }) => {
      await resumeReferralFile(ctx, requirePortal(ctx.actor), params.file_id);
      return viewOf(ctx, params.file_id);
    },
  );
  app.post(
    '/referral-files/:file_id/stop',
    {
      config: {
        ...write,
        operation: 'referral-files.stop',
        duringReset: 'allowed',
        summary: 'Stop a file that is being applied; who was invited stays invited.',
      },
      schema: { params: ofFile, response: { 200: fileSchema } },
    },
    async ({ ctx, params }) => {
      await stopReferralFile(ctx, requirePortal(ctx.actor), params.file_id);
      return viewOf(ctx, params.file_id);
    },
  );
};
