import type { Interface } from './interface.ts';
import { joinParts, toBlock, toCode, toTable, toText } from './markdown-text.ts';
import { kindOf } from './object-pages.ts';
import { callsOf } from './operation-pages.ts';
import type { PageSource } from './page-source.ts';

type Words = {
  readonly title: string;
  readonly label: string;
  readonly description: string;
  readonly first: (base: string) => string;
  readonly next: readonly string[];
};

const words: Readonly<Record<Interface['section'], Words>> = {
  agent: {
    title: 'Agent Intake API',
    label: 'Agent API',
    description: 'How an AI agent submits a total-loss case for an owner who asked for it, and follows it.',
    first: (base) => `curl ${base}/api/agent/v1/intakes -H 'content-type: application/json' -d '${smallestBody}'`,
    next: [
      '[Start as an agent](/developers/start/agent)',
      '[Errors and what to do](/developers/errors)',
      '[Events](/developers/events)',
    ],
  },
  'agent-sandbox': {
    title: 'Agent Sandbox API',
    label: 'Agent sandbox',
    description:
      'What only the sandbox of agents has: the steps of a test intake, what would have been sent, sample reports.',
    first: (base) =>
      `curl ${base}/sandbox/api/intakes/$INTAKE_ID/steps -H "Authorization: Bearer $POLL_TOKEN" -H 'content-type: application/json' -d '{"step":"confirm"}'`,
    next: [
      '[The sandbox](/developers/guides/sandbox)',
      '[Start as an agent](/developers/start/agent)',
      '[Errors and what to do](/developers/errors)',
    ],
  },
  gap: {
    title: 'Partner Referral and Membership API',
    label: 'Partner API',
    description: 'How lenders and GAP providers refer borrowers, enroll members and receive every change.',
    first: (base) => `curl ${base}/api/gap/v1/me -H "Authorization: Bearer $MAKEWHOLE_KEY"`,
    next: [
      '[Start as a lender](/developers/start/lender)',
      '[Signed requests](/developers/guides/signing)',
      '[Test vectors of signatures](/developers/gap/vectors)',
      '[Errors and what to do](/developers/errors)',
      '[Events](/developers/events)',
    ],
  },
};

const smallestBody = JSON.stringify({
  agent: { name: 'Your agent', platform: 'your-agent' },
  customer: { email: 'owner@sandbox.test' },
  consent: {
    attestation: 'The owner asked me to submit this and knows that you will email, and call if there is a number.',
  },
});

/** The first page of an interface: a first call, its operations and its objects. */
export function overviewPage(about: Interface, exists: (path: string) => boolean): PageSource {
  const { title, label, description, first, next } = words[about.section];
  return {
    path: about.home,
    title,
    label,
    description,
    section: about.section,
    order: 0,
    markdown: () =>
      joinParts([
        `# ${title}`,
        toText(String(about.document.info['description'] ?? '')),
        '## The first call',
        toBlock(first(about.samplesAt), 'bash'),
        next
          .filter((link) => exists(/\]\(([^)]*)/.exec(link)?.[1] ?? ''))
          .map((link) => `- ${link}`)
          .join('\n'),
        '## Operations',
        ...operations(about),
        '## Objects',
        ...objects(about),
        '## For tools',
        `Every field and limit is in the [interface description](${about.home}/openapi.json) (OpenAPI 3.1).`,
      ]),
  };
}

const operations = ({ document, home }: Interface): string[] =>
  (document.tags ?? []).flatMap(({ name, description }) => {
    const rows = callsOf(document)
      .filter(({ operation: { tags = [] } }) => tags.includes(name))
      .map(({ method, path, operation: { operationId, summary } }) => [
        toCode(`${method.toUpperCase()} ${path}`),
        `[${toText(summary.replace(/\.$/, ''))}](${home}/operations/${operationId})`,
      ]);
    return rows.length === 0 ? [] : [`### ${name}`, toText(description), toTable(['Operation', 'What it does'], rows)];
  });

function objects({ document, objects: place }: Interface): string[] {
  const names = Object.keys(document.components.schemas ?? {});
  return [...Map.groupBy(names, kindOf)].flatMap(([kind, of]) => [
    `### ${kind === 'Objects' ? 'Requests and answers' : kind}`,
    of.map((name) => `[${name}](${place}/${name})`).join(', '),
  ]);
}
