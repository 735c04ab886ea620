import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { caseQuery } from '#api/queries.ts';
import type { Case } from '#api/types.ts';
import { formatDateTime, humanize, laneTitles, titleOfSource } from '#lib/format.ts';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { Badge, ProofBadges } from '#views/case-card.tsx';
import { AppraisalPanel } from './appraisal/appraisal-panel.tsx';
import { CallPanel } from './call-panel.tsx';
import { ClosingPanel, isReopened } from './money/closing-panel.tsx';
import { ConsentPanel } from './consent-panel.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import { ExposurePanel } from './exposure/exposure-panel.tsx';
import { FactsPanel } from './facts/facts-panel.tsx';
import { MarketPanel } from './market-panel.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { OwnerPanel } from './owner-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { OwnPagePanel } from './own-page-panel.tsx';
import { PersonPanel } from './person/person-panel.tsx';
import { PaymentsPanel } from './money/payments-panel.tsx';
import { PricesPanel } from './money/prices-panel.tsx';
import { RepliesPanel } from './replies-panel.tsx';
import { ReportCheckPanel } from './report-check/report-check-panel.tsx';
import { RequesterPanel } from './requester-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { StatePanel } from './state-panel.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { TiedPanel } from './tied-panel.tsx';
import { Timeline } from './timeline.tsx';

export function CaseView() {
  const { id } = useParams({ from: '/cases/$id' });
  return <CaseDetail id={id} />;
}

/** Everything a caller needs for one case: person, script, requester, vehicle, market, outcome. */
export function CaseDetail({ id }: { readonly id: string }) {
  const { data, error } = useQuery(caseQuery(id));
  useTitle(data?.card.number ?? 'Case');
  if (data === undefined)
    return error === null ? <p className="p-4 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  return (
    <article className="p-3 sm:p-4" aria-label={`Case ${data.card.number}`}>
      {error !== null && <StaleWarning error={error} />}
      <CaseHeader caseDetail={data} />
      <div className="mt-3 grid items-start gap-3 lg:grid-cols-[23.5rem_minmax(0,1fr)_21.5rem] 2xl:grid-cols-[27rem_minmax(0,1fr)_32rem]">
        <div className="grid min-w-0 gap-3">
          <CallPanel key={id} caseDetail={data} />
          <StepsPanel caseDetail={data} />
          <OwnerPanel key={`owner-${id}`} card={data.card} />
          <MoneyPanel caseDetail={data} />
          <ClosingPanel key={`closing-${id}`} caseDetail={data} />
          {data.card.source === 'referral' && <ReviewPanel card={data.card} review={data.review} />}
          {data.card.source === 'referral' && <ExposurePanel key={`exposure-${id}`} card={data.card} />}
        </div>
        <div className="grid min-w-0 gap-3">
          <OwnPagePanel ownPage={data.own_page} />
          <RepliesPanel key={`replies-${id}`} caseDetail={data} />
          <ScriptPanel script={data.say} />
          <PricesPanel payment={data.payment} />
          <PaymentsPanel caseDetail={data} />
          <ReportCheckPanel key={`check-${id}`} caseDetail={data} />
          <AppraisalPanel key={`appraisal-${id}`} caseDetail={data} />
          <MessagePanel key={`message-${id}`} card={data.card} />
          <TiedPanel tied={data.tied} />
          <RequesterPanel asked={data.asked} />
          <ConsentPanel card={data.card} />
          <PersonPanel key={`person-${id}`} card={data.card} />
          <Timeline entries={data.timeline} />
        </div>
        <div className="grid min-w-0 gap-3">
          <MarketPanel caseDetail={data} />
          <FactsPanel caseDetail={data} />
          <StatePanel key={`state-${id}`} state={data.money.state} />
          <DocumentsPanel caseDetail={data} />
        </div>
      </div>
    </article>
  );
}

function CaseHeader({ caseDetail: { card, closing } }: { readonly caseDetail: Case }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to="/" className="text-soft underline decoration-line underline-offset-4">
        Board
      </Link>
      <h1 className="text-lg font-bold">{card.number}</h1>
      <span className="flex flex-wrap gap-1.5">
        <Badge>{titleOfSource(card)}</Badge>
        {card.closed_at === null ? (
          <Badge tone="accent">
            {laneTitles[card.lane]}: {humanize(card.status)}
          </Badge>
        ) : (
          <Badge tone="bad">Closed</Badge>
        )}
        {card.closed_at === null && isReopened(closing) && <Badge tone="warn">Reopened</Badge>}
        {card.priority && <Badge tone="warn">Priority</Badge>}
        {card.test && <Badge tone="warn">Test case</Badge>}
        <ProofBadges card={card} />
        {card.stopped && <Badge tone="bad">No more contact</Badge>}
      </span>
      <span className="text-soft">
        {card.closed_at === null ? (
          <>
            open for <Ago at={card.opened_at} />
          </>
        ) : (
          `opened ${formatDateTime(card.opened_at)}, closed ${formatDateTime(card.closed_at)}`
        )}
      </span>
    </header>
  );
}
