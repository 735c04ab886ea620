import type { FastifyPluginAsync } from 'fastify';
import { html, type Html } from '#lib/text/html';
import { sendHtml } from '#platform/http';
import { agentGuide } from './agent-guide.ts';
import { partnerGuide, vectorsText } from './partner-guide.ts';

type Operation = { readonly summary?: string; readonly responses?: Readonly<Record<string, unknown>> };
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** The interface descriptions, by the name of their page. */
export type Documents = { readonly agent: () => object; readonly gap: () => object };

/** For developers: for each interface a page for people and the description for their tools. */
export const developerRoutes =
  (documents: Documents): FastifyPluginAsync =>
  async (app) => {
    app.get('', { config: { operation: 'developers.index', audience: 'anyone' } }, async ({ ctx }, reply) =>
      sendHtml(reply, {
        status: 200,
        title: 'For developers',
        body: indexPage(ctx.config.publicBaseUrl),
        describedAs: 'The interfaces of Makewhole: for AI agents, and for lenders and GAP providers.',
      }),
    );
    app.get(
      '/gap/vectors.json',
      { config: { operation: 'developers.gap-vectors', audience: 'anyone' } },
      async (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(vectorsText),
    );
    for (const name of ['agent', 'gap'] as const) {
      const { title, guide, describedAs } = interfaces[name];
      app.get(
        `/${name}`,
        { config: { operation: `developers.${name}-page`, audience: 'anyone' } },
        async ({ ctx: { config } }, reply) => {
          const base = config.publicBaseUrl;
          const body = interfacePage(documents[name]() as Document, {
            title,
            guide: guide(config),
            address: `${base}/developers/${name}`,
          });
          return sendHtml(reply, { status: 200, title, body, describedAs });
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

type InterfacePage = { readonly title: string; readonly guide: Html; readonly address: string };

function interfacePage({ paths = {} }: Document, { title, guide, address }: InterfacePage): Html {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, responses = {} }]) => ({ path, method, summary, responses })),
  );
  return html`<h1>${title}</h1>
    ${guide}
    <h2>Operations</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">What it does</th>
          <th scope="col">Statuses</th>
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
      Every field and limit is in the
      <a href="${address}/openapi.json">interface description</a> (OpenAPI 3.1).
    </p>`;
}

const interfaces = {
  agent: {
    title: 'Agent Intake API',
    guide: agentGuide,
    describedAs: 'How an AI agent submits a total-loss case for an owner who asked for it, and follows it.',
  },
  gap: {
    title: 'Partner Referral and Membership API',
    guide: partnerGuide,
    describedAs: 'How lenders and GAP providers refer borrowers, enroll members and receive every change.',
  },
};

const indexPage = (base: string): Html =>
  html`<h1>For developers</h1>
    <ul>
      ${Object.entries(interfaces).map(
        ([name, { title }]) =>
          html`<li><a href="${base}/developers/${name}">${title}</a>, <code>/api/${name}/v1</code></li>`,
      )}
      <li><a href="${base}/developers/errors">Errors</a> of the partner API, with a page for each</li>
    </ul>`;
