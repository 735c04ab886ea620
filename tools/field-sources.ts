import { appraiserLicences } from '../server/src/lib/jurisdictions/appraiser-licence-data.ts';
import type { StateFact, StateTopic } from '../server/src/lib/jurisdictions/state-fact.ts';
import { totalLossFacts } from '../server/src/lib/jurisdictions/total-loss-data.ts';
import { usStates } from '../server/src/lib/calling/us-states.ts';
import { modelAliases, trimModels } from '../server/src/modules/vehicles/names/model-alias-data.ts';
import { nameSources } from '../server/src/modules/vehicles/names/name-source-data.ts';
import { trimAliases } from '../server/src/modules/vehicles/names/trim-alias-data.ts';

const head = `# Sources of the field

Every source of what the service says about the law of a state, and of the names of models and trims. A fact without one fails
a test. What is not listed is unknown: it is said to be unknown, and not guessed.

This page is made from \`server/src/lib/jurisdictions\` and \`server/src/modules/vehicles/names\` by \`npm run generate\`.

## States

Each text is what the page says, in our words. It is not advice, and nobody has compared it with the law in force: pages were
read in stored copies, and many are old. "Read" is the day of reading where a page has no date of its own. An official page is
the state's own, a reprint has the text of the law, a secondary one tells about it. Rates and thresholds of taxes are never
taken from here, only from the owner's own report.
`;

const topicTitles: Readonly<Record<StateTopic, string>> = {
  comparables: 'comparables',
  tax_and_fees: 'tax and fees',
  appraisal: 'appraisal',
  valuation_report: 'valuation report',
  appraiser_licence: 'appraiser licence',
};

const topicsOf = ({ topics }: StateFact): string => topics.map((topic) => topicTitles[topic]).join(', ');

const describe = (fact: StateFact): string =>
  `- **${fact.state}, ${topicsOf(fact)}**: ${fact.text} ${fact.citation}. [${fact.source}](${fact.url}), ${fact.kind}, ${
    fact.dated === 'by the source' ? 'as of' : 'read'
  } ${fact.asOf}.`;

/** docs/field-sources.md: every source, and what has none. */
export function describeFieldSources(): string {
  const facts = [...totalLossFacts, ...appraiserLicences].toSorted((a, b) => a.state.localeCompare(b.state));
  const without = (topic: StateTopic) =>
    usStates.filter((state) => !facts.some((fact) => fact.state === state && fact.topics.includes(topic)));
  const unknown = (Object.keys(topicTitles) as StateTopic[]).map(
    (topic) => `- ${topicTitles[topic]}: ${without(topic).toSorted().join(' ')}`,
  );
  const rows = [...modelAliases, ...trimModels, ...trimAliases];
  const names = Object.entries(nameSources).map(
    ([id, source]) => `- **${id}** (${rows.filter((row) => row.source === id).length} rows): ${source}.`,
  );
  return [
    head,
    facts.map(describe).join('\n'),
    '\n### Unknown\n\nNo source was found for these states.\n',
    unknown.join('\n'),
    '\n## Names of models and trims\n\nEach row of the alias tables names one of these. `node tools/name-aliases.ts` proposes rows; a person decides.\n',
    names.join('\n'),
    '',
  ].join('\n');
}
