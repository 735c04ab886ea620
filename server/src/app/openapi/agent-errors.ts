import { Type } from 'typebox';
import { answerHeaders } from './answer-headers.ts';
import { operationsOf, reference, type Document, type Response, type Schema } from './document-types.ts';

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
    description: 'each invalid field, listed once; only on 400',
  },
};

/** An error body of agents, with what an operation adds to it. */
export const agentErrorOf = (description: string, own: Record<string, Schema> = {}, needed: string[] = []): Schema => ({
  type: 'object',
  required: ['error', 'code', ...needed],
  properties: { ...errorMembers, ...own },
  additionalProperties: false,
  description,
});

/** The closed error body of agents, live and in the sandbox. */
export const agentErrorSchemas: Readonly<Record<string, Schema>> = {
  Issue: {
    type: 'object',
    required: ['path', 'message'],
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    additionalProperties: false,
    description: 'The problem with one field.',
  },
  AgentError: agentErrorOf('All error responses have this form; branch on code and status.'),
};

const refusalTexts: Readonly<Record<number, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'The credential is missing or not valid here.',
  404: 'No object has this id.',
  409: 'The request conflicts with the current state.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait the number of seconds in Retry-After.',
  500: 'Something went wrong on our side. If the service is temporarily unavailable, the status is 503 with Retry-After.',
};

/** Only the sentence, the operation's own if it has one; the schema of the body is shared by all operations. */
export const agentRefusal = (status: number, own: Readonly<Record<number, string>> = {}) =>
  Type.Object({}, { description: own[status] ?? refusalTexts[status] ?? 'refused' });

/** By the audience of a route. */
export const agentSecurity: Readonly<Record<string, Record<string, string[]>[]>> = {
  'agent or anonymous': [{}, { agentKey: [] }],
  'poll token or agent key': [{ pollToken: [] }, { agentKey: [] }],
  agent: [{ agentKey: [] }],
};

const bearer = { type: 'http', scheme: 'bearer' } as const;

export const agentSecuritySchemes = {
  pollToken: { ...bearer, description: 'the poll_token of the 201 response; gives access to that intake only' },
  agentKey: {
    ...bearer,
    description: 'a key that starts with svc_agent_, shown once by /register/verify and /me/rotate-key',
  },
} as const;

type Headers = NonNullable<Response['headers']>;

/** Headers of every answer of this status, and those of the operation. */
export const agentAnswerHeaders = (status: string, own: Headers = {}): Headers => ({
  'X-Request-Id': answerHeaders['X-Request-Id'],
  ...(status.startsWith('2') ? {} : { Link: answerHeaders['Link'] }),
  ...own,
  ...(status === '429' ? { 'Retry-After': answerHeaders['Retry-After'] } : {}),
  ...(status === '401' ? { 'WWW-Authenticate': answerHeaders['WWW-Authenticate'] } : {}),
});

type Answers = {
  /** By operation and status, the name of another error body. */
  readonly ownErrors: Readonly<Record<string, string>>;
  headersOfAnswer(operation: string, status: string): Headers;
};

/** Gives every answer its headers, and every refusal a reference to its body. */
export function shareAgentErrors(document: Document, { ownErrors, headersOfAnswer }: Answers): void {
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
