import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import { changeInstitution, createInstitution, getInstitution } from './create-institution.ts';
import { institutionPatchSchema, institutionSchema, newInstitutionSchema } from './schemas.ts';

const params = Type.Object({ institution_id: Type.String() });

export const institutionStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions',
    {
      config: { operation: 'partners.create-institution', audience: 'staff', summary: 'Make a partner institution.' },
      schema: { body: newInstitutionSchema, response: { 201: institutionSchema } },
    },
    async ({ ctx, body }, reply) => {
      requireStaff(ctx.actor);
      return reply.code(201).send(await createInstitution(ctx, body));
    },
  );

  app.get(
    '/institutions/:institution_id',
    {
      config: {
        operation: 'partners.get-institution',
        audience: 'staff',
        summary: 'See an institution, its program, plans and technical contact.',
      },
      schema: { params, response: { 200: institutionSchema } },
    },
    async ({ ctx, params: { institution_id: id } }) => {
      requireStaff(ctx.actor);
      return getInstitution(ctx, id);
    },
  );

  app.patch(
    '/institutions/:institution_id',
    {
      config: {
        operation: 'partners.change-institution',
        audience: 'staff',
        summary: 'Change an institution; plans and program are replaced whole.',
      },
      schema: { params, body: institutionPatchSchema, response: { 200: institutionSchema } },
    },
    async ({ ctx, params: { institution_id: id }, body }) => {
      requireStaff(ctx.actor);
      return changeInstitution(ctx, id, body);
    },
  );
};
