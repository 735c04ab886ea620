import type { Case, Fact } from '#api/types.ts';
import { formatFact } from '#lib/facts.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';

/** Facts about the vehicle and the loss, each with its source. */
export function FactsPanel({ caseDetail: { facts, missing } }: { readonly caseDetail: Case }) {
  const groups = [...Map.groupBy(facts, ({ group }) => group)];
  return (
    <section className="panel p-3" aria-labelledby="facts">
      <h2 id="facts" className="panel-title">
        Vehicle and loss
      </h2>
      {groups.length === 0 && <p className="mt-1 text-soft">No vehicle details yet.</p>}
      {groups.map(([group, members]) => (
        <FactGroup key={group} title={group} facts={members} />
      ))}
      {missing.length > 0 && (
        <p className="mt-2 rounded-md bg-warn-soft px-2 py-1.5 text-warn">
          <span className="font-semibold">Ask for:</span> {missing.join(', ')}
        </p>
      )}
    </section>
  );
}

/** The source is shown once if it is the same for the whole group, otherwise beside each fact. */
function FactGroup({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  const [source, ...others] = new Set(facts.map(({ from }) => from));
  const mixed = others.length > 0;
  return (
    <div className="mt-1.5">
      <p className="text-[0.85em] text-faint">{mixed ? title : `${title}, from the ${source}`}</p>
      <dl
        className={`grid items-baseline gap-x-2 gap-y-0.5 ${mixed ? 'grid-cols-[6rem_minmax(0,1fr)_auto]' : 'grid-cols-[6rem_minmax(0,1fr)]'}`}
        aria-label={title}
      >
        {facts.map(({ label, value, from }) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className={`min-w-0 ${label === 'VIN' ? 'font-mono text-[0.93em]' : ''}`}>
              <UntrustedText text={formatFact(label, value)} max={80} />
            </dd>
            {mixed && (
              <dd className="text-[0.85em] text-faint">
                <span className="sr-only">from the </span>
                {from}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}
