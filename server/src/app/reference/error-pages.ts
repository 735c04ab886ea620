import { agentProblems, type AgentProblem } from '#lib/api/agent-problems';
import { portalProblems, sharedPortalProblems } from '#lib/api/portal-problems';
import { partnerProblems, type ProblemEntry } from '#lib/api/problems';
import { problemTitle } from '#platform/http';
import { exampleOf } from '#app/openapi/partner-problems';
import { joinParts, toCode, toJsonBlock, toTable, toText } from './markdown-text.ts';
import type { PageSource } from './page-source.ts';

const home = '/developers/errors';
const agentHome = '/developers/agent/errors';

/** Codes that anybody outside our team can receive. */
const ofPortal: Readonly<Record<string, ProblemEntry>> = { ...sharedPortalProblems, ...portalProblems };
const ofPartners: Readonly<Record<string, ProblemEntry>> = partnerProblems;
const ofAgents: Readonly<Record<string, AgentProblem>> = agentProblems;

/** The list of all codes, and a page for each with its cause and what to do. */
export const errorPages = (base: string): PageSource[] => [
  {
    path: home,
    title: 'Errors',
    description: 'Every error code of the agent and the partner API, with its cause and what to do about it.',
    section: 'errors',
    order: 0,
    markdown: listText,
  },
  ...Object.entries(ofAgents).map(([code, problem], order): PageSource => ({
    path: `${agentHome}/${code}`,
    title: `${problem.title} (agent API)`,
    label: code,
    description: problem.situations.map(({ when }) => when).join(' '),
    section: 'errors',
    order: 1 + order,
    group: 'Agent API',
    keywords: `${code} ${problem.situations.map(({ status }) => status).join(' ')}`,
    markdown: () => agentText(code, problem),
    json: () => ({ code, ...problem, retry_after: problem.retryAfter ?? false, retryAfter: undefined }),
  })),
  ...problemPages(ofPartners, { base, group: 'Partner API', from: 100 }),
  ...problemPages(Object.fromEntries(Object.entries(ofPortal).filter(([code]) => !(code in ofPartners))), {
    base,
    group: 'Partner portal',
    from: 200,
  }),
];

type Place = { readonly base: string; readonly group: string; readonly from: number };

const problemPages = (problems: Readonly<Record<string, ProblemEntry>>, { base, group, from }: Place): PageSource[] =>
  Object.entries(problems).map(([code, entry], order) => ({
    path: `${home}/${code}`,
    title: problemTitle(code),
    label: code,
    description: entry.when,
    section: 'errors',
    order: from + order,
    group,
    keywords: `${code} ${entry.status} ${entry.retryAfter ? 'Retry-After' : ''}`,
    markdown: () => problemText(code, entry, base),
    json: () => ({
      code,
      title: problemTitle(code),
      status: entry.status,
      when: entry.when,
      remedy: entry.remedy,
      retry_after: entry.retryAfter ?? false,
      example: exampleOf({ code, ...entry }, base),
    }),
  }));

const problemText = (code: string, entry: ProblemEntry, base: string): string =>
  joinParts([
    `# ${problemTitle(code)}`,
    `${toCode(code)}, HTTP ${entry.status}${entry.retryAfter ? ', with Retry-After' : ''}`,
    '## When it is sent',
    toText(entry.when),
    '## What to do',
    toText(entry.remedy),
    '## Example',
    toJsonBlock(exampleOf({ code, ...entry }, base)),
  ]);

const agentText = (code: string, { title, situations, retryAfter, members = {} }: AgentProblem): string =>
  joinParts([
    `# ${title} (agent API)`,
    `${toCode(code)}, HTTP ${situations.map(({ status }) => status).join(', ')}${retryAfter ? ', with Retry-After' : ''}`,
    ...situations.flatMap(({ status, when, remedy }) => [
      `## ${status}`,
      `**When it is sent.** ${toText(when)}`,
      `**What to do.** ${toText(remedy)}`,
    ]),
    '## Form of the answer',
    `The body has \`error\` and \`code\`${Object.keys(members).length === 0 ? ' and nothing else' : ' and, where they apply, these members'}: see [AgentError](/developers/agent/objects/AgentError).`,
    Object.entries(members)
      .map(([name, when]) => `- ${toCode(name)}, ${toText(when)}`)
      .join('\n'),
    'The header `Link` with `rel="help"` leads to this page.',
  ]);

const listText = (): string =>
  joinParts([
    '# Errors',
    'Branch on `code` and the status. The sentences may change.',
    '## Agent API',
    toTable(
      ['Code', 'Status', 'When it is sent'],
      Object.entries(ofAgents).flatMap(([code, { situations }]) =>
        situations.map(({ status, when }) => [`[${toCode(code)}](${agentHome}/${code})`, String(status), toText(when)]),
      ),
    ),
    '## Partner API',
    problemTable(ofPartners),
    '## Partner portal',
    'Codes that only the portal and its tokens meet.',
    problemTable(Object.fromEntries(Object.entries(ofPortal).filter(([code]) => !(code in ofPartners)))),
  ]);

const problemTable = (problems: Readonly<Record<string, ProblemEntry>>): string =>
  toTable(
    ['Code', 'Status', 'When it is sent'],
    Object.entries(problems).map(([code, { status, when }]) => [
      `[${toCode(code)}](${home}/${code})`,
      String(status),
      toText(when),
    ]),
  );
