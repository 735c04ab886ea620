import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import {
  createPartnerKey,
  issuedPartnerKeySchema,
  listCredentials,
  listPartnerKeys,
  newCredentialSchema,
  newKeySchema,
  partnerKeySchema,
  readExpiry,
  revokeCredential,
  revokePartnerKey,
  signedCredentialSchema,
  uploadCredential,
  uploadedCredentialSchema,
} from '#modules/credentials';
import { pageOf, wholePage } from '#lib/api/pagination';
import { getInstitution } from './partners.ts';

const ofInstitution = Type.Object({ institution_id: Type.String() });
const ofKey = Type.Object({ institution_id: Type.String(), key_id: Type.String() });
const ofCredential = Type.Object({ institution_id: Type.String(), credential_id: Type.String() });

export const credentialStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(keyRoutes);
  await app.register(signedRoutes);
};

const keyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/keys',
    {
      config: {
        operation: 'access.create-partner-key',
        audience: 'staff',
        fresh: true,
        summary: 'Create a bearer key; it is shown once.',
      },
      schema: { params: ofInstitution, body: newKeySchema, response: { 201: issuedPartnerKeySchema } },
    },
    async ({ ctx, params, body }, reply) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      const expiresAt = readExpiry(ctx, body.expires_at);
      const { livemode, role = 'full', label } = body;
      return reply.code(201).send(await createPartnerKey(ctx, { institutionId: id, livemode, role, label, expiresAt }));
    },
  );

  app.get(
    '/institutions/:institution_id/keys',
    {
      config: { operation: 'access.list-partner-keys', audience: 'staff', summary: 'List the keys of an institution.' },
      schema: { params: ofInstitution, response: { 200: pageOf(partnerKeySchema) } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      return wholePage(await listPartnerKeys(ctx, { institutionId: id, livemode: 'both' }));
    },
  );

  app.post(
    '/institutions/:institution_id/keys/:key_id/revoke',
    {
      config: {
        operation: 'access.revoke-partner-key',
        audience: 'staff',
        summary: 'Revoke a key; it stops working at once.',
      },
      schema: { params: ofKey, response: { 200: partnerKeySchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return revokePartnerKey(ctx, { institutionId: params.institution_id, livemode: 'both' }, params.key_id);
    },
  );
};

const signedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/credentials',
    {
      config: {
        operation: 'access.upload-credential',
        audience: 'staff',
        fresh: true,
        summary: 'Upload a public key for signed requests; the challenge is shown once.',
      },
      schema: { params: ofInstitution, body: newCredentialSchema, response: { 201: uploadedCredentialSchema } },
    },
    async ({ ctx, params, body }, reply) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      return reply.code(201).send(await uploadCredential(ctx, id, body));
    },
  );

  app.get(
    '/institutions/:institution_id/credentials',
    {
      config: {
        operation: 'access.list-credentials',
        audience: 'staff',
        summary: 'List the signed credentials of an institution.',
      },
      schema: { params: ofInstitution, response: { 200: pageOf(signedCredentialSchema) } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      return wholePage(await listCredentials(ctx, { institutionId: id, livemode: 'both' }));
    },
  );

  app.post(
    '/institutions/:institution_id/credentials/:credential_id/revoke',
    {
      config: { operation: 'access.revoke-credential', audience: 'staff', summary: 'Revoke a signed credential.' },
      schema: { params: ofCredential, response: { 200: signedCredentialSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return revokeCredential(ctx, { institutionId: params.institution_id, livemode: 'both' }, params.credential_id);
    },
  );
};
