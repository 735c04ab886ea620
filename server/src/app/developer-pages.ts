import type { FastifyPluginAsync } from 'fastify';
import { html } from '#lib/html';
import { sendPage } from '#platform/http';

type Operation = { readonly summary?: string; readonly responses?: Readonly<Record<string, unknown>> };
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** What developers read: a page for people and the interface description for their tools. */
export const developerRoutes =
  (documents: { readonly agent: () => object }): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/agent',
      { config: { operation: 'developers.agent-page', audience: 'anyone' } },
      async ({ ctx: { config } }, reply) =>
        sendPage(reply, {
          status: 200,
          title: 'Agent Intake API',
          body: agentPage(documents.agent() as Document, config.publicBaseUrl),
        }),
    );

    app.get(
      '/agent/openapi.json',
      { config: { operation: 'developers.agent-openapi', audience: 'anyone' } },
      async (_request, reply) =>
        reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(documents.agent())),
    );
  };

function agentPage({ paths = {} }: Document, base: string) {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, responses = {} }]) => ({ path, method, summary, responses })),
  );
  return html`<h1>Agent Intake API</h1>
    <p>
      Submit a vehicle owner's total-loss case with a contact and one sentence of consent; follow it with the poll token
      of the answer. Registering is free and gives priority callbacks, six times the limits and signed webhooks.
    </p>
    <h2>The smallest submission</h2>
    <pre>curl ${base}/api/agent/v1/intakes -H 'content-type: application/json' -d '${smallestBody}'</pre>
    <p>
      Send an <code>Idempotency-Key</code> header and repeat freely: the same request is answered once. An answer's
      <code>customer_message</code> may be relayed word for word; the person confirms on the page its link opens.
    </p>
    <h2>Operations</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">What it does</th>
          <th scope="col">Answers</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ path, method, summary, responses }) =>
            html`<tr>
              <td><code>${method.toUpperCase()} ${path}</code></td>
              <td>${summary}</td>
              <td>${Object.keys(responses).join(', ')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>
      Every member and bound is in the
      <a href="${base}/developers/agent/openapi.json">interface description</a> (OpenAPI 3.1).
    </p>`;
}

const smallestBody = JSON.stringify({
  agent: { name: 'Your agent', platform: 'your-agent' },
  customer: { email: 'owner@example.com' },
  consent: { attestation: 'The owner asked me to submit this and expects a call.' },
});
