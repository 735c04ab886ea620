import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  exposureSchema,
  loanBodySchema,
  newTermsSchema,
  receiptBodySchema,
  termsListSchema,
} from '../exposure/schemas.ts';
import {
  getExposure,
  getLoanInstitution,
  listProgramTerms,
  recordReceipt,
  setProgramTerms,
  stateLoan,
} from './loans.ts';

const params = Type.Object({ referral_id: Type.String() });
const ofInstitution = Type.Object({ institution_id: Type.String() });

export const exposureStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(referralRoutes);
  await app.register(termRoutes);
};

const referralRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:referral_id/exposure',
    {
      config: {
        operation: 'exposure.get',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve the GAP exposure of a referral and the checklist of its GAP claim.',
      },
      schema: { params, response: { 200: exposureSchema } },
    },
    async ({ ctx, params: { referral_id: id } }) => getExposure(ctx, await getLoanInstitution(ctx, id), id),
  );

  app.put(
    '/referrals/:referral_id/loan',
    {
      config: {
        operation: 'exposure.state-loan',
        audience: 'staff',
        role: 'caller',
        summary: 'State the payoff of a loan with its day, and the value of the vehicle when the loan was made.',
      },
      schema: { params, body: loanBodySchema, response: { 200: exposureSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const institutionId = await getLoanInstitution(ctx, id);
      await stateLoan(ctx, institutionId, { id, body });
      return getExposure(ctx, institutionId, id);
    },
  );

  app.put(
    '/referrals/:referral_id/checklist',
    {
      config: {
        operation: 'exposure.record-receipt',
        audience: 'staff',
        role: 'caller',
        summary: 'Record when a paper of the GAP claim was received.',
      },
      schema: { params, body: receiptBodySchema, response: { 200: exposureSchema } },
    },
    async ({ ctx, params: { referral_id: id }, body }) => {
      const institutionId = await getLoanInstitution(ctx, id);
      await recordReceipt(ctx, institutionId, { id, body });
      return getExposure(ctx, institutionId, id);
    },
  );
};

const termRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institutions/:institution_id/gap-terms',
    {
      config: {
        operation: 'exposure.list-terms',
        audience: 'staff',
        role: 'lead',
        summary: 'List what the GAP program of an institution covers, since when, and what was set before.',
      },
      schema: { params: ofInstitution, response: { 200: termsListSchema } },
    },
    async ({ ctx, params: { institution_id: id } }) => listProgramTerms(ctx, id),
  );

  app.put(
    '/institutions/:institution_id/gap-terms',
    {
      config: {
        operation: 'exposure.set-terms',
        audience: 'staff',
        summary: 'Set the LTV cap and the deductible cover of an institution’s GAP program.',
        description:
          'For referrals made from a day on; a term that is left out is not known. Terms set for a day again replace those from before for referrals that are not settled; what was set before stays listed as former.',
      },
      schema: { params: ofInstitution, body: newTermsSchema, response: { 200: termsListSchema } },
    },
    async ({ ctx, params: { institution_id: id }, body }) => {
      await setProgramTerms(ctx, id, body);
      return listProgramTerms(ctx, id);
    },
  );
};
