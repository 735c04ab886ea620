import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stateFactsQuery } from '#api/case-queries.ts';
import type { StateFacts } from '#api/types.ts';
import { ErrorMessage } from '#ui/error-message.tsx';

type Topic = StateFacts['topics'][number];

const titles: Readonly<Record<Topic['topic'], string>> = {
  comparables: 'Comparable vehicles',
  tax_and_fees: 'Tax and fees',
  appraisal: 'Appraisal',
  valuation_report: 'The insurer’s report',
  appraiser_licence: 'Appraiser licensing',
};

/** What sources say about total losses in the state of the loss: to read and to link, never to advise. */
export function StatePanel({ state }: { readonly state: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(stateFactsQuery(state ?? '', isOpen && state !== null));
  if (state === null) return null;
  return (
    <section className="panel p-3" aria-labelledby="state-facts">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="state-facts" className="panel-title">
          Sources on total losses in {state}
        </h2>
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </button>
      </div>
      {isOpen && error !== null && <ErrorMessage error={error} />}
      {isOpen && data !== undefined && (
        <>
          <p className="mt-1 text-[0.9em] text-soft">
            From each source, as of its date. This isn’t advice or a conclusion about this claim.
          </p>
          <dl className="mt-1.5 grid gap-2">
            {data.topics.map((topic) => (
              <TopicFacts key={topic.topic} topic={topic} />
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function TopicFacts({ topic: { topic, facts } }: { readonly topic: Topic }) {
  return (
    <div>
      <dt className="text-soft">{titles[topic]}</dt>
      {facts.length === 0 && <dd className="text-faint">Unknown: no source found.</dd>}
      {facts.map(({ text, citation, source, url, as_of: asOf, dated }) => (
        <dd key={citation} className="mb-1">
          {text}{' '}
          <span className="text-[0.9em] text-soft">
            {citation},{' '}
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
              {source}
            </a>
            , {dated === 'by the source' ? 'as of' : 'read on'} {asOf}.
          </span>
        </dd>
      ))}
    </div>
  );
}
