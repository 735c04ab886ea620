import type { FastifyPluginAsync } from 'fastify';
import { html, type Html } from '#lib/html';
import { sendPage } from '#platform/http';

type Operation = { readonly summary?: string; readonly responses?: Readonly<Record<string, unknown>> };
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** The interface descriptions, by the name of their page. */
export type Documents = { readonly agent: () => object; readonly gap: () => object };

/** What developers read: for each interface a page for people and the description for their tools. */
export const developerRoutes =
  (documents: Documents): FastifyPluginAsync =>
  async (app) => {
    for (const name of ['agent', 'gap'] as const) {
      const { title, intro } = interfaces[name];
      app.get(
        `/${name}`,
        { config: { operation: `developers.${name}-page`, audience: 'anyone' } },
        async ({ ctx: { config } }, reply) => {
          const base = config.publicBaseUrl;
          const body = interfacePage(documents[name]() as Document, {
            title,
            intro: intro(base),
            address: `${base}/developers/${name}`,
          });
          return sendPage(reply, { status: 200, title, body });
        },
      );
      app.get(
        `/${name}/openapi.json`,
        { config: { operation: `developers.${name}-openapi`, audience: 'anyone' } },
        async (_request, reply) =>
          reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(documents[name]())),
      );
    }
  };

type InterfacePage = { readonly title: string; readonly intro: Html; readonly address: string };

function interfacePage({ paths = {} }: Document, { title, intro, address }: InterfacePage): Html {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, responses = {} }]) => ({ path, method, summary, responses })),
  );
  return html`<h1>${title}</h1>
    ${intro}
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
      <a href="${address}/openapi.json">interface description</a> (OpenAPI 3.1).
    </p>`;
}

const interfaces = {
  agent: {
    title: 'Agent Intake API',
    intro: (base: string) =>
      html`<p>
          Submit a vehicle owner's total-loss case with a contact and one sentence of consent; follow it with the poll
          token of the answer. Registering is free and gives priority callbacks, six times the limits and signed
          webhooks.
        </p>
        <h2>The smallest submission</h2>
        <pre>curl ${base}/api/agent/v1/intakes -H 'content-type: application/json' -d '${smallestBody}'</pre>
        <p>
          Send an <code>Idempotency-Key</code> header and repeat freely: the same request is answered once. An answer's
          <code>customer_message</code> may be relayed word for word; the person confirms on the page its link opens.
        </p>`,
  },
  gap: {
    title: 'Partner Referral and Membership API',
    intro: (base: string) =>
      html`<p>
          Refer a borrower whose car was totaled and follow the case to its settlement; every change comes as a signed
          webhook and stands in the list of events.
        </p>
        <h2>The first call</h2>
        <pre>curl ${base}/api/gap/v1/me -H 'authorization: Bearer gap_test_…'</pre>
        <p>
          It says whose key that is, which mode it works in and what is open to it. Instead of showing a key you can
          sign each request by the profile gap-v2 (RFC 9421): upload a public key, answer its challenge, and sign.
        </p>
        <p>
          Test keys work in a sandbox of their own: nobody is called or written to, and
          <code>POST /api/gap/v1/referrals/{id}/simulate</code> moves a referral as people and time would. Send an
          <code>Idempotency-Key</code> with every POST and PATCH and repeat freely. Every error names its
          <a href="${base}/developers/errors">page</a>.
        </p>
        <p>
          Endpoints that still take full payloads are deprecated: each shows <code>deprecated</code> and, once it is
          decided, the date of their end as <code>sunset_at</code>. New endpoints get thin payloads; fetch the rest.
        </p>`,
  },
};

const smallestBody = JSON.stringify({
  agent: { name: 'Your agent', platform: 'your-agent' },
  customer: { email: 'owner@example.com' },
  consent: { attestation: 'The owner asked me to submit this and expects a call.' },
});
