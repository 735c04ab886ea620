import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { transact } from '#platform/db';
import { AppError, validationFailed } from '#platform/errors';
import { noteSchema, reviewRecordSchema, reviewSchema, settleSchema, staffReferralSchema } from './action-schemas.ts';
import { createReferrals } from './create-referrals.ts';
import { referralNotFound } from './errors.ts';
import { toView } from './events.ts';
import { getReferral } from './list-referrals.ts';
import { activateReferral, moveReferral, requireLocked } from './move-referral.ts';
import { reviewReferral } from './review-referral.ts';
import { contactIssues } from './rules.ts';
import { referralSchema } from './schemas.ts';
import { findOwner, type Owner } from './store.ts';

const params = Type.Object({ referral_id: Type.String() });
const ofInstitution = Type.Object({ institution_id: Type.String() });

/** Referrals as the team moves them (T6). */
export const referralStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(recordRoutes);
  await app.register(answerRoutes);
  await app.register(endRoutes);
};

async function ownerOf(ctx: Ctx, id: string): Promise<Owner> {
  requireStaff(ctx.actor);
  const owner = await findOwner(ctx.db, id);
  if (owner === undefined) throw referralNotFound();
  return owner;
}

const recordRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/referrals',
    {
      config: { operation: 'referrals.create-for', audience: 'staff', summary: 'Refer a borrower for an institution.' },
      schema: { params: ofInstitution, body: staffReferralSchema, response: { 201: referralSchema } },
    },
    async ({ ctx, params: { institution_id }, body }, reply) => {
      requireStaff(ctx.actor);
      await getInstitution(ctx, institution_id);
      const issues = contactIssues(body.referral.borrower);
      if (issues.length > 0)
        throw validationFailed(issues.map((issue) => ({ ...issue, path: `referral.${issue.path}` })));
      const owner = { institutionId: institution_id, livemode: body.livemode };
      const [created] = await transact(ctx, async (tx) =>
        createReferrals(tx, { owner, submittedVia: 'portal', requests: [body.referral] }),
      );
      if (created === undefined || created instanceof AppError) throw created;
      return reply.code(201).send(toView(created));
    },
  );

  app.get(
    '/referrals/:referral_id',
    {
      config: { operation: 'referrals.get-record', audience: 'staff', summary: 'The whole record of a referral.' },
      schema: { params, response: { 200: referralSchema } },
    },
    async ({ ctx, params: { referral_id: id } }) => getReferral(ctx, await ownerOf(ctx, id), id),
  );

  app.post(
    '/referrals/:referral_id/review',
    {
      config: {
        operation: 'referrals.review',
        audience: 'staff',
        summary: 'Begin a review, change it, or complete it.',
      },
      schema: { params, body: reviewSchema, response: { 200: reviewRecordSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) =>
      reviewReferral(ctx, await ownerOf(ctx, id), { id, change: body }),
  );
};

/** A note is welcome and not needed, and so is the body that would hold it. */
const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

const noted = (note: string | undefined) => (note === undefined ? {} : { statusNote: note });

const answerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/:referral_id/activate',
    {
      config: {
        operation: 'referrals.activate',
        audience: 'staff',
        summary: 'Activate a referral whose borrower said yes to us.',
      },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const owner = await ownerOf(ctx, id);
      return transact(ctx, async (tx) => {
        const referral = await requireLocked(tx, owner, id);
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
        summary: 'Decline a referral whose borrower said no.',
      },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const owner = await ownerOf(ctx, id);
      return transact(ctx, async (tx) =>
        toView(moveReferral(tx, await requireLocked(tx, owner, id), { action: 'decline', ...noted(body.note) })),
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
        summary: 'Record the settlement of an activated referral.',
      },
      schema: { params, body: settleSchema, response: { 200: referralSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const owner = await ownerOf(ctx, id);
      const changes = { action: 'settle' as const, settlementCents: body.settlement_cents, ...noted(body.note) };
      return transact(ctx, async (tx) => toView(moveReferral(tx, await requireLocked(tx, owner, id), changes)));
    },
  );

  app.post(
    '/referrals/:referral_id/close',
    {
      config: { operation: 'referrals.close', audience: 'staff', summary: 'Close a referral.' },
      schema: { params, body: noteSchema, response: { 200: referralSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const owner = await ownerOf(ctx, id);
      return transact(ctx, async (tx) =>
        toView(moveReferral(tx, await requireLocked(tx, owner, id), { action: 'close', ...noted(body.note) })),
      );
    },
  );
};
