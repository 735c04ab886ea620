import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isInAgentSandbox, limitName } from '#actor';
import { addressBucket } from '#lib/network/address';
import { rotateAgentKey } from '#modules/credentials';
import { isEnabled } from '#modules/feature-flags';
import { ignoreBodies, limitHeaders } from '#platform/http';
import { getMe } from './agents.ts';
import { getCurrentAgreement } from './agreements/agreements.ts';
import { registrationClosed } from './errors.ts';
import { queueAgentNotice, recoverKey, requestRecovery } from './recovery/recovery.ts';
import { registerAgent } from './registration/register-agent.ts';
import { verifyRegistration } from './registration/registration.ts';
import { agentApiUrl, agreementUrl } from './rules.ts';
import {
  agreementSchema,
  meSchema,
  recoverRequestSchema,
  recoveredSchema,
  recoveryRequestSchema,
  recoverySchema,
  registrationRequestSchema,
  registrationSchema,
  rotatedSchema,
  verifiedSchema,
  verifyRequestSchema,
} from './schemas.ts';

/** Routes that need no credential: read the agreement, register, verify the mailbox. */
export const registrationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/agreement',
    {
      config: {
        operation: 'agents.get-agreement',
        audience: 'anyone',
        summary: 'Read the current agreement.',
        refusals: [],
      },
      schema: {
        description: 'Send its version as agreement.version when you register; url is the same text as a page.',
        response: { 200: agreementSchema },
      },
    },
    async ({ ctx: { config } }) => {
      const { version, hash, markdown } = getCurrentAgreement(config);
      return { version, hash, url: agreementUrl(config, version), markdown };
    },
  );

  app.post(
    '/register',
    {
      config: {
        operation: 'agents.register',
        audience: 'anyone',
        summary: 'Register an agent; a code is emailed to its operator.',
        refusals: [400, 404, 409, 429],
      },
      schema: {
        description:
          'Emails six digits to operator.email; send them to /register/verify before code_expires_at. If the mail server rejected the address, the response has email_delivery_error. If the mail server is busy or unavailable, that is not an error and the code arrives later. 409: another version of the agreement is in force, see current_version. 429: too many calls from your IP address, or three codes for this mailbox are still valid; wait as many seconds as Retry-After says.',
        body: registrationRequestSchema,
        response: { 202: registrationSchema },
      },
      onRequest: admitRegistration,
    },
    async (request, reply) => reply.code(202).send(await registerAgent(request.ctx, request.body)),
  );

  app.post(
    '/register/verify',
    {
      config: {
        operation: 'agents.verify',
        audience: 'anyone',
        summary: 'Send the code and receive the key, which is shown once.',
        refusals: [400, 404, 409, 410, 429],
      },
      schema: {
        description:
          'api_key is shown in this response only: store it before you do anything else. 400 with attempts_left: the code is wrong. 409: the registration is already verified, and the key was shown then. 410: the code has expired; 429: too many wrong codes; in both cases register again.',
        body: verifyRequestSchema,
        response: { 201: verifiedSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await verifyRegistration(request.ctx, request.body)),
  );
};

/** Every call counts against the limit, then the feature flag is checked, and only then is the body read (D-054). */
async function admitRegistration(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { limits, config, actor } = request.ctx;
  const inSandbox = isInAgentSandbox(actor);
  const counted = await limits.consume(
    {
      name: limitName('register', actor),
      points: config.registerPerMin,
      windowS: 60,
      told: true,
      whenStoreIsGone: 'refuse',
    },
    addressBucket(request.clientAddress),
  );
  reply.headers(limitHeaders(counted));
  // The sandbox is always open, so that developers can prepare for the opening.
  if (!inSandbox && !(await isEnabled(request.ctx, 'registration_open'))) throw registrationClosed();
}

/** Routes by which an operator whose key is lost or stolen gets a new one. */
export const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/recover',
    {
      config: {
        operation: 'agents.request-recovery',
        audience: 'anyone',
        summary: 'Ask for a recovery code, which is emailed to the operator.',
        refusals: [400, 429],
      },
      schema: {
        description:
          'If the key is lost or somebody else has it. The code goes to the address that was verified at the registration, and only if email is that address; the response is the same for everybody. While a code is valid, for six hours, no other one is sent.',
        body: recoveryRequestSchema,
        response: { 202: recoverySchema },
      },
      onRequest: admitRecovery,
    },
    async ({ ctx, body }, reply) => {
      await requestRecovery(ctx, body);
      const url = `${agentApiUrl(ctx.config, !isInAgentSandbox(ctx.actor))}/recover/verify`;
      return reply
        .code(202)
        .send({ status: 'sent_if_registered', next_step: `POST ${url} with the code of the email.` });
    },
  );

  app.post(
    '/recover/verify',
    {
      config: {
        operation: 'agents.recover-key',
        audience: 'anyone',
        summary: 'Send the recovery code and receive a new key, which is shown once.',
        refusals: [400, 429],
      },
      schema: {
        description:
          'All other keys of the agent stop working at once. Intakes and the webhook stay as they are: check the webhook with GET /me. The operator is told by mail. 400: the code is unknown, expired or used.',
        body: recoverRequestSchema,
        response: { 201: recoveredSchema },
      },
      onRequest: admitRecovery,
    },
    async ({ ctx, body }, reply) => reply.code(201).send(await recoverKey(ctx, body.code)),
  );
};

/** As many as registrations, and refused when they cannot be counted. */
async function admitRecovery({ ctx, clientAddress }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const counted = await ctx.limits.consume(
    {
      name: limitName('recover', ctx.actor),
      points: ctx.config.registerPerMin,
      windowS: 60,
      told: true,
      whenStoreIsGone: 'refuse',
    },
    addressBucket(clientAddress),
  );
  reply.headers(limitHeaders(counted));
}

/** Routes by which a registered agent manages itself; mounted behind the guard that checks its key. */
export const meRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: {
        operation: 'agents.get-me',
        audience: 'agent',
        summary: 'Retrieve your registration.',
        refusals: [401],
      },
      schema: {
        description: 'Status, agreement, webhook, the prefixes of your keys and your limits; never a key or a secret.',
        response: { 200: meSchema },
      },
    },
    async (request) => getMe(request.ctx),
  );

  await app.register(rotateRoutes);
};

const rotateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  ignoreBodies(app);
  app.post(
    '/me/rotate-key',
    {
      config: { operation: 'agents.rotate-key', audience: 'agent', summary: 'Replace your key.', refusals: [401, 429] },
      schema: {
        description:
          'The new key is shown in this response only. All your other keys stop working at once, including the one used for this call. The operator is told by mail. If the response is lost, so is the key; POST /recover gets a new one.',
        response: { 201: rotatedSchema },
      },
    },
    async (request, reply) => {
      const { key, prefix } = await rotateAgentKey(request.ctx, (tx, principalId) =>
        queueAgentNotice(tx, principalId, 'key rotated'),
      );
      return reply.code(201).send({ api_key: key, key_prefix: prefix, revoked_previous: true });
    },
  );
};
