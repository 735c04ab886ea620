import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { partsOf } from '#lib/api/offer-parts';
import { getInstitution, type Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { AppError, validationFailed } from '#platform/errors';
import { noBodyIsEmpty } from '#platform/http';
import { referralNotFound } from './errors.ts';
import { toView } from './events.ts';
import { getLockedReferral } from './lifecycle/get-locked-referral.ts';
import { activateReferral, closeReferral, moveReferral, settleReferral } from './lifecycle/referral-moves.ts';
import { noteSchema, settleSchema, type SettleBody } from './lifecycle/schemas.ts';
import { reviewReferral } from './review/review.ts';
import { reviewRecordSchema, reviewSchema } from './review/schemas.ts';
import { submissionIssues } from './rules.ts';
import { referralSchema, staffReferralSchema } from './schemas.ts';
import { findTenant } from './store.ts';
import { createReferrals } from './submission/create-referrals.ts';
import { getReferral } from './submission/edit-referral.ts';

const params = Type.Object({ referral_id: Type.String() });
const ofInstitution = Type.Object({ institution_id: Type.String() });

export const referralStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(recordRoutes);
  await app.register(answerRoutes);
  await app.register(endRoutes);
};

async function getTenant(ctx: Ctx, id: string): Promise<Tenant> {
  requireStaff(ctx.actor);
  const tenant = await findTenant(ctx.db, id);
  if (tenant === undefined) throw referralNotFound();
  return tenant;
}

const recordRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/referrals',
    {
      config: {
        operation: 'referrals.create-for',
        audience: 'staff',
        role: 'caller',
        summary: 'Refer a borrower on behalf of an institution.',
      },
      schema: { params: ofInstitution, body: staffReferralSchema, response: { 201: referralSchema } },
    },
    async ({ ctx, params: { institution_id }, body }, reply) => {
      requireStaff(ctx.actor);
      await getInstitution(ctx, institution_id);
      const issues = submissionIssues(ctx.config, body.referral);
      if (issues.length > 0)
        throw validationFailed(issues.map((issue) => ({ ...issue, path: `referral.${issue.path}` })));
      const tenant = { institutionId: institution_id, livemode: body.livemode };
      const [created] = await transact(ctx, async (tx) =>
        createReferrals(tx, { tenant, submittedVia: 'portal', requests: [body.referral] }),
      );
      if (created === undefined || created instanceof AppError) throw created;
      return reply.code(201).send(toView(created));
    },
  );

  app.get(
    '/referrals/:referral_id',
    {
      config: {
        operation: 'referrals.get-record',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve the full record of a referral.',
      },
      schema: { params, response: { 200: referralSchema } },
    },
    async ({ ctx, params: { referral_id: id } }) => getReferral(ctx, await getTenant(ctx, id), id),
  );

  app.post(
    '/referrals/:referral_id/review',
    {
      config: {
        operation: 'referrals.review',
        audience: 'staff',
        role: 'caller',
        summary: 'Start, update or complete a review.',
      },
      schema: { params, body: reviewSchema, response: { 200: reviewRecordSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) =>
      reviewReferral(ctx, await getTenant(ctx, id), { id, change: body }),
  );
};

const noted = (note: string | undefined) => (note === undefined ? {} : { statusNote: note });

function readSettlement({ settlement, settlement_cents: amount, offer }: SettleBody) {
  if ((settlement === undefined) === (amount === undefined))
    throw validationFailed([{ path: 'settlement_cents', message: 'give this or settlement, one of the two' }]);
  const stated = { stated: { cents: amount ?? 0, from: 'staff' } } as const;
  return {
    settlement: settlement === undefined ? stated : partsOf(settlement),
    ...(offer === undefined ? {} : { offer: partsOf(offer) }),
  };
}

const answerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/:referral_id/activate',
    {
      config: {
        operation: 'referrals.activate',
        audience: 'staff',
        role: 'caller',
        summary: 'Activate a referral whose borrower said yes to the team.',
      },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const tenant = await getTenant(ctx, id);
      return transact(ctx, async (tx) => {
        const referral = await getLockedReferral(tx, tenant, id);
        return toView(await activateReferral(tx, referral, { via: 'staff', priority: false, ...noted(body.note) }));
      });
    },
  );

  app.post(
    '/referrals/:referral_id/decline',
    {
      config: {
        operation: 'referrals.decline',
        audience: 'staff',
        role: 'caller',
        summary: 'Decline a referral whose borrower said no.',
      },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const tenant = await getTenant(ctx, id);
      return transact(ctx, async (tx) =>
        toView(moveReferral(tx, await getLockedReferral(tx, tenant, id), { action: 'decline', ...noted(body.note) })),
      );
    },
  );
};

const endRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/:referral_id/settle',
    {
      config: {
        operation: 'referrals.settle',
        audience: 'staff',
        role: 'caller',
        summary: 'Record the settlement of an activated referral.',
      },
      schema: { params, body: settleSchema, response: { 200: referralSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const tenant = await getTenant(ctx, id);
      const changes = { ...readSettlement(body), ...noted(body.note) };
      return transact(ctx, async (tx) =>
        toView(await settleReferral(tx, await getLockedReferral(tx, tenant, id), changes)),
      );
    },
  );

  app.post(
    '/referrals/:referral_id/close',
    {
      config: { operation: 'referrals.close', audience: 'staff', role: 'caller', summary: 'Close a referral.' },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const tenant = await getTenant(ctx, id);
      return transact(ctx, async (tx) => toView(await closeReferral(tx, tenant, { id, changes: noted(body.note) })));
    },
  );
};
