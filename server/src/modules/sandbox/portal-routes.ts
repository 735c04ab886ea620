import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { closed } from '#lib/api/shapes';
import type { sandboxTime } from '#modules/consultations';
import { getMailboxHtml, getMailboxMessage, listMailbox } from './mailbox/mailbox.ts';
import { sandboxObjectRoutes } from './object-portal-routes.ts';
import { findReset, requestReset } from './reset/reset.ts';
import { sandboxOf, type SandboxTenant } from './rules.ts';
import {
  latestResetSchema,
  mailboxMessageSchema,
  mailboxPageSchema,
  mailboxQuerySchema,
  newResetSchema,
  resetSchema,
} from './schemas.ts';

const messageParams = Type.Object({ message_id: Type.String({ maxLength: 100 }) });
const noQuery = Type.Object({}, closed);

/** An email has inline styles and our own logo. It runs no scripts, sends no forms, and opens its links in a new tab. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The portal's sandbox. Its routes do not exist in live mode. */
export const sandboxPortalRoutes =
  (sources: sandboxTime.ClosingSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(sandboxObjectRoutes(sources));
    await app.register(mailboxRoutes);
    await app.register(resetRoutes);
  };

const tenantOf = ({ actor }: Pick<Ctx, 'actor'>): SandboxTenant => sandboxOf(requirePortal(actor).institutionId);

const mailboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sandbox/messages',
    {
      config: {
        operation: 'sandbox.list-messages',
        audience: 'portal',
        needs: 'sandbox.read',
        sandboxOnly: true,
        summary: 'List the messages that the sandbox would have sent.',
      },
      schema: {
        description: 'Newest first; they are stored for 30 days. Nothing of the sandbox is sent to anybody.',
        querystring: mailboxQuerySchema,
        response: { 200: mailboxPageSchema },
      },
    },
    async ({ ctx, query }) => listMailbox(ctx, tenantOf(ctx), query),
  );

  app.get(
    '/sandbox/messages/:message_id',
    {
      config: {
        operation: 'sandbox.get-message',
        audience: 'portal',
        needs: 'sandbox.read',
        sandboxOnly: true,
        summary: 'Read one message, with its links.',
      },
      schema: { params: messageParams, querystring: noQuery, response: { 200: mailboxMessageSchema } },
    },
    async ({ ctx, params }) => getMailboxMessage(ctx, tenantOf(ctx), params.message_id),
  );

  app.get(
    '/sandbox/messages/:message_id/mail.html',
    {
      config: {
        operation: 'sandbox.show-mail',
        audience: 'portal',
        needs: 'sandbox.read',
        sandboxOnly: true,
        summary: 'See a mail as its reader would.',
      },
      schema: {
        params: messageParams,
        querystring: noQuery,
        response: { 200: { content: { 'text/html': { schema: Type.String() } } } },
      },
    },
    async ({ ctx, params }, reply) => {
      const html = await getMailboxHtml(ctx, tenantOf(ctx), params.message_id);
      return reply.type('text/html; charset=utf-8').header('content-security-policy', mailPolicy).send(html);
    },
  );
};

const resetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sandbox/reset',
    {
      config: {
        operation: 'sandbox.get-reset',
        audience: 'portal',
        needs: 'sandbox.read',
        sandboxOnly: true,
        summary: 'Get the last reset of the sandbox, and how far it is.',
      },
      schema: { querystring: noQuery, response: { 200: latestResetSchema } },
    },
    async ({ ctx }) => ({
      object: 'sandbox.latest_reset' as const,
      reset: (await findReset(ctx, tenantOf(ctx))) ?? null,
    }),
  );

  app.post(
    '/sandbox/reset',
    {
      config: {
        operation: 'sandbox.reset',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'sandbox.write',
        sandboxOnly: true,
        summary: 'Empty the sandbox.',
      },
      schema: {
        description:
          'Removes the referrals, enrollments, roster syncs, messages and idempotency keys of test mode. Keys, credentials and endpoints stay, and so do events and deliveries, the audit trail and the consent ledger. Until it is finished, test calls that make or change referrals or enrollments get 409 invalid_state with current_status sandbox_resetting. Asked again while it runs, it is the same reset.',
        body: newResetSchema,
        response: { 202: resetSchema },
      },
    },
    async ({ ctx, body: { confirm } }, reply) => {
      const { userId } = requirePortal(ctx.actor);
      return reply.code(202).send(await requestReset(ctx, tenantOf(ctx), { confirm, userId }));
    },
  );
};
