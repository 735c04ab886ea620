import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { sandboxTime } from '#modules/consultations';
import { requireNoReset } from './reset/reset.ts';
import { sandboxOf, type SandboxTenant } from './rules.ts';
import { createSampleEnrollment, createSampleReferral } from './samples/samples.ts';
import {
  enrollmentSampleSchema,
  enrollmentStepSchema,
  referralSampleSchema,
  referralStepSchema,
  sandboxEnrollmentPageSchema,
  sandboxEnrollmentSchema,
  sandboxQuerySchema,
  sandboxReferralPageSchema,
  sandboxReferralSchema,
} from './schemas.ts';
import {
  getSandboxEnrollment,
  getSandboxReferral,
  listSandboxEnrollments,
  listSandboxReferrals,
  takeReferralStep,
} from './steps/steps.ts';
import { takeEnrollmentStep } from './steps/take-enrollment-step.ts';

const referralParams = Type.Object({ referral_id: Type.String({ maxLength: 100 }) });
const enrollmentParams = Type.Object({ enrollment_id: Type.String({ maxLength: 100 }) });

const tenantOf = ({ actor }: Pick<Ctx, 'actor'>): SandboxTenant => sandboxOf(requirePortal(actor).institutionId);

/** Refuses to create or change test objects while the sandbox is being emptied. */
const refuseWhileResetting = ({ ctx }: FastifyRequest): Promise<void> => requireNoReset(ctx, tenantOf(ctx));

const read = { audience: 'portal', needs: 'sandbox.read', sandboxOnly: true } as const;
const write = { audience: 'portal', needs: 'sandbox.write', sandboxOnly: true } as const;

/** Test objects, the steps that move them, and samples. */
export const sandboxObjectRoutes =
  (sources: sandboxTime.ClosingSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(referralRoutes(sources));
    await app.register(enrollmentRoutes(sources));
  };

const referralRoutes =
  (sources: sandboxTime.ClosingSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/sandbox/referrals',
      {
        config: { ...read, operation: 'sandbox.list-referrals', summary: 'List test referrals and their steps.' },
        schema: { querystring: sandboxQuerySchema, response: { 200: sandboxReferralPageSchema } },
      },
      async ({ ctx, query }) => listSandboxReferrals(ctx, tenantOf(ctx), query),
    );

    app.get(
      '/sandbox/referrals/:referral_id',
      {
        config: { ...read, operation: 'sandbox.get-referral', summary: 'Get a test referral and its steps.' },
        schema: { params: referralParams, response: { 200: sandboxReferralSchema } },
      },
      async ({ ctx, params }) => getSandboxReferral(ctx, tenantOf(ctx), params.referral_id),
    );

    app.post(
      '/sandbox/referrals/:referral_id/simulate',
      {
        config: {
          ...write,
          operation: 'sandbox.simulate-referral',
          duringReset: 'allowed',
          summary: 'Take one step of a test referral.',
        },
        schema: {
          description:
            'Does what people or time would do, by the code that does it for live referrals. A step that is not possible now is 409 step_not_possible, with those that are.',
          params: referralParams,
          body: referralStepSchema,
          response: { 200: sandboxReferralSchema },
        },
        preHandler: refuseWhileResetting,
      },
      async ({ ctx, params: { referral_id: id }, body: { step } }) =>
        takeReferralStep(ctx, tenantOf(ctx), { id, step, sources }),
    );

    app.post(
      '/sandbox/samples/referrals',
      {
        config: {
          ...write,
          operation: 'sandbox.create-sample-referral',
          duringReset: 'allowed',
          summary: 'Make a synthetic referral.',
        },
        schema: { body: referralSampleSchema, response: { 201: sandboxReferralSchema } },
        preHandler: refuseWhileResetting,
      },
      async ({ ctx, body: { outcome } }, reply) =>
        reply.code(201).send(await createSampleReferral(ctx, tenantOf(ctx), { outcome, sources })),
    );
  };

const enrollmentRoutes =
  (sources: sandboxTime.ClosingSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/sandbox/enrollments',
      {
        config: { ...read, operation: 'sandbox.list-enrollments', summary: 'List test enrollments and their steps.' },
        schema: { querystring: sandboxQuerySchema, response: { 200: sandboxEnrollmentPageSchema } },
      },
      async ({ ctx, query }) => listSandboxEnrollments(ctx, tenantOf(ctx), query),
    );

    app.get(
      '/sandbox/enrollments/:enrollment_id',
      {
        config: { ...read, operation: 'sandbox.get-enrollment', summary: 'Get a test enrollment and its steps.' },
        schema: { params: enrollmentParams, response: { 200: sandboxEnrollmentSchema } },
      },
      async ({ ctx, params }) => getSandboxEnrollment(ctx, tenantOf(ctx), params.enrollment_id),
    );

    app.post(
      '/sandbox/enrollments/:enrollment_id/simulate',
      {
        config: {
          ...write,
          operation: 'sandbox.simulate-enrollment',
          duringReset: 'allowed',
          summary: 'Take one step of a test enrollment.',
        },
        schema: {
          description:
            'Also the steps of the redemption that a reported loss opens. A step that is not possible now is 409 step_not_possible, with those that are.',
          params: enrollmentParams,
          body: enrollmentStepSchema,
          response: { 200: sandboxEnrollmentSchema },
        },
        preHandler: refuseWhileResetting,
      },
      async ({ ctx, params: { enrollment_id: id }, body: { step } }) =>
        takeEnrollmentStep(ctx, tenantOf(ctx), { id, step, sources }),
    );

    app.post(
      '/sandbox/samples/enrollments',
      {
        config: {
          ...write,
          operation: 'sandbox.create-sample-enrollment',
          duringReset: 'allowed',
          summary: 'Make a synthetic enrollment.',
        },
        schema: { body: enrollmentSampleSchema, response: { 201: sandboxEnrollmentSchema } },
        preHandler: refuseWhileResetting,
      },
      async ({ ctx, body: { outcome } }, reply) =>
        reply.code(201).send(await createSampleEnrollment(ctx, tenantOf(ctx), { outcome, sources })),
    );
  };
