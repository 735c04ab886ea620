import { appraiserLicences } from '../../server/src/lib/jurisdictions/appraiser-licence-data.ts';
import type { StateFact, StateTopic } from '../../server/src/lib/jurisdictions/state-fact.ts';
import { totalLossFacts } from '../../server/src/lib/jurisdictions/total-loss-data.ts';
import { usStates } from '../../server/src/lib/calling/us-states.ts';
import { modelAliases, trimModels } from '../../server/src/modules/vehicles/names/model-alias-data.ts';
import { nameSources } from '../../server/src/modules/vehicles/names/name-source-data.ts';
import { trimAliases } from '../../server/src/modules/vehicles/names/trim-alias-data.ts';

const head = `# Legal and vehicle sources

The source of every statement that the service makes about a state's law, and of the names of models and trims. A fact without a source
fails a test; where no source was found, the service shows "unknown". Generated from \`server/src/lib/jurisdictions\` and
\`server/src/modules/vehicles/names\` by \`npm run generate\`.

## States

This is not legal advice, and no lawyer has compared it with current law. The pages were read in stored copies, and many are old. "Read"
is the day of reading where a page has no date. An official page is the state's own, a reprint has the text of the law, and a secondary
source describes it. What each fact says is in the code.
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
  `- **${fact.state}, ${topicsOf(fact)}**: ${fact.citation}. [${fact.source}](${fact.url}), ${fact.kind}, ${
    fact.dated === 'by the source' ? 'as of' : 'read'
  } ${fact.asOf}.`;

/** docs/product/sources.md: every source, and facts without one. */
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
    '\n### Unknown\n\nNo source was found in these states.\n',
    unknown.join('\n'),
    '\n## Names of models and trims\n\nEach row of the alias tables names one of these. `node tools/name-aliases.ts` proposes rows; a person decides.\n',
    names.join('\n'),
    '',
  ].join('\n');
}
