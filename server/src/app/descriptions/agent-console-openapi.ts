import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import {
  agentConsoleOperations,
  agentConsolePlaces,
  agentConsoleTags,
  agentConsoleWords,
} from '#app/openapi/agent-console-names';
import { operationsOf, reference, type Document, type Schema } from '#app/openapi/document-types';
import { finishDocument } from '#app/openapi/finish-document';
import { describeSurface } from './describe-surface.ts';
import { problemSchema, refusalsOf, shareProblems, type Document as Described } from './problem-schemas.ts';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'There is no key or session, or it is no longer valid.',
  403: 'This exists in the sandbox only, or no page of the console asked.',
  404: 'There is no such object of this agent.',
  409: 'The state of the object does not allow this.',
  429: 'Too many; wait as many seconds as Retry-After says.',
};

/** Operations whose body may be omitted, because all its members are optional. */
const optionalBodies: readonly string[] = ['agent-console.send-test-event'];

const text: Schema = { type: 'string' };

const problemSchemas: Readonly<Record<string, Schema>> = {
  Issue: {
    type: 'object',
    required: ['path', 'message'],
    properties: { path: text, message: text },
    description: 'What is wrong with one field.',
  },
  Problem: {
    type: 'object',
    required: ['error', 'code', 'type', 'title', 'status', 'detail', 'instance', 'request_id'],
    properties: {
      error: text,
      code: text,
      type: { type: 'string', format: 'uri' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: text,
      request_id: { type: 'string', pattern: '^req_' },
      issues: { type: 'array', items: reference('Issue') },
    },
    description: 'A refusal (RFC 9457); branch on code.',
  },
};

/** Describes the API of the agent console. */
export async function describeAgentConsole(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describeSurface(surface, {
    config,
    title: 'Agent Console API',
    version: '1.0.0',
    description:
      'For whoever runs an agent: its own intakes, events and webhook deliveries, resending, test events, settings, and in the sandbox a mailbox. The same for live keys and those of the sandbox; the key says which.',
    securitySchemes: {
      agentKey: { type: 'http', scheme: 'bearer', description: 'an agent key, svc_agent_…' },
      session: {
        type: 'apiKey',
        in: 'header',
        name: 'Cookie',
        description:
          '__Host-makewhole-agent-console; requests that change something must come from a page of the console',
      },
    },
    operation: (_route, method, url) => ({
      security: [{ agentKey: [] }, { session: [] }],
      refusals: Object.fromEntries(
        [...refusalsOf(method, url), ...(url.endsWith('/test-event') ? ['409'] : []), '429'].map((status) => [
          status,
          problemSchema(status, refusals[status] ?? ''),
        ]),
      ),
      headers: undefined,
    }),
  });
  return () =>
    finishDocument(shareProblems(describe() as Described, refusals), {
      publicBaseUrl: config.publicBaseUrl,
      operations: agentConsoleOperations,
      tags: agentConsoleTags,
      places: agentConsolePlaces,
      words: agentConsoleWords,
      examples: {},
      prepare: (document) => {
        for (const { operationId, requestBody } of operationsOf(document))
          if (requestBody !== undefined && optionalBodies.includes(operationId)) requestBody.required = false;
      },
      complete: nameProblems,
    });
}

/** Every refusal has the same form, whatever its status. */
function nameProblems(document: Document): void {
  for (const { content = {} } of Object.values(document.components.responses ?? {}))
    for (const media of Object.values(content)) media.schema = reference('Problem');
  document.components.schemas = { ...document.components.schemas, ...problemSchemas };
}
