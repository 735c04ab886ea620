import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { answerPartner } from '#modules/access';
import { bulkResultSchema } from '#lib/bulk-result';
import { closed } from '#lib/shapes';
import { validationFailed } from '#platform/errors';
import { maxIssues, schemaIssues } from '#platform/http';
import { changeEnrollment, VinTaken } from './change-enrollment.ts';
import { enrollBulk } from './enroll-bulk.ts';
import { enrollOne } from './enroll.ts';
import { enrollmentExists } from './errors.ts';
import { toView } from './events.ts';
import { getEnrollment, listEnrollments, ownerOfCall } from './list-enrollments.ts';
import { patchIssues } from './rules.ts';
import {
  bulkEnrollmentSchema,
  enrollmentPageSchema,
  enrollmentPatchSchema,
  enrollmentQuerySchema,
  enrollmentSchema,
  newEnrollmentSchema,
} from './schemas.ts';
import { listLivingByVin } from './store.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({}, closed);

/** An id of another institution or of the other mode is not there, whatever else is wrong with the request. */
const existingEnrollment = async (request: FastifyRequest): Promise<void> => {
  const { id } = request.params as { id: string };
  await getEnrollment(request.ctx, ownerOfCall(request.ctx), id);
};

/** The roster, vehicle by vehicle. */
export const enrollmentPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(collectionRoutes);
  await app.register(bulkRoutes);
  await app.register(memberRoutes);
};

const collectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/plans/enrollments',
    {
      config: {
        operation: 'plans.enroll',
        audience: 'partner',
        summary: 'Enroll one vehicle.',
        refusals: [400, 403, 409],
        door: { locates: true },
      },
      schema: {
        description:
          'plan is one of your institution’s, the first of them unless told; effective_on is today (UTC) unless told. A VIN is enrolled once: 409 enrollment_exists names the enrollment that has it.',
        querystring: noQuery,
        body: newEnrollmentSchema,
        response: { 201: enrollmentSchema },
      },
    },
    async (request, reply) =>
      answerPartner(request, reply, async (tx) => ({
        status: 201,
        body: toView(await enrollOne(tx, ownerOfCall(tx), request.body)),
      })),
  );

  app.get(
    '/plans/enrollments',
    {
      config: {
        operation: 'plans.list-enrollments',
        audience: 'partner',
        summary: 'List the roster.',
        refusals: [400],
      },
      schema: { querystring: enrollmentQuerySchema, response: { 200: enrollmentPageSchema } },
    },
    async ({ ctx, query }) => listEnrollments(ctx, ownerOfCall(ctx), query),
  );
};

const bulkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/plans/enrollments/bulk',
    {
      bodyLimit: 10_485_760,
      config: {
        operation: 'plans.enroll-bulk',
        audience: 'partner',
        summary: 'Enroll up to 500 vehicles; each row stands for itself.',
        refusals: [400, 403, 409, 413],
      },
      schema: {
        description:
          'Each row is the body of POST /plans/enrollments. The answer is 200 whatever became of the rows: look at failed, and in results at each row’s status and error. For a whole roster use roster-sync.',
        querystring: noQuery,
        body: bulkEnrollmentSchema,
        response: { 200: bulkResultSchema('enrollment_id') },
      },
    },
    async (request, reply) =>
      answerPartner(request, reply, async (tx) => ({
        status: 200,
        body: await enrollBulk(tx, ownerOfCall(tx), request.body.enrollments),
      })),
  );
};

const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/plans/enrollments/:id',
    {
      config: {
        operation: 'plans.get-enrollment',
        audience: 'partner',
        summary: 'Retrieve one enrollment.',
        refusals: [404],
      },
      schema: { params, querystring: noQuery, response: { 200: enrollmentSchema } },
    },
    async ({ ctx, params: { id } }) => getEnrollment(ctx, ownerOfCall(ctx), id),
  );

  app.patch(
    '/plans/enrollments/:id',
    {
      config: {
        operation: 'plans.change-enrollment',
        audience: 'partner',
        summary: 'Cancel, swap the VIN, or edit contact details.',
        refusals: [400, 403, 404, 409],
      },
      schema: {
        description:
          'Either status canceled, with or without cancel_reason and nothing else, or edits; a vehicle with another VIN swaps it. Cancel and swap while it is active, contact details and reference until it is canceled. Else 409 invalid_state with current_status.',
        params,
        querystring: noQuery,
        body: enrollmentPatchSchema,
        response: { 200: enrollmentSchema },
      },
      preValidation: existingEnrollment,
      attachValidation: true,
    },
    async (request, reply) => {
      const { id } = request.params;
      const patch = request.body;
      const issues = [...schemaIssues(request), ...patchIssues(patch)];
      if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
      return namingHolder(request.ctx, () =>
        answerPartner(request, reply, async (tx) => ({
          status: 200,
          body: toView(await changeEnrollment(tx, ownerOfCall(tx), { id, patch })),
        })),
      );
    },
  );
};

/** Whoever took a VIN at the same moment may have given it up again; the change is then tried anew, this often. */
const swapTries = 3;

/** Runs a change, and says which enrollment has the VIN when another call took it at the same moment. */
async function namingHolder<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof VinTaken)) throw error;
      const [holder] = await listLivingByVin(ctx.db, ownerOfCall(ctx), [error.vin]);
      if (holder !== undefined) throw enrollmentExists(holder.id);
      if (turn === swapTries) throw error;
    }
  }
}
