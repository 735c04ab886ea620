import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import type { Config } from '#platform/config';
import { agentExamples } from '#app/openapi/recorded-examples';
import { agentOperations, agentPlaces, agentTags } from '#app/openapi/agent-names';
import { agentWords } from '#app/openapi/agent-words';
import { answerHeaders } from '#app/openapi/answer-headers';
import { describeSurface } from './describe-surface.ts';
import { operationsOf, reference, type Document, type Schema } from '#app/openapi/document-types';
import { agentEventSchemas } from '#app/openapi/event-schemas';
import { finishDocument } from '#app/openapi/finish-document';
import { agentWebhooks } from './webhooks-openapi.ts';

const codes = [
  'invalid_request',
  'not_found',
  'unauthorized',
  'rate_limited',
  'program_disabled',
  'idempotency_conflict',
  'internal',
];

const errorMembers = {
  error: { type: 'string' },
  code: { type: 'string', enum: codes },
  issues: {
    type: 'array',
    items: reference('Issue'),
    description: 'every field that is wrong, once each; on 400 only',
  },
};

const errorOf = (description: string, own: Record<string, Schema> = {}, needed: string[] = []): Schema => ({
  type: 'object',
  required: ['error', 'code', ...needed],
  properties: { ...errorMembers, ...own },
  additionalProperties: false,
  description,
});

/** The error bodies of the agent surface: one, and two with a member that an operation adds. */
const errorSchemas: Record<string, Schema> = {
  Issue: {
    type: 'object',
    required: ['path', 'message'],
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    additionalProperties: false,
    description: 'What is wrong with one field.',
  },
  AgentError: errorOf('Every refusal has this form; branch on code and status.'),
  AgreementOutdated: errorOf('Another version of the agreement is in force.', { current_version: { type: 'string' } }, [
    'current_version',
  ]),
  CodeRefused: errorOf('The body is invalid, or the code is wrong.', {
    attempts_left: { type: 'integer', minimum: 0, maximum: 4 },
  }),
};

const ownErrors: Readonly<Record<string, string>> = {
  'agents.register 409': 'AgreementOutdated',
  'agents.verify 400': 'CodeRefused',
};

/** Only the sentence; the schema of the body is shared by all operations. */
const refusalOf = (operation: string, status: number) =>
  Type.Object({}, { description: ownTexts[operation]?.[status] ?? refusalTexts[status] ?? 'refused' });

/** Checked by the operation itself, since a schema cannot say that an empty header counts as none; here for clients. */
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

const refusalTexts: Record<number, string> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'The credential is missing or not valid here.',
  404: 'Nothing has this id.',
  409: 'In conflict with what is already there.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait as many seconds as Retry-After says.',
  500: 'Something went wrong on our side. If the service is temporarily unavailable, the status is 503 with Retry-After.',
};

/** Descriptions of an operation's own. */
const ownTexts: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'intakes.open': {
    401: 'The Authorization header is not a valid agent key. Without the header the submission is anonymous.',
    404: 'program_disabled: submissions are currently closed; nothing was stored.',
    409: 'idempotency_conflict: this key was used with a different body. Use a new key for a new submission.',
    500: 'Something went wrong on our side. Send the same body with the same Idempotency-Key again. If the service is temporarily unavailable, the status is 503 with Retry-After and the body is the same.',
  },
  'intakes.attach-report': {
    400: 'Not a PDF, too large, protected by a password, not readable, or not one part named file; issues says which.',
    409: 'The intake has no open case: it is duplicate, not_eligible, declined or expired.',
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

const security: Record<string, Record<string, string[]>[]> = {
  'agent or anonymous': [{}, { agentKey: [] }],
  'poll token or agent key': [{ pollToken: [] }, { agentKey: [] }],
  agent: [{ agentKey: [] }],
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
        shareErrors(document);
      },
      complete: (document) => {
        document.components.schemas = { ...document.components.schemas, ...errorSchemas, ...agentEventSchemas };
        document.webhooks = agentWebhooks;
      },
    });
}

/** The token is in the 201 alone, and always there. */
function tellReceiptsApart(document: Document): void {
  for (const { responses } of operationsOf(document))
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const { required, properties } = content['application/json']?.schema ?? {};
      if (properties?.['poll_token'] === undefined) continue;
      if (status === '201') required?.push('poll_token');
      else delete properties['poll_token'];
    }
}

function shareErrors(document: Document): void {
  for (const { operationId, responses } of operationsOf(document)) {
    // Whatever is asked: HTTP itself can be broken, and the address can be asked for something else.
    if (Object.keys(responses).every((status) => status.startsWith('2')))
      responses['4XX'] = { description: 'The request is not valid HTTP, or too large.', content: {} };
    for (const [status, response] of Object.entries(responses)) {
      response.headers = headersOfAnswer(operationId, status);
      if (status.startsWith('2')) continue;
      const schema = reference(ownErrors[`${operationId} ${status}`] ?? 'AgentError');
      response.content = { 'application/json': { schema } };
    }
  }
}

const headersOfAnswer = (operation: string, status: string) => ({
  'X-Request-Id': answerHeaders['X-Request-Id'],
  ...(status === '429' ? { 'Retry-After': answerHeaders['Retry-After'] } : {}),
  ...(status === '401' ? { 'WWW-Authenticate': answerHeaders['WWW-Authenticate'] } : {}),
  ...(operation === 'intakes.get' && status === '200' ? { ETag: answerHeaders['ETag'] } : {}),
});

const describePlainly = (surface: FastifyInstance, config: Config): Promise<() => object> =>
  describeSurface(surface, {
    config,
    title: 'Agent Intake API',
    version: '1.0.0',
    description:
      'Submit a vehicle owner’s total-loss case, follow its status, and register an agent. Errors have the form { error, code, issues? }: branch on code; issues lists every invalid field once. A null in an optional member of a request counts as absent. A 429 has a Retry-After header. Amounts that end in _cents are in cents; amounts in the market read are in whole dollars.',
    securitySchemes: {
      pollToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'the poll_token of the 201 response; gives access to that intake only',
      },
      agentKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'a key that starts with svc_agent_, shown once by /register/verify and /me/rotate-key',
      },
    },
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: security[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, refusalOf(operation, status)])),
      headers: headersOf[operation],
      upload: uploadsOf[operation],
    }),
  });
