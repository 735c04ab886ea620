import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { closed } from '#lib/api/shapes';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import type { Config } from '#platform/config';
import { agentExamples } from '#app/openapi/recorded-examples';
import { agentOperations, agentPlaces, agentTags } from '#app/openapi/agent-names';
import { agentWords } from '#app/openapi/agent-messages';
import {
  agentAnswerHeaders,
  agentErrorOf,
  agentErrorSchemas,
  agentRefusal,
  agentSecurity,
  agentSecuritySchemes,
  shareAgentErrors,
} from '#app/openapi/agent-errors';
import { answerHeaders, limitedHeaders } from '#app/openapi/answer-headers';
import { describeSurface } from './describe-surface.ts';
import { operationsOf, type Document, type Schema } from '#app/openapi/document-types';
import { agentEventSchemas } from '#app/openapi/event-schemas';
import { finishDocument } from '#app/openapi/finish-document';
import { agentWebhooks } from './webhooks-openapi.ts';

/** The error bodies of the agent surface: one, and two with a member that an operation adds. */
const errorSchemas: Record<string, Schema> = {
  ...agentErrorSchemas,
  AgreementOutdated: agentErrorOf(
    'Another version of the agreement is in force.',
    { current_version: { type: 'string' } },
    ['current_version'],
  ),
  CodeRefused: agentErrorOf('The body is invalid, or the code is wrong.', {
    attempts_left: { type: 'integer', minimum: 0, maximum: 4 },
  }),
};

const ownErrors: Readonly<Record<string, string>> = {
  'agents.register 409': 'AgreementOutdated',
  'agents.verify 400': 'CodeRefused',
};

/** Documentation only: the operation itself checks these headers, because a schema cannot express that an empty header counts as absent. */
const headersOf: Record<string, object> = {
  'intakes.open': Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        maxLength: idempotencyKeyMaxLength,
        description:
          'A name for this submission, such as your case number. For 24 hours, the same key with the same body returns the first response again; with a different body it is 409.',
      }),
    ),
  }),
};

const uploadsOf: Record<string, object> = {
  'intakes.attach-report': Type.Object(
    { file: Type.String({ format: 'binary', contentMediaType: 'application/pdf' }) },
    closed,
  ),
};

/** Descriptions of individual operations. */
const ownTexts: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'intakes.open': {
    401: 'The Authorization header is not a valid agent key. Without the header the submission is anonymous.',
    404: 'program_disabled: submissions are currently closed; nothing was stored.',
    409: 'idempotency_conflict: this key was used with a different body. Use a new key for a new submission.',
    500: 'Something went wrong on our side. Send the same body with the same Idempotency-Key again. If the service is temporarily unavailable, the status is 503 with Retry-After and the body is the same.',
  },
  'intakes.attach-report': {
    400: 'Not a PDF, too large, protected by a password, not readable, or not one part named file; issues says which.',
    409: 'The intake has no open consultation: it is duplicate, not_eligible, declined or expired, or its consultation has ended.',
    429: 'Other reports are being read, or a budget of bytes for the UTC day is used up: of the address, of its network, of everybody without an agent key, or of the agent.',
    500: 'Something went wrong on our side. If there is no space for files, the status is 507 with Retry-After and everything else works; if the service is temporarily unavailable, it is 503. The body is the same.',
  },
  'agents.register': {
    404: 'program_disabled: registration is currently closed.',
    409: 'agreement.version is not the version in force; current_version is. Read it, then register with it.',
  },
  'agents.verify': {
    400: 'The code is wrong and attempts_left says how many attempts are left, or the body is invalid, see issues.',
    409: 'This registration is already verified, and its key was shown then.',
    429: 'Too many wrong codes; register again.',
  },
  'webhooks.set-agent-webhook': { 400: 'The URL is not https or not public; issues says which.' },
};

export async function describeAgentSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describePlainly(surface, config);
  return () =>
    finishDocument(describe(), {
      publicBaseUrl: config.publicBaseUrl,
      operations: agentOperations,
      tags: agentTags,
      places: agentPlaces,
      words: agentWords,
      examples: agentExamples,
      prepare: (document) => {
        tellReceiptsApart(document);
        shareAgentErrors(document, { ownErrors, headersOfAnswer });
      },
      complete: (document) => {
        document.components.schemas = { ...document.components.schemas, ...errorSchemas, ...agentEventSchemas };
        document.webhooks = agentWebhooks;
      },
    });
}

/** The token is always in the 201 and never in another response. */
function tellReceiptsApart(document: Document): void {
  for (const { responses } of operationsOf(document))
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const { required, properties } = content['application/json']?.schema ?? {};
      if (properties?.['poll_token'] === undefined) continue;
      if (status === '201') required?.push('poll_token');
      else delete properties['poll_token'];
    }
}

/** Each is counted by its own limit; uploads are limited differently (D-067). */
const counted: Readonly<Record<string, Parameters<typeof limitedHeaders>[0]>> = {
  'intakes.open': { name: 'intakes', points: 60 },
  'agents.register': { name: 'register', points: 5 },
  'agents.request-recovery': { name: 'recover', points: 5 },
  'agents.recover-key': { name: 'recover', points: 5 },
};

/** Counted per agent, so a client without a valid key sees no limit headers. */
const countedByAgent: typeof counted = {
  'agents.rotate-key': { name: 'rotations', points: 30 },
  'webhooks.set-agent-webhook': { name: 'changes', points: 30 },
  'webhooks.remove-agent-webhook': { name: 'changes', points: 30 },
};

function limitOf(operation: string, status: string): ReturnType<typeof limitedHeaders> {
  const limit = counted[operation] ?? (status === '401' ? undefined : countedByAgent[operation]);
  return limit === undefined ? {} : limitedHeaders(limit);
}

const headersOfAnswer = (operation: string, status: string) => ({
  ...agentAnswerHeaders(status, limitOf(operation, status)),
  ...(operation === 'intakes.get' && status === '200' ? { ETag: answerHeaders['ETag'] } : {}),
});

const describePlainly = (surface: FastifyInstance, config: Config): Promise<() => object> =>
  describeSurface(surface, {
    config,
    alsoServedAt: [
      {
        url: `${config.publicBaseUrl}${agentSandboxPath}`,
        description: 'The sandbox: the same operations on data of its own. Nobody is contacted.',
      },
    ],
    title: 'Agent Intake API',
    version: '1.0.0',
    description:
      'Submit a vehicle owner’s total-loss case, follow its status, and register an agent. Errors have the form { error, code, issues? }: branch on the status and code, since 400, 405, 409 and 410 can all be invalid_request; issues lists every invalid field once. A null in an optional member of a request counts as absent. A 429 has a Retry-After header. Amounts that end in _cents are in cents; amounts in the market read are in whole dollars.',
    securitySchemes: agentSecuritySchemes,
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: agentSecurity[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, agentRefusal(status, ownTexts[operation])])),
      headers: headersOf[operation],
      upload: uploadsOf[operation],
    }),
  });
