import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import { describeSurface } from './describe-surface.ts';
import { problemSchema, refusalsOf, shareProblems, type Document } from './problem-schemas.ts';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'There is no key or session, or it is no longer valid.',
  403: 'This exists in the sandbox only, or no page of the console asked.',
  404: 'There is no such object of this agent.',
  409: 'The state of the object does not allow this.',
};

/** The method that a generated client has for each operation, and the group it is in. */
const names: Readonly<Record<string, readonly [method: string, tag: string]>> = {
  'agent-console.list-intakes': ['listIntakes', 'Intakes'],
  'agent-console.get-intake': ['getIntake', 'Intakes'],
  'agent-console.list-events': ['listEvents', 'Events'],
  'agent-console.get-event': ['getEvent', 'Events'],
  'agent-console.list-deliveries': ['listDeliveries', 'Deliveries'],
  'agent-console.get-delivery': ['getDelivery', 'Deliveries'],
  'agent-console.resend-delivery': ['resendDelivery', 'Deliveries'],
  'agent-console.get-webhook': ['getWebhook', 'Webhook'],
  'agent-console.send-test-event': ['sendTestEvent', 'Webhook'],
  'agent-console.get-settings': ['getSettings', 'Webhook'],
  'agent-console.set-settings': ['setSettings', 'Webhook'],
  'agent-console.list-mailbox': ['listMailbox', 'Mailbox'],
  'agent-console.get-message': ['getMailboxMessage', 'Mailbox'],
};

/** Operations that need no body, whose members are all optional. */
const optionalBodies: readonly string[] = ['agent-console.send-test-event'];

type Named = { operationId?: string; tags?: string[]; requestBody?: { required?: boolean } };

/** Describes the API of the agents' console. */
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
        [...refusalsOf(method, url), ...(url.endsWith('/test-event') ? ['409'] : [])].map((status) => [
          status,
          problemSchema(status, refusals[status] ?? ''),
        ]),
      ),
      headers: undefined,
    }),
  });
  return () => {
    const document = shareProblems(describe() as Document, refusals);
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      const [method, tag] = names[operation.operationId ?? ''] ?? [];
      if (method === undefined || tag === undefined) throw new Error(`${operation.operationId} has no method name`);
      const { requestBody }: Named = operation;
      if (requestBody !== undefined && optionalBodies.includes(operation.operationId ?? ''))
        requestBody.required = false;
      Object.assign<Named, Named>(operation, { operationId: method, tags: [tag] });
    }
    return document;
  };
}
