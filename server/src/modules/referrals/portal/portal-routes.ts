import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { fileSchema, sendFile } from '#lib/api/files';
import { isMaskedFor } from '#lib/api/portal-roles';
import { tenantOf } from '#modules/partners';
import { validationFailed } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { maxIssues } from '#platform/validation';
import { newReferralSchema, referralSchema, type NewReferral } from '../schemas.ts';
import { listReferralIssues } from '../submission/edit-referral.ts';
import { toSeen } from './rules.ts';
import {
  checkedDraftSchema,
  csvQuerySchema,
  draftSchema,
  listQuerySchema,
  listedPageSchema,
  searchPageSchema,
  searchSchema,
} from './schemas.ts';
import { checkReferralDraft, listPortalReferrals, referBorrower, searchReferrals } from './portal-referrals.ts';
import { writeReferralsCsv } from './referral-history.ts';

const isMasked = ({ actor }: Ctx): boolean => isMaskedFor(requirePortal(actor));

const perUser = (name: string, points: number): Limit => ({
  name,
  points,
  windowS: 60,
  whenStoreIsGone: 'let through',
});
/** A page that checks during typing sends at most 150 requests a minute. */
const checks = perUser('portal_referral_checks', 300);
const searches = perUser('portal_referral_searches', 120);
/** No one fills in a form every second; many referrals come by file. */
const made = perUser('portal_referrals', 60);

const consume = (ctx: Ctx, limit: Limit): Promise<unknown> =>
  ctx.limits.consume(limit, requirePortal(ctx.actor).userId);

/** Longer than any referral, and long enough that excessive nesting gets its own error. */
const referralBytesMax = 131_072;

const read = { audience: 'portal', needs: 'referrals.read' } as const;
const write = { audience: 'portal', needs: 'referrals.write' } as const;

/** The referrals of an institution: list, search, export, and a new one. */
export const referralPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(listRoutes);
  await app.register(exportRoutes);
  await app.register(newRoutes);
};

const listRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals',
    {
      config: { ...read, operation: 'referrals.portal-list', summary: 'List referrals, newest first.' },
      schema: {
        description: 'Contacts of live borrowers are masked for roles that may not see them.',
        querystring: listQuerySchema,
        response: { 200: listedPageSchema },
      },
    },
    async ({ ctx, query }) => listPortalReferrals(ctx, tenantOf(ctx), { query, masked: isMasked(ctx) }),
  );

  app.post(
    '/referrals/search',
    {
      config: {
        ...read,
        operation: 'referrals.portal-search',
        onlyLooks: true,
        summary: 'Find referrals by VIN, claim number, reference or id.',
      },
      schema: {
        description:
          'By the whole VIN or its last six characters or more, by a claim number or external_ref or how it begins (four characters or more), or by a referral id. Whoever sees contacts masked finds by whole values only. Changes nothing.',
        body: searchSchema,
        response: { 200: searchPageSchema },
      },
    },
    async ({ ctx, body }) => {
      await consume(ctx, searches);
      return searchReferrals(ctx, tenantOf(ctx), { query: body, masked: isMasked(ctx) });
    },
  );
};

const exportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals.csv',
    {
      config: {
        ...read,
        operation: 'referrals.portal-download-csv',
        summary: 'Download referrals as CSV, newest first.',
      },
      schema: { querystring: csvQuerySchema, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, query }, reply) => {
      const csv = writeReferralsCsv(ctx, tenantOf(ctx), { filter: query, masked: isMasked(ctx) });
      return sendFile(reply, { name: 'referrals.csv', type: 'text/csv; charset=utf-8', content: csv });
    },
  );
};

const newRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/check',
    {
      bodyLimit: referralBytesMax,
      config: {
        ...write,
        operation: 'referrals.portal-check',
        onlyLooks: true,
        summary: 'Check a referral that is not finished; nothing is stored.',
      },
      schema: {
        description:
          'issues is what POST /referrals would refuse it for; warnings refuse nothing. vehicle is what the VIN says, as far as it is typed.',
        body: draftSchema,
        response: { 200: checkedDraftSchema },
      },
    },
    async ({ ctx, body }) => {
      await consume(ctx, checks);
      return checkReferralDraft(ctx, tenantOf(ctx), body.referral);
    },
  );

  app.post(
    '/referrals',
    {
      bodyLimit: referralBytesMax,
      config: { ...write, operation: 'referrals.portal-create', duringReset: 'refused', summary: 'Refer a borrower.' },
      schema: {
        description:
          'In live mode the borrower is invited at once by email, by text or both; in test mode nobody is contacted. A second open referral for the same VIN is 409 referral_exists with the id of the first.',
        body: newReferralSchema,
        response: { 201: referralSchema },
      },
      attachValidation: true,
    },
    async (request, reply) => {
      const { ctx } = request;
      const referral = readReferral(request);
      await consume(ctx, made);
      const created = await referBorrower(ctx, tenantOf(ctx), referral);
      return reply.status(201).send(toSeen(created, { now: ctx.clock.now(), masked: isMasked(ctx) }));
    },
  );
};

/** Uses the same check as the form did before, so that both give the same result. */
function readReferral({ ctx, body }: FastifyRequest): NewReferral {
  const issues = listReferralIssues(ctx.config, body);
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return body as NewReferral;
}
