import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { sendHtml } from '#platform/http';
import { composeDraft, getDraft } from './drafts/drafts.ts';
import type { AppraisalSources } from './facts.ts';
import { sendPdf, writeAppraisalPdf } from './pages/appraisal-copies.ts';
import { draftPage } from './pages/appraisal-page.ts';
import { getAppraisal } from './release/release.ts';
import { releaseAppraisal } from './release/release-appraisal.ts';
import { appraisalSchema, draftBodySchema, releaseBodySchema, withdrawBodySchema } from './schemas.ts';
import { withdrawVersion } from './versions/versions.ts';

const params = Type.Object({ consultation_id: Type.String() });
const response = { 200: appraisalSchema };
const file = (type: string) => ({ 200: { content: { [type]: { schema: Type.String() } } } });

/** `sources` provide the case and may deliver it; most of them belong to modules that come after this one. */
export const appraisalStaffRoutes =
  (sources: AppraisalSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(draftRoutes(sources));
    await app.register(previewRoutes);
    await app.register(releaseRoutes(sources));
  };

const draftRoutes =
  (sources: AppraisalSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/cases/:consultation_id/appraisal',
      {
        config: {
          operation: 'appraisals.get',
          audience: 'staff',
          role: 'caller',
          summary: 'Retrieve the appraisal of a case: its draft, its versions, and what releasing it does.',
        },
        schema: { params, response },
      },
      async ({ ctx, params: { consultation_id: id } }) => getAppraisal(ctx, id, sources),
    );

    app.put(
      '/cases/:consultation_id/appraisal/draft',
      {
        config: {
          operation: 'appraisals.compose',
          audience: 'staff',
          role: 'caller',
          summary: 'Compose the draft of an appraisal from the market read and the facts of the case.',
        },
        schema: { params, body: draftBodySchema, response },
      },
      async ({ ctx, params: { consultation_id: id }, body }) => {
        await composeDraft(ctx, { consultationId: id, ...body }, sources);
        return getAppraisal(ctx, id, sources);
      },
    );
  };

const previewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/cases/:consultation_id/appraisal/preview',
    {
      config: {
        operation: 'appraisals.preview',
        audience: 'staff',
        role: 'caller',
        summary: 'View the draft as the owner’s page will look.',
      },
      schema: { params, response: file('text/html') },
    },
    async ({ ctx, params: { consultation_id: id } }, reply) =>
      sendHtml(reply, draftPage((await getDraft(ctx, id)).inputs)),
  );

  app.get(
    '/cases/:consultation_id/appraisal/preview.pdf',
    {
      config: {
        operation: 'appraisals.preview-pdf',
        audience: 'staff',
        role: 'caller',
        summary: 'View the draft as PDF.',
      },
      schema: { params, response: file('application/pdf') },
    },
    async ({ ctx, params: { consultation_id: id } }, reply) => {
      const { inputs, at } = await getDraft(ctx, id);
      const content = await writeAppraisalPdf(inputs, {
        url: undefined,
        sha256: undefined,
        at,
        language: 'en',
        team: ctx.config.team,
      });
      return sendPdf(reply, { name: `draft-${inputs.case_number}.pdf`, content });
    },
  );
};

const releaseRoutes =
  (sources: AppraisalSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/cases/:consultation_id/appraisal/release',
      {
        config: {
          operation: 'appraisals.release',
          audience: 'staff',
          role: 'caller',
          summary: 'Release the draft: delivers, sends the owner the link, and captures a research hold that stands.',
        },
        schema: { params, body: releaseBodySchema, response },
      },
      async ({ ctx, params: { consultation_id: id }, body }) => {
        await releaseAppraisal(ctx, { consultationId: id, revision: body.revision, reason: body.reason }, sources);
        return getAppraisal(ctx, id, sources);
      },
    );

    app.post(
      '/cases/:consultation_id/appraisal/withdraw',
      {
        config: {
          operation: 'appraisals.withdraw',
          audience: 'staff',
          role: 'lead',
          summary: 'Withdraw a released version; its page leads to the newest that counts.',
        },
        schema: { params, body: withdrawBodySchema, response },
      },
      async ({ ctx, params: { consultation_id: id }, body }) => {
        await withdrawVersion(ctx, { consultationId: id, number: body.number, reason: body.reason });
        return getAppraisal(ctx, id, sources);
      },
    );
  };
