import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { bodyLimits } from '#lib/api/body-limits';
import { bulkResultSchema } from '#lib/api/bulk-result';
import { patchIssues } from '#lib/api/patch-issues';
import { closed } from '#lib/api/shapes';
import { respondWithIdempotency } from '#modules/credentials';
import { tenantOf } from '#modules/partners';
import { validationFailed } from '#platform/errors';
import { schemaIssues } from '#platform/http';
import { maxIssues } from '#platform/validation';
import { VinTaken, enrollmentExists } from '../errors.ts';
import { toView } from '../events.ts';
import {
  bulkEnrollmentSchema,
  enrollmentPageSchema,
  enrollmentPatchSchema,
  enrollmentQuerySchema,
  enrollmentSchema,
  newEnrollmentSchema,
} from '../schemas.ts';
import { listLivingByVin } from '../store.ts';
import { changeEnrollment, enrollBulk, enrollVehicle, getEnrollment, listEnrollments } from './enrollments.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({}, closed);

/** An id of another institution or of the other mode gets 404, whatever else is wrong with the request. */
const requireEnrollment = async (request: FastifyRequest): Promise<void> => {
  const { id } = request.params as { id: string };
  await getEnrollment(request.ctx, tenantOf(request.ctx), id);
};

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
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Enroll one vehicle.',
        guard: { locates: true },
      },
      schema: {
        description:
          'plan is one of your institution’s plans (default: the first); effective_on defaults to today (UTC). A VIN is enrolled once: 409 enrollment_exists has the id of the existing enrollment.',
        querystring: noQuery,
        body: newEnrollmentSchema,
        response: { 201: enrollmentSchema },
      },
    },
    async (request, reply) =>
      respondWithIdempotency(request, reply, async (tx) => ({
        status: 201,
        body: toView(await enrollVehicle(tx, tenantOf(tx), request.body)),
      })),
  );

  app.get(
    '/plans/enrollments',
    {
      config: {
        operation: 'plans.list-enrollments',
        audience: 'partner',
        summary: 'List the roster.',
      },
      schema: { querystring: enrollmentQuerySchema, response: { 200: enrollmentPageSchema } },
    },
    async ({ ctx, query }) => listEnrollments(ctx, tenantOf(ctx), query),
  );
};

const bulkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/plans/enrollments/bulk',
    {
      bodyLimit: bodyLimits.partnerBulk,
      config: {
        operation: 'plans.enroll-bulk',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Enroll up to 500 vehicles; each row succeeds or fails on its own.',
      },
      schema: {
        description:
          'Each row is a body of POST /plans/enrollments. The response is 200 even if rows failed: check failed, and in results the status and error of each row. For a whole roster use roster-sync.',
        querystring: noQuery,
        body: bulkEnrollmentSchema,
        response: { 200: bulkResultSchema('enrollment_id') },
      },
    },
    async (request, reply) =>
      respondWithIdempotency(request, reply, async (tx) => ({
        status: 200,
        body: await enrollBulk(tx, tenantOf(tx), request.body.enrollments),
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
      },
      schema: { params, querystring: noQuery, response: { 200: enrollmentSchema } },
    },
    async ({ ctx, params: { id } }) => getEnrollment(ctx, tenantOf(ctx), id),
  );

  app.patch(
    '/plans/enrollments/:id',
    {
      config: {
        operation: 'plans.change-enrollment',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Cancel, swap the VIN, or edit contact details.',
      },
      schema: {
        description:
          'Send either status canceled, alone or with cancel_reason, or edits; a vehicle with another VIN replaces the enrolled one. Only an active enrollment can be canceled or given another VIN; contact details and reference can be edited until it is canceled. Anything else is 409 invalid_state with current_status.',
        params,
        querystring: noQuery,
        body: enrollmentPatchSchema,
        response: { 200: enrollmentSchema },
      },
      preValidation: requireEnrollment,
      attachValidation: true,
    },
    async (request, reply) => {
      const { id } = request.params;
      const patch = request.body;
      const issues = [...schemaIssues(request), ...patchIssues(patch)];
      if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
      return nameConflict(request.ctx, () =>
        respondWithIdempotency(request, reply, async (tx) => ({
          status: 200,
          body: toView(await changeEnrollment(tx, tenantOf(tx), { id, patch })),
        })),
      );
    },
  );
};

/** A concurrent call that took a VIN may have released it again; the change is then retried, at most this often. */
const swapTries = 3;

/** Runs a change; when a concurrent call took the VIN, the error names the enrollment that has it. */
async function nameConflict<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof VinTaken)) throw error;
      const [holder] = await listLivingByVin(ctx.db, tenantOf(ctx), [error.vin]);
      if (holder !== undefined) throw enrollmentExists(holder.id);
      if (turn === swapTries) throw error;
    }
  }
}
