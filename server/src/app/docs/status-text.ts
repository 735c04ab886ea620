import type { PartStatus, ServiceStatus } from '#modules/figures';

type Words = { readonly title: string; readonly checks: string; readonly problem: string };

const words: Readonly<Record<PartStatus['name'], Words>> = {
  api: {
    title: 'API',
    checks: 'At least one process that answers requests reported in the last 45 seconds.',
    problem: 'No process has reported',
  },
  database: {
    title: 'Database',
    checks: 'It answered a question within one second.',
    problem: 'Slow',
  },
  webhooks: {
    title: 'Webhooks',
    checks: 'No delivery to an endpoint that answers was due for two minutes without an attempt.',
    problem: 'Late',
  },
  messages: {
    title: 'Mail and texts',
    checks: 'No message was due for two minutes without being handed over.',
    problem: 'Late',
  },
  readers: {
    title: 'Reading of reports',
    checks: 'The programs that read uploaded reports can be started.',
    problem: 'Uploads are refused',
  },
};

const nowWords = ({ name, state }: PartStatus): string =>
  ({ ok: 'In order', problem: words[name].problem, unknown: 'Not measured', not_configured: 'Not configured' })[state];

const count = (value: number): string => value.toLocaleString('en-US');

function stretchWords({ measured, ok, unmeasured }: PartStatus['last_24_hours']): string {
  if (measured === 0) return 'not measured';
  const missing = unmeasured === 0 ? '' : `; ${count(unmeasured)} not measured`;
  return `${count(ok)} of ${count(measured)} minutes in order${missing}`;
}

const stretchOf = (part: PartStatus, stretch: 'last_24_hours' | 'last_90_days'): string =>
  part.state === 'not_configured' ? 'no mail server' : stretchWords(part[stretch]);

function headline(parts: readonly PartStatus[]): string {
  const problems = parts.filter(({ state }) => state === 'problem');
  if (problems.length > 0) return `Not in order: ${problems.map(({ name }) => words[name].title).join(', ')}.`;
  return parts.every(({ state }) => state === 'unknown' || state === 'not_configured')
    ? 'Nothing was measured in the last three minutes, so nothing can be said about now.'
    : 'Everything that was measured is in order.';
}

/** Days are listed up to this number; a longer list would not help. */
const daysMax = 14;

const dayLines = (parts: readonly PartStatus[]): string[] =>
  parts.flatMap(({ name, days }) =>
    days
      .slice(0, daysMax)
      .map(
        ({ day, minutes }) =>
          `- ${day}: ${words[name].title}, ${count(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`,
      ),
  );

/** The status page as Markdown, from which its HTML is made. */
export function statusText({ checked_at, parts }: ServiceStatus): string {
  const lines = dayLines(parts);
  return [
    '# Status',
    `**${headline(parts)}**`,
    checked_at === null
      ? 'No sample has been taken yet.'
      : `Last measured at ${checked_at.replace('T', ' ').slice(0, 16)} UTC.`,
    [
      '| Part | Now | Last 24 hours | Last 90 days |',
      '| --- | --- | --- | --- |',
      ...parts.map(
        (part) =>
          `| ${words[part.name].title} | ${nowWords(part)} | ${stretchOf(part, 'last_24_hours')} | ${stretchOf(part, 'last_90_days')} |`,
      ),
    ].join('\n'),
    '## Days with minutes that were not in order',
    lines.length === 0 ? 'None of those that were measured.' : lines.join('\n'),
    '## What is measured',
    'Once a minute a worker of this service looks at each part and writes down what it found. The check runs inside the service: it does not see the network between you and us. While the worker or the database is away, nothing is written, and those minutes count as not measured. Samples are kept for 90 days; days are in UTC.',
    parts.map(({ name }) => `- **${words[name].title}.** ${words[name].checks}`).join('\n'),
    parts.some(({ state }) => state === 'not_configured')
      ? 'This installation has no mail server, so no mail leaves it; what would have been sent is stored.'
      : '',
    'The same for programs: [status.json](/developers/status.json).',
    '',
  ]
    .filter((part, index, all) => part !== '' || index === all.length - 1)
    .join('\n\n');
}
