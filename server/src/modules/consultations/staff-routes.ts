import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Ctx } from '#context';
import { meterUpload, withUploadSlot } from '#modules/documents';
import { abortOnDisconnect, acceptUploads, readUpload } from '#platform/http';
import { attachReport } from './facts/take-report.ts';
import type { FactSources } from './facts/source-facts.ts';
import { changeFacts, toChangedFacts, decodeTypedVin } from './facts/change-facts.ts';
import { getFactsView } from './facts/to-facts-view.ts';
import {
  consultationParamsSchema,
  changedFactsSchema,
  changeFactsSchema,
  decodedVinSchema,
  factsViewSchema,
  vinSchema,
} from './facts/schemas.ts';
import { Type } from 'typebox';
import { assignConsultation } from './assignees/assignees.ts';
import { assigneeSchema, assignSchema } from './assignees/schemas.ts';
import { listBoard } from './lifecycle/lifecycle.ts';
import { boardQuerySchema, boardSchema } from './schemas.ts';
import { addNote } from './notes/notes.ts';
import { addedNoteSchema, newNoteSchema } from './notes/schemas.ts';

export const noteStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/cases/:consultation_id/notes',
    {
      config: {
        operation: 'consultations.add-note',
        audience: 'staff',
        role: 'caller',
        summary: 'Write a note about a case.',
      },
      schema: {
        params: Type.Object({ consultation_id: Type.String() }),
        body: newNoteSchema,
        response: { 200: addedNoteSchema },
      },
    },
    async ({ ctx, params, body }) => addNote(ctx, params.consultation_id, body),
  );
};

export const consultationStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board',
    {
      config: {
        operation: 'consultations.list-board',
        audience: 'staff',
        role: 'caller',
        summary: 'List the cases to call, in order.',
      },
      schema: { querystring: boardQuerySchema, response: { 200: boardSchema } },
    },
    async (request) => listBoard(request.ctx, request.query),
  );
};

export const assigneeStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/consultations/:consultation_id/assignee',
    {
      config: {
        operation: 'consultations.assign',
        audience: 'staff',
        role: 'caller',
        summary: 'Take a case over, hand it over, or assign it.',
        description:
          'Everybody may take a case, and hand over or give up their own. Leads assign any case to anybody who is active. The lease for calling is independent of it.',
      },
      schema: {
        params: Type.Object({ consultation_id: Type.String() }),
        body: assignSchema,
        response: { 200: assigneeSchema },
      },
    },
    async ({ ctx, params, body }) => assignConsultation(ctx, { id: params.consultation_id, change: body }),
  );
};

/** What the team knows about a case, and what it adds. `base` is the service's own context, which is not audited. */
export const factStaffRoutes =
  (sources: FactSources, base: Ctx): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(factRoutes(sources));
    await app.register(uploadRoutes(sources, base));
    await app.register(vinRoutes);
  };

const factRoutes =
  (sources: FactSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/cases/:consultation_id/facts',
      {
        config: {
          operation: 'facts.get',
          audience: 'staff',
          role: 'caller',
          summary: 'Retrieve the facts of a case with their sources and every change.',
        },
        schema: { params: consultationParamsSchema, response: { 200: factsViewSchema } },
      },
      async ({ ctx, params }) => getFactsView(ctx, sources, params.consultation_id),
    );

    app.patch(
      '/cases/:consultation_id/facts',
      {
        config: {
          operation: 'facts.change',
          audience: 'staff',
          role: 'caller',
          summary: 'Record what was learned about a case.',
        },
        schema: {
          description:
            'What staff state counts before the report and before what was submitted; null means that it is not known after all. The market is read again. 409: somebody else changed the facts since the version that was seen, or the case is closed.',
          params: consultationParamsSchema,
          body: changeFactsSchema,
          response: { 200: changedFactsSchema },
        },
      },
      async ({ ctx, params, body: { seen, changes, withdrawn = [] } }) =>
        toChangedFacts(
          ctx,
          await changeFacts(ctx, sources, { consultationId: params.consultation_id, seen, changes, withdrawn }),
        ),
    );
  };

/** Separate from the other routes, because its bodies are files. */
const uploadRoutes =
  (sources: FactSources, base: Ctx): FastifyPluginAsyncTypebox =>
  async (app) => {
    acceptUploads(app);
    app.post(
      '/cases/:consultation_id/documents',
      {
        config: {
          operation: 'facts.attach-report',
          audience: 'staff',
          role: 'caller',
          takesFiles: true,
          summary: 'Add a valuation report to a case.',
        },
        schema: {
          description:
            'A multipart body with one part named file, a PDF of at most 15 MB. It is read while you wait. At most ten files per case; the same file counts once.',
          params: consultationParamsSchema,
          response: { 200: changedFactsSchema },
        },
      },
      async (request, reply) => {
        const { ctx, params } = request;
        const consultationId = params.consultation_id;
        const signal = abortOnDisconnect(reply);
        // The audit trail records a report only once it is added; counting and storing its bytes is not an audited act.
        const files = { ...ctx, db: base.db };
        const { sourceId: intakeId } = await sources.find(ctx, consultationId);
        return withUploadSlot({ actor: ctx.actor, intakeId }, () =>
          readUpload(
            request,
            async (pdf) =>
              toChangedFacts(ctx, await attachReport(ctx, sources, { consultationId, pdf, signal, files })),
            meterUpload(files),
          ),
        );
      },
    );
  };

const vinRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/vin-decodings',
    {
      config: {
        operation: 'facts.decode-vin',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'Decode a VIN while it is typed; nothing is stored.',
      },
      schema: { body: vinSchema, response: { 200: decodedVinSchema } },
    },
    async ({ ctx, body }) => decodeTypedVin(ctx, body.vin),
  );
};
