import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import { pageOf, wholePage } from '#lib/api/pagination';
import {
  changePartnerKey,
  createPartnerKey,
  listPartnerKeys,
  revokePartnerKey,
  rotatePartnerKey,
} from './keys/keys.ts';
import { readExpiry } from './keys/rules.ts';
import type { NotifyOfCredential } from './partner-credentials/rules.ts';
import {
  issuedPartnerKeySchema,
  keyPatchSchema,
  keyRotationSchema,
  partnerKeySchema,
  portalKeySchema,
  rotatedKeySchema,
} from './partner-credentials/schemas.ts';

const ofKey = Type.Object({ key_id: Type.String({ maxLength: 100 }) });

export const keyPortalRoutes =
  (notify: NotifyOfCredential): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/keys',
      {
        config: {
          operation: 'access.portal-list-keys',
          audience: 'portal',
          needs: 'credentials.read',
          summary: 'List the bearer keys of this mode; those that were revoked come last.',
        },
        schema: { response: { 200: pageOf(partnerKeySchema) } },
      },
      async ({ ctx }) => wholePage(await listPartnerKeys(ctx, requirePortal(ctx.actor))),
    );

    app.post(
      '/keys',
      {
        config: {
          operation: 'access.portal-create-key',
          duringReset: 'allowed',
          audience: 'portal',
          needs: 'credentials.write',
          fresh: 'live',
          summary: 'Create a bearer key; it is shown once.',
        },
        schema: { body: portalKeySchema, response: { 201: issuedPartnerKeySchema } },
      },
      async ({ ctx, body }, reply) => {
        const { institutionId, livemode } = requirePortal(ctx.actor);
        const { role = 'full', label, allowed_addresses: allowedAddresses } = body;
        const expiresAt = readExpiry(ctx, body.expires_at);
        const wanted = { institutionId, livemode, role, label, expiresAt, allowedAddresses };
        const made = await createPartnerKey(ctx, { ...wanted, notify });
        return reply.code(201).send(made);
      },
    );

    await app.register(oneKeyRoutes(notify));
  };

const oneKeyRoutes =
  (notify: NotifyOfCredential): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.patch(
      '/keys/:key_id',
      {
        config: {
          operation: 'access.portal-change-key',
          duringReset: 'allowed',
          audience: 'portal',
          needs: 'credentials.write',
          fresh: 'live',
          summary: 'Change the label of a key, or from where it is accepted.',
        },
        schema: { params: ofKey, body: keyPatchSchema, response: { 200: partnerKeySchema } },
      },
      async ({ ctx, params, body }) => changePartnerKey(ctx, requirePortal(ctx.actor), { id: params.key_id, ...body }),
    );

    app.post(
      '/keys/:key_id/rotate',
      {
        config: {
          operation: 'access.portal-rotate-key',
          duringReset: 'allowed',
          audience: 'portal',
          needs: 'credentials.write',
          fresh: 'live',
          summary: 'Make a key in place of this one, which ends after the overlap; the new key is shown once.',
        },
        schema: { params: ofKey, body: keyRotationSchema, response: { 201: rotatedKeySchema } },
      },
      async ({ ctx, params, body }, reply) => {
        const expiresAt = readExpiry(ctx, body.expires_at);
        const rotation = { id: params.key_id, overlapHours: body.overlap_hours, expiresAt, notify };
        return reply.code(201).send(await rotatePartnerKey(ctx, requirePortal(ctx.actor), rotation));
      },
    );

    app.post(
      '/keys/:key_id/revoke',
      {
        // No recent code needed: a user who revokes a leaked key must not have to find their phone first.
        config: {
          operation: 'access.portal-revoke-key',
          duringReset: 'allowed',
          audience: 'portal',
          needs: 'credentials.write',
          summary: 'Revoke a key; it stops working at once.',
        },
        schema: { params: ofKey, response: { 200: partnerKeySchema } },
      },
      async ({ ctx, params }) => revokePartnerKey(ctx, requirePortal(ctx.actor), params.key_id),
    );
  };
