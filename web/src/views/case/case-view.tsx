import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { caseQuery } from '#api/queries.ts';
import type { Case } from '#api/types.ts';
import { inWords, laneTitles, sourceTitles } from '#lib/format.ts';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { Stale, Trouble } from '#ui/trouble.tsx';
import { Mark } from '#views/case-card.tsx';
import { AskedPanel } from './asked-panel.tsx';
import { CallPanel } from './call-panel.tsx';
import { Documents } from './documents.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { MarketPanel } from './market-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { SayPanel } from './say-panel.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { Timeline } from './timeline.tsx';

export function CaseView() {
  const { id } = useParams({ from: '/cases/$id' });
  return <Cockpit id={id} />;
}

/** The one who is being called: who they are, who asked, what is known, what to say, how it went. */
export function Cockpit({ id }: { readonly id: string }) {
  const { data, error } = useQuery(caseQuery(id));
  useTitle(data?.card.number ?? 'Case');
  if (data === undefined) return error === null ? <p className="p-4 text-soft">Loading…</p> : <Trouble error={error} />;
  return (
    <article className="p-3 sm:p-4" aria-label={`Case ${data.card.number}`}>
      {error !== null && <Stale error={error} />}
      <Head shown={data} />
      <div className="mt-3 grid items-start gap-3 lg:grid-cols-[23.5rem_minmax(0,1fr)_21.5rem] 2xl:grid-cols-[27rem_minmax(0,1fr)_32rem]">
        <div className="grid min-w-0 gap-3">
          <CallPanel key={id} shown={data} />
          <StepsPanel shown={data} />
          <MoneyPanel shown={data} />
          {data.card.source === 'referral' && <ReviewPanel card={data.card} />}
        </div>
        <div className="grid min-w-0 gap-3">
          <SayPanel say={data.say} />
          <AskedPanel asked={data.asked} />
          <Timeline entries={data.timeline} />
        </div>
        <div className="grid min-w-0 gap-3">
          <MarketPanel shown={data} />
          <FactsPanel shown={data} />
          <Documents shown={data} />
        </div>
      </div>
    </article>
  );
}

function Head({ shown: { card } }: { readonly shown: Case }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to="/" className="text-soft underline decoration-line underline-offset-4">
        Board
      </Link>
      <h1 className="text-lg font-bold">{card.number}</h1>
      <span className="flex flex-wrap gap-1.5">
        <Mark>{sourceTitles[card.source]}</Mark>
        <Mark tone={card.closed_at === null ? 'accent' : 'bad'}>
          {card.closed_at === null ? laneTitles[card.lane] : 'Closed'}: {inWords(card.status)}
        </Mark>
        {card.priority && <Mark tone="warn">Priority</Mark>}
        {card.test && <Mark tone="warn">Test object</Mark>}
      </span>
      <span className="text-soft">
        open for <Ago at={card.opened_at} />
      </span>
    </header>
  );
}
