import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportCheckQuery } from '#api/case-queries.ts';
import type { Case, Finding, ReportCheck } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { useAction } from '#board/action.tsx';
import { FindingItem } from './finding-item.tsx';

/** Findings about the insurer's report, and which of them the customer sees. Hidden while there is no report. */
export function ReportCheckPanel({ caseDetail: { card, documents } }: { readonly caseDetail: Case }) {
  const { data, error } = useQuery(reportCheckQuery(card.id, documents.length > 0));
  if (documents.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="report-check">
      <h2 id="report-check" className="panel-title">
        Report check
      </h2>
      {data === undefined && error !== null && <p className="mt-1 text-bad">{error.message}</p>}
      {data !== undefined && (
        <Findings key={data.fingerprint} caseId={card.id} check={data} isOpen={card.closed_at === null} />
      )}
    </section>
  );
}

const groups: readonly { readonly title: string; readonly note?: string; has(finding: Finding): boolean }[] = [
  { title: 'Figures that don’t match', has: ({ kind, certain }) => certain && kind === 'arithmetic' },
  { title: 'Facts that differ', has: ({ kind, certain }) => certain && kind === 'printed_fact' },
  { title: 'Worth asking about', has: ({ kind, certain }) => certain && kind === 'worth_asking' },
  {
    title: 'Check against the page first',
    note: 'These figures may have been misread. Check one only after you’ve seen it on the page.',
    has: ({ certain }) => !certain,
  },
];

type FindingsProps = { readonly caseId: string; readonly check: ReportCheck; readonly isOpen: boolean };

function Findings({ caseId, check, isOpen }: FindingsProps) {
  const { findings, documents, released } = check;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => firstChoice(check));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (!documents.some(({ checked }) => checked) && findings.length === 0)
    return <p className="mt-1 text-soft">Too little was read from the report to check it.</p>;
  return (
    <div className="mt-1 grid gap-3">
      {findings.length === 0 && <p className="text-soft">No findings in the text that was read.</p>}
      {documents.length > 1 && documents.some(({ checked }) => !checked) && (
        <p className="text-soft">Too little was read from at least one report to check it.</p>
      )}
      {groups.map(({ title, note, has }) => {
        const shown = findings.filter(has);
        return shown.length === 0 ? null : (
          <section key={title} aria-label={title} className="grid gap-1.5">
            <h3 className="font-semibold">{title}</h3>
            {note !== undefined && <p className="text-warn">{note}</p>}
            <ul className="grid gap-2">
              {shown.map((finding) => (
                <FindingItem
                  key={finding.id}
                  finding={finding}
                  hasFile={documents.find(({ id }) => id === finding.document_id)?.has_file ?? false}
                  isChosen={chosen.has(finding.id)}
                  onToggle={() => toggle(finding.id)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <ReleasedLine released={released} findings={findings} />
      {isOpen && <ReleaseButtons caseId={caseId} check={check} chosen={chosen} />}
    </div>
  );
}

/** The findings already shown; if there are none, all certain findings. */
const firstChoice = ({ findings, released }: ReportCheck): ReadonlySet<string> => {
  const ids = released?.findings.map(({ id }) => id);
  return new Set(findings.filter(({ id, certain }) => ids?.includes(id) ?? certain).map(({ id }) => id));
};

function ReleasedLine({ released, findings }: Pick<ReportCheck, 'released' | 'findings'>) {
  if (released === null) return <p className="text-soft">The customer doesn’t see any of this.</p>;
  const count = released.findings.length;
  const found = new Set(findings.map(({ sentence }) => sentence.en));
  const gone = released.findings.filter(({ sentence }) => !found.has(sentence.en));
  return (
    <div>
      <p>
        The customer sees {count === 1 ? 'one finding' : `${count} findings`} since{' '}
        <time dateTime={released.released_at}>{formatDateTime(released.released_at)}</time>, released by{' '}
        {released.released_by}. Saving an appraisal draft copies these findings into it.
      </p>
      {gone.length > 0 && (
        <>
          <p className="mt-1 text-warn">The customer still sees these outdated findings:</p>
          <ul className="list-disc pl-5">
            {gone.map(({ id, sentence }) => (
              <li key={id}>{sentence.en}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ReleaseButtonsProps = Pick<FindingsProps, 'caseId' | 'check'> & { readonly chosen: ReadonlySet<string> };

function ReleaseButtons({ caseId, check, chosen }: ReleaseButtonsProps) {
  const path = { consultation_id: caseId };
  const release = useAction('POST /cases/{consultation_id}/report-check/release', 'The customer sees these now.', {
    inline: true,
  });
  const withdraw = useAction(
    'POST /cases/{consultation_id}/report-check/withdraw',
    'The customer no longer sees them.',
    { inline: true },
  );
  const error = release.error ?? withdraw.error;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        className="button"
        disabled={chosen.size === 0 || release.isPending}
        onClick={() =>
          release.mutate({
            path,
            body: { fingerprint: check.fingerprint, finding_ids: [...chosen] },
          })
        }
      >
        {chosen.size === 1 ? 'Show this finding to the customer' : `Show these ${chosen.size} findings to the customer`}
      </button>
      {check.released !== null && (
        <button
          type="button"
          className="button"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ path })}
        >
          Stop showing them
        </button>
      )}
      {error !== null && (
        <p role="alert" className="w-full text-bad">
          {error.message}
        </p>
      )}
    </div>
  );
}
