import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { FactSources } from '#modules/consultations';
import { getReportCheck, releaseFindings, withdrawFindings } from './releases/releases.ts';
import { releaseBodySchema, reportCheckSchema } from './finding-schemas.ts';

const params = Type.Object({ consultation_id: Type.String() });
const response = { 200: reportCheckSchema };

/** The findings about the insurer's report, and the ones that the customer sees. */
export const reportCheckStaffRoutes =
  (sources: FactSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(viewRoutes(sources));
    await app.register(releaseRoutes(sources));
  };

const viewRoutes =
  (sources: FactSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/cases/:consultation_id/report-check',
      {
        config: {
          operation: 'report-checks.get',
          audience: 'staff',
          role: 'caller',
          summary: 'Retrieve what was found about the insurer’s reports of a case.',
        },
        schema: {
          description:
            'Computed from what was read and from the facts of the case. A finding that is not certain rests on a figure that was not read for certain: compare it with the page before you use it.',
          params,
          response,
        },
      },
      async ({ ctx, params: { consultation_id: id } }) => getReportCheck(ctx, sources, id),
    );
  };

const releaseRoutes =
  (sources: FactSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/cases/:consultation_id/report-check/release',
      {
        config: {
          operation: 'report-checks.release',
          audience: 'staff',
          role: 'caller',
          summary: 'Show findings to the customer, as they are now.',
        },
        schema: {
          description:
            'Replaces what was shown before. 404: one of them is no finding of this case. 409: something else is found by now than what was seen, or the case is closed.',
          params,
          body: releaseBodySchema,
          response,
        },
      },
      async ({ ctx, params: { consultation_id: id }, body }) => {
        await releaseFindings(ctx, sources, {
          consultationId: id,
          fingerprint: body.fingerprint,
          findingIds: body.finding_ids,
        });
        return getReportCheck(ctx, sources, id);
      },
    );

    app.post(
      '/cases/:consultation_id/report-check/withdraw',
      {
        config: {
          operation: 'report-checks.withdraw',
          audience: 'staff',
          role: 'caller',
          summary: 'No longer show findings to the customer.',
        },
        schema: { params, response },
      },
      async ({ ctx, params: { consultation_id: id } }) => {
        await withdrawFindings(ctx, id);
        return getReportCheck(ctx, sources, id);
      },
    );
  };
