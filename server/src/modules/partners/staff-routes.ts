import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import { changeInstitution, createInstitution, getInstitution } from './partners.ts';
import { institutionPatchSchema, institutionSchema, newInstitutionSchema } from './schemas.ts';

const params = Type.Object({ institution_id: Type.String() });

export const institutionStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions',
    {
      config: { operation: 'partners.create-institution', audience: 'staff', summary: 'Create a partner institution.' },
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
        summary: 'Retrieve an institution with its program, plans and technical contact.',
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
        summary: 'Update an institution; plans and program are replaced as a whole.',
      },
      schema: { params, body: institutionPatchSchema, response: { 200: institutionSchema } },
    },
    async ({ ctx, params: { institution_id: id }, body }) => {
      requireStaff(ctx.actor);
      return changeInstitution(ctx, id, body);
    },
  );
};
