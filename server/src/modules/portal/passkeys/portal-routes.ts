import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requirePortalUser } from '#actor';
import { wholePage } from '#lib/api/pagination';
import { unauthorized } from '#platform/errors';
import { doneSchema, freshUntilSchema } from '../schemas.ts';
import { findUser } from '../store.ts';
import { listPasskeys, namePasskey, removePasskey } from './passkeys.ts';
import { finishPasskey, startPasskey } from './register-passkey.ts';
import { challengeCookie } from './challenges.ts';
import {
  ceremonyOptionsSchema,
  newPasskeySchema,
  passkeyListSchema,
  passkeyPatchSchema,
  passkeySchema,
  passkeySignInSchema,
} from './schemas.ts';
import { confirmWithPasskey, startPasskeyUse } from './use-passkey.ts';

const params = Type.Object({ passkey_id: Type.String() });

/** The signed-in user, with their address. */
async function readOwner({ ctx }: FastifyRequest): Promise<{ id: string; email: string; credentialId: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw unauthorized();
  return { id: user.id, email: user.email, credentialId };
}

/** A user's own passkeys, and confirming with one. */
export const passkeyPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(registrationRoutes);
  await app.register(ownRoutes);
  await app.register(confirmationRoutes);
};

const ownRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/passkeys',
    {
      config: { operation: 'portal.list-passkeys', audience: 'portal', summary: 'List your passkeys.' },
      schema: { response: { 200: passkeyListSchema } },
    },
    async ({ ctx }) => wholePage(await listPasskeys(ctx, requirePortalUser(ctx.actor).userId)),
  );

  app.patch(
    '/passkeys/:passkey_id',
    {
      config: { operation: 'portal.name-passkey', audience: 'portal', summary: 'Rename a passkey.' },
      schema: { params, body: passkeyPatchSchema, response: { 200: passkeySchema } },
    },
    async ({ ctx, params: { passkey_id: id }, body: { label } }) =>
      namePasskey(ctx, requirePortalUser(ctx.actor).userId, { id, label }),
  );

  app.delete(
    '/passkeys/:passkey_id',
    {
      config: {
        operation: 'portal.remove-passkey',
        audience: 'portal',
        summary: 'Remove a passkey. From the next sign-in on it is refused.',
        fresh: true,
      },
      schema: { params, response: { 200: doneSchema } },
    },
    async ({ ctx, params: { passkey_id: id } }) => {
      await removePasskey(ctx, requirePortalUser(ctx.actor), id);
      return { ok: true as const };
    },
  );
};

const registrationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/passkeys/options',
    {
      config: {
        operation: 'portal.start-passkey',
        audience: 'portal',
        summary: 'Begin to register a passkey: what the browser needs to make one.',
        fresh: true,
      },
      schema: { response: { 200: ceremonyOptionsSchema } },
    },
    async (request, reply) => {
      const { options, cookie } = await startPasskey(request.ctx, await readOwner(request));
      return reply.header('set-cookie', cookie).send({ options });
    },
  );

  app.post(
    '/passkeys',
    {
      config: {
        operation: 'portal.add-passkey',
        audience: 'portal',
        summary: 'Register the passkey that the browser made.',
        fresh: true,
      },
      schema: { body: newPasskeySchema, response: { 201: passkeySchema } },
    },
    async (request, reply) => {
      const { credentialId, ...user } = await readOwner(request);
      const { headers, body, ctx } = request;
      const passkey = await finishPasskey(ctx, { ...body, user, credentialId, cookies: headers.cookie });
      return reply.code(201).header('set-cookie', challengeCookie.clear()).send(passkey);
    },
  );
};

/** Confirming with a passkey instead of an authenticator code. */
const confirmationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/session/fresh/passkey-options',
    {
      config: {
        operation: 'portal.start-passkey-confirmation',
        audience: 'portal',
        summary: 'Begin to confirm with a passkey instead of a code.',
        boundSessions: true,
      },
      schema: { response: { 200: ceremonyOptionsSchema } },
    },
    async ({ ctx }, reply) => {
      const { userId } = requirePortalUser(ctx.actor);
      const { options, cookie } = await startPasskeyUse(ctx, { purpose: 'fresh', userId });
      return reply.header('set-cookie', cookie).send({ options });
    },
  );

  app.post(
    '/session/fresh/passkey',
    {
      config: {
        operation: 'portal.confirm-with-passkey',
        audience: 'portal',
        summary: 'Confirm with a passkey instead of a code; it stands for ten minutes.',
        boundSessions: true,
      },
      schema: { body: passkeySignInSchema, response: { 200: freshUntilSchema } },
    },
    async ({ ctx, body: { credential }, headers }, reply) => {
      const confirmed = await confirmWithPasskey(ctx, { credential, cookies: headers.cookie });
      return reply.header('set-cookie', challengeCookie.clear()).send(confirmed);
    },
  );
};
