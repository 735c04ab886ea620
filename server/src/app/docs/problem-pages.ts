import type { FastifyPluginAsync } from 'fastify';
import { html } from '#lib/text/html';
import { portalProblems } from '#lib/api/portal-problems';
import { partnerProblems, staffProblems, type ProblemEntry } from '#lib/api/problems';
import { notFound } from '#platform/errors';
import { problemTitle, sendHtml } from '#platform/http';
import { exampleOf } from '#app/openapi/partner-problems';

const catalogue: Readonly<Record<string, ProblemEntry>> = {
  ...partnerProblems,
  ...staffProblems,
  ...portalProblems,
};

/** The address in a problem's `type`: a page for people, and the same for tools as Markdown and as JSON. */
export const problemPageRoutes: FastifyPluginAsync = async (app) => {
  app.get('/errors', { config: { operation: 'developers.errors', audience: 'anyone' } }, async (_request, reply) =>
    sendHtml(reply, {
      status: 200,
      title: 'Errors',
      body: html`<h1>Errors</h1>
        <p>Branch on <code>code</code>; the sentences may change.</p>
        <ul>
          ${Object.entries(catalogue).map(
            ([code, { status, when }]) =>
              html`<li>
                <a href="/developers/errors/${code}"><code>${code}</code></a> (${status}): ${when}
              </li>`,
          )}
        </ul>`,
    }),
  );

  app.get<{ Params: { name: string } }>(
    '/errors/:name',
    { config: { operation: 'developers.error', audience: 'anyone' } },
    async ({ params: { name }, ctx: { config } }, reply) => {
      const [, code = '', form = ''] = /^([a-z_]+)(\.md|\.json)?$/.exec(name) ?? [];
      const entry = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
      if (entry === undefined) throw notFound('No error has this code.');
      const problem = { code, entry, example: exampleText(code, entry, config.publicBaseUrl) };
      if (form === '.json')
        return reply.header('content-type', 'application/json; charset=utf-8').send(toJson(problem));
      if (form === '.md') return reply.header('content-type', 'text/markdown; charset=utf-8').send(toMarkdown(problem));
      return sendHtml(reply, { status: 200, title: problemTitle(code), body: toPage(problem) });
    },
  );
};

type Problem = { readonly code: string; readonly entry: ProblemEntry; readonly example: string };

const exampleText = (code: string, entry: ProblemEntry, base: string): string =>
  JSON.stringify(exampleOf({ code, ...entry }, base), null, 2);

const toPage = ({ code, entry, example }: Problem) =>
  html`<h1>${problemTitle(code)}</h1>
    <p><code>${code}</code>, HTTP ${entry.status}${entry.retryAfter ? ', with Retry-After' : ''}</p>
    <h2>When it is sent</h2>
    <p>${entry.when}</p>
    <h2>What to do</h2>
    <p>${entry.remedy}</p>
    <h2>Example</h2>
    <pre>${example}</pre>`;

const toMarkdown = ({ code, entry, example }: Problem): string =>
  [
    `# ${problemTitle(code)}`,
    `\`${code}\`, HTTP ${entry.status}${entry.retryAfter ? ', with Retry-After' : ''}`,
    '## When it is sent',
    entry.when,
    '## What to do',
    entry.remedy,
    '## Example',
    `\`\`\`json\n${example}\n\`\`\``,
    '',
  ].join('\n\n');

const toJson = ({ code, entry, example }: Problem): string =>
  JSON.stringify({
    code,
    title: problemTitle(code),
    status: entry.status,
    when: entry.when,
    remedy: entry.remedy,
    retry_after: entry.retryAfter ?? false,
    example: JSON.parse(example) as unknown,
  });
