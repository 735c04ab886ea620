import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor } from '#lib/api/portal-roles';
import { fileNameHeader, readFileName, refuseOversized, streamBodies } from '#platform/http';
import { receiveRosterFile } from './roster-uploads/receive-roster-file.ts';
import { getRosterFile, listRosterFiles, mapColumns } from './roster-uploads/roster-files.ts';
import { applyRosterFile, undoRosterFile } from './roster-plans/apply-roster-file.ts';
import { listPlanRows } from './roster-plans/plan-rows.ts';
import { writeResultCsv } from './roster-plans/write-result-csv.ts';
import { fileBytesMax } from './roster-files/rules.ts';
import {
  applySchema,
  filesQuery,
  mappingSchema,
  ofFile,
  planRowsSchema,
  resultQuery,
  rosterFileSchema,
  rosterFilesSchema,
  rowsQuery,
  type RosterFileView,
} from './roster-files/schemas.ts';
import { findRemembered, type RosterFile } from './roster-files/store.ts';
import { toFileView, toRowView } from './roster-files/view-rules.ts';

const pageFiles = 25;

async function listViews(ctx: Ctx, files: readonly RosterFile[]): Promise<RosterFileView[]> {
  const actor = requirePortal(ctx.actor);
  const seen = {
    unmasked: !isMaskedFor(actor),
    remembered: await findRemembered(ctx.db, actor),
    now: ctx.clock.now(),
  };
  return files.map((file) => toFileView(file, seen));
}

async function view(ctx: Ctx, file: RosterFile): Promise<RosterFileView> {
  const [only] = await listViews(ctx, [file]);
  if (only === undefined) throw new Error('every file has a view');
  return only;
}

const viewOf = async (ctx: Ctx, id: string) => view(ctx, await getRosterFile(ctx, requirePortal(ctx.actor), id));

const read = { audience: 'portal', needs: 'rosters.read' } as const;
const write = { audience: 'portal', needs: 'rosters.write' } as const;

/** Rosters by file: upload, columns, preview, apply, undo. */
export const rosterFilePortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(uploadRoutes);
  await app.register(readRoutes);
  await app.register(changeRoutes);
};

const uploadRoutes: FastifyPluginAsyncTypebox = async (app) => {
  streamBodies(app);
  app.post(
    '/rosters',
    {
      bodyLimit: fileBytesMax,
      config: {
        ...write,
        operation: 'roster-files.upload',
        duringReset: 'refused',
        takesBytes: true,
        summary: 'Upload a roster file.',
      },
      schema: {
        description:
          'The bytes of a CSV, XLSX or NDJSON file; what it is, is found in its content. At most 256 MB and 1,000,000 rows, of an XLSX file 32 MB and 200,000 rows. Nothing changes before it is applied.',
        headers: fileNameHeader,
        response: { 201: rosterFileSchema },
      },
    },
    async (request, reply) => {
      refuseOversized(request, fileBytesMax);
      const { ctx, headers } = request;
      // A request without a body is an empty file.
      const chunks = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
      const name = readFileName(headers);
      const file = await receiveRosterFile(ctx, requirePortal(ctx.actor), { name, chunks });
      return reply.status(201).send(await view(ctx, file));
    },
  );
};

const readRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/rosters',
    {
      config: { ...read, operation: 'roster-files.list', summary: 'List roster files, the newest first.' },
      schema: { querystring: filesQuery, response: { 200: rosterFilesSchema } },
    },
    async ({ ctx, query }) => {
      const { files, next } = await listRosterFiles(ctx, requirePortal(ctx.actor), {
        before: query.before,
        limit: pageFiles,
      });
      return { data: await listViews(ctx, files), next: next ?? null };
    },
  );
  app.get(
    '/rosters/:file_id',
    {
      config: { ...read, operation: 'roster-files.get', summary: 'Get a roster file.' },
      schema: { params: ofFile, response: { 200: rosterFileSchema } },
    },
    async ({ ctx, params }) => viewOf(ctx, params.file_id),
  );
  app.get(
    '/rosters/:file_id/rows',
    {
      config: { ...read, operation: 'roster-files.list-rows', summary: 'List rows of the preview.' },
      schema: { params: ofFile, querystring: rowsQuery, response: { 200: planRowsSchema } },
    },
    async ({ ctx, params, query }) => {
      const actor = requirePortal(ctx.actor);
      const { action, warned, after = '0' } = query;
      const asked = { id: params.file_id, action, warned: warned === 'true', after: Number(after) };
      const { rows, next } = await listPlanRows(ctx, actor, asked);
      return { data: rows.map((row) => toRowView(row, !isMaskedFor(actor))), next: next ?? null };
    },
  );
  app.get(
    '/rosters/:file_id/result.csv',
    {
      config: { ...read, operation: 'roster-files.get-result', summary: 'Download the result, row by row.' },
      schema: {
        params: ofFile,
        querystring: resultQuery,
        response: { 200: fileSchema('text/csv') },
      },
    },
    async ({ ctx, params, query }, reply) => {
      const file = await getRosterFile(ctx, requirePortal(ctx.actor), params.file_id);
      const content = writeResultCsv(ctx, file, query.action);
      return sendFile(reply, {
        name: `roster-${file.id}-${query.action ?? 'result'}.csv`,
        type: 'text/csv; charset=utf-8',
        content,
      });
    },
  );
};

const changeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.put(
    '/rosters/:file_id/mapping',
    {
      config: {
        ...write,
        operation: 'roster-files.map-columns',
        duringReset: 'refused',
        summary: 'Say which column is what, and make the preview.',
      },
      schema: { params: ofFile, body: mappingSchema, response: { 200: rosterFileSchema } },
    },
    async ({ ctx, params, body }) => {
      await mapColumns(ctx, requirePortal(ctx.actor), { id: params.file_id, mapping: body.mapping });
      return viewOf(ctx, params.file_id);
    },
  );
  app.post(
    '/rosters/:file_id/apply',
    {
      config: {
        ...write,
        operation: 'roster-files.apply',
        duringReset: 'refused',
        fresh: 'live',
        summary: 'Apply what the preview shows.',
      },
      schema: { params: ofFile, body: applySchema, response: { 200: rosterFileSchema } },
    },
    async ({ ctx, params, body }) => {
      const { confirm_removals: confirmedRemovals, leave_out_invalid: leftOutRows } = body;
      await applyRosterFile(ctx, requirePortal(ctx.actor), { id: params.file_id, confirmedRemovals, leftOutRows });
      return viewOf(ctx, params.file_id);
    },
  );
  app.post(
    '/rosters/:file_id/undo',
    {
      config: {
        ...write,
        operation: 'roster-files.undo',
        duringReset: 'refused',
        fresh: 'live',
        summary: 'Undo an applied file, within 24 hours.',
      },
      schema: { params: ofFile, response: { 200: rosterFileSchema } },
    },
    async ({ ctx, params }) => {
      await undoRosterFile(ctx, requirePortal(ctx.actor), params.file_id);
      return viewOf(ctx, params.file_id);
    },
  );
};
