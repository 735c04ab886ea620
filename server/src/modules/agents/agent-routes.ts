import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { rotateAgentKey } from '#modules/access';
import { isOpen } from '#modules/switches';
import { addressBucket } from '#lib/address';
import { ignoreBodies } from '#platform/http';
import { agreementUrl, currentAgreement } from './agreement.ts';
import { registrationClosed } from './errors.ts';
import { getMe } from './get-me.ts';
import { registerAgent } from './register-agent.ts';
import {
  agreementSchema,
  meSchema,
  registrationRequestSchema,
  registrationSchema,
  rotatedSchema,
  verifiedSchema,
  verifyRequestSchema,
} from './schemas.ts';
import { verifyRegistration } from './verify-registration.ts';

/** What anybody may do: read the agreement, register, prove the mailbox. */
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
        description: 'Its version goes into agreement.version when you register; url is the same text as a page.',
        response: { 200: agreementSchema },
      },
    },
    async ({ ctx: { config } }) => {
      const { version, hash, markdown } = currentAgreement(config);
      return { version, hash, url: agreementUrl(config, version), markdown };
    },
  );

  app.post(
    '/register',
    {
      config: {
        operation: 'agents.register',
        audience: 'anyone',
        summary: 'Register an agent; a code is mailed to its operator.',
        refusals: [400, 404, 409, 429],
      },
      schema: {
        description:
          'Mails six digits to operator.email; send them to /register/verify before code_expires_at. The answer’s email_delivery_error, where it is there, says that the mail server refused the address; a mail server that is busy or away is no error, the code comes later. 409: another version of the agreement is in force, current_version says which. 429: too many calls from your address, or three codes of this mailbox are still open; Retry-After says when.',
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
        summary: 'Send the code back and receive the key, once.',
        refusals: [400, 404, 409, 410, 429],
      },
      schema: {
        description:
          'api_key is shown in this answer only: keep it before you do anything else. 400 with attempts_left: the code is wrong. 409: it was verified before, and the key was shown then. 410 and 429: the code is too old, or was wrong too often; register again.',
        body: verifyRequestSchema,
        response: { 201: verifiedSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await verifyRegistration(request.ctx, request.body)),
  );
};

/** Every call counts; then the door; only then is the body looked at (decision 54). */
async function admitRegistration(request: FastifyRequest): Promise<void> {
  const { limits, config } = request.ctx;
  await limits.take(
    { name: 'register', points: config.registerPerMin, windowS: 60, whenStoreIsGone: 'refuse' },
    addressBucket(request.callerAddress),
  );
  if (!(await isOpen(request.ctx, 'registration_open'))) throw registrationClosed();
}

/** What a registered agent may do with itself; mounted behind its key. */
export const meRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: { operation: 'agents.get-me', audience: 'agent', summary: 'See your registration.', refusals: [401] },
      schema: {
        description:
          'Status, agreement, webhook, the beginnings of your keys and your limits; never a key or a secret.',
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
      config: { operation: 'agents.rotate-key', audience: 'agent', summary: 'Replace your key.', refusals: [401] },
      schema: {
        description:
          'The new key is shown in this answer only, and every other key of yours stops working with it, the one of this call too. If the answer is lost, so is the key; registering again makes a new agent, to which the intakes of the old one are closed.',
        response: { 201: rotatedSchema },
      },
    },
    async (request, reply) => {
      const { key, prefix } = await rotateAgentKey(request.ctx);
      return reply.code(201).send({ api_key: key, key_prefix: prefix, revoked_previous: true });
    },
  );
};
