import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import {
  agentAnswerHeaders,
  agentErrorSchemas,
  agentRefusal,
  agentSecurity,
  agentSecuritySchemes,
  shareAgentErrors,
} from '#app/openapi/agent-errors';
import {
  agentSandboxOperations,
  agentSandboxPlaces,
  agentSandboxTags,
  agentSandboxWords,
} from '#app/openapi/agent-sandbox-names';
import { operationsOf, type Document } from '#app/openapi/document-types';
import { finishDocument } from '#app/openapi/finish-document';
import { agentSandboxExamples } from '#app/openapi/recorded-examples';
import { describeSurface } from './describe-surface.ts';

const ownTexts: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'agent-sandbox.take-step': { 409: 'The step is not possible now; error lists those that are.' },
  'agent-sandbox.get-sample': { 400: 'The address cannot be read.', 404: 'No sample report has this name.' },
};

/** Describes the operations that exist only in the agent sandbox; the contract's operations are described once, for both modes. */
export async function describeAgentSandbox(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describeSurface(surface, {
    config,
    title: 'Agent Sandbox API',
    version: '1.0.0',
    description:
      'What only the sandbox of agents has: the steps of a test intake, what would have been sent about it, and sample reports. Intakes are submitted and polled by the Agent Intake API, whose operations are the same below /sandbox. Errors have its form { error, code, issues? }: branch on the status and code, since a 400 and the 409 of a step that is not possible now are both invalid_request. A 429 has a Retry-After header.',
    securitySchemes: {
      pollToken: agentSecuritySchemes.pollToken,
      agentKey: {
        ...agentSecuritySchemes.agentKey,
        description: 'the key of the sandbox that submitted the intake, svc_agent_test_…',
      },
    },
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: agentSecurity[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, agentRefusal(status, ownTexts[operation])])),
      headers: undefined,
    }),
  });
  return () =>
    finishDocument(describe(), {
      publicBaseUrl: config.publicBaseUrl,
      operations: agentSandboxOperations,
      tags: agentSandboxTags,
      places: agentSandboxPlaces,
      words: agentSandboxWords,
      examples: agentSandboxExamples,
      prepare: (document) => {
        sayBytes(document);
        shareAgentErrors(document, {
          ownErrors: {},
          headersOfAnswer: (_operation, status) => agentAnswerHeaders(status),
        });
      },
      complete: (document) => {
        document.components.schemas = { ...document.components.schemas, ...agentErrorSchemas };
      },
    });
}

/** Describes a file response as bytes instead of text. */
function sayBytes(document: Document): void {
  for (const { responses } of operationsOf(document)) {
    const file = responses['200']?.content?.['application/pdf'];
    if (file !== undefined) file.schema = { type: 'string', format: 'binary' };
  }
}
