import { useEffect, useRef, useState } from 'react';
import type { Case, ChangedFacts, Fact } from '#api/types.ts';
import { formatFact } from '#lib/facts.ts';
import { formatDateTime } from '#lib/format.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { FactHistory } from './fact-history.tsx';
import { FactsForm } from './facts-form.tsx';
import { MarketChange } from '#views/case/market-change.tsx';

type Mode = 'read' | 'edit' | 'history';

/** Facts about the vehicle and the loss, each with its source; what the caller learns is typed in here. */
export function FactsPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card } = caseDetail;
  const [mode, setMode] = useState<Mode>('read');
  const [changed, setChanged] = useState<ChangedFacts>();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The focus goes into the form, and back to the button that opened it.
  useEffect(() => {
    if (mode === 'edit') document.getElementById('facts')?.focus();
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = mode === 'edit';
  }, [mode]);
  const show = (next: Mode, saved?: ChangedFacts): void => {
    setChanged(saved);
    setMode(next);
  };
  useShortcuts({ f: card.closed_at === null && mode !== 'edit' ? () => show('edit') : undefined });
  return (
    <section className="panel p-3" aria-labelledby="facts">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="facts" className="panel-title" tabIndex={-1}>
          Vehicle and loss
        </h2>
        {mode !== 'edit' && (
          <span className="flex gap-1.5">
            {card.closed_at === null && (
              <button ref={editButton} type="button" className="button min-h-7 px-2" onClick={() => show('edit')}>
                Edit facts <span className="key">F</span>
              </button>
            )}
            <button
              type="button"
              className="button min-h-7 px-2"
              aria-expanded={mode === 'history'}
              onClick={() => show(mode === 'history' ? 'read' : 'history')}
            >
              History
            </button>
          </span>
        )}
      </div>
      {changed !== undefined && <MarketChange changed={changed} />}
      {mode === 'edit' ? (
        <FactsForm caseId={card.id} onSaved={(saved) => show('read', saved)} onCancel={() => show('read')} />
      ) : (
        <FactGroups caseDetail={caseDetail} />
      )}
      {mode === 'history' && <FactHistory caseId={card.id} />}
    </section>
  );
}

function FactGroups({ caseDetail: { facts, missing } }: { readonly caseDetail: Case }) {
  const groups = [...Map.groupBy(facts, ({ group }) => group)];
  return (
    <>
      {groups.length === 0 && <p className="mt-1 text-soft">No vehicle details yet.</p>}
      {groups.map(([group, members]) => (
        <FactGroup key={group} title={group} facts={members} />
      ))}
      {missing.length > 0 && (
        <p className="mt-2 rounded-md bg-warn-soft px-2 py-1.5 text-warn">
          <span className="font-semibold">Ask for:</span> {missing.join(', ')}
        </p>
      )}
    </>
  );
}

/** Who of the team, or which of the others. */
const sourceOf = ({ from, by }: Pick<Fact, 'from' | 'by'>): string =>
  from === 'staff' ? (by ?? 'the team') : `the ${from}`;

/** The source is shown once if it is the same for the whole group, otherwise next to each fact. */
function FactGroup({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  const [source = '', ...others] = new Set(facts.map(sourceOf));
  const mixed = others.length > 0;
  return (
    <div className="mt-1.5">
      <p className="text-[0.85em] text-faint">{mixed ? title : `${title}, from ${source}`}</p>
      <dl
        className={`grid items-baseline gap-x-2 gap-y-0.5 ${mixed ? 'grid-cols-[6rem_minmax(0,1fr)_auto]' : 'grid-cols-[6rem_minmax(0,1fr)]'}`}
        aria-label={title}
      >
        {facts.map(({ label, value, at, ...said }) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className={`min-w-0 ${label === 'VIN' ? 'font-mono text-[0.93em]' : ''}`}>
              <UntrustedText text={formatFact(label, value)} max={label === 'Condition' ? 400 : 80} />
            </dd>
            {mixed && (
              <dd className="text-[0.85em] text-faint" title={at === null ? undefined : formatDateTime(at)}>
                <span className="sr-only">from </span>
                {sourceOf(said).replace(/^the /, '')}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}
