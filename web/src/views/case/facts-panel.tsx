import type { Case, Fact } from '#api/types.ts';
import { Theirs } from '#ui/theirs.tsx';

/** What is known of vehicle and loss, each with who said it. */
export function FactsPanel({ shown: { facts, missing } }: { readonly shown: Case }) {
  const groups = [...Map.groupBy(facts, ({ group }) => group)];
  return (
    <section className="panel p-3" aria-labelledby="facts">
      <h2 id="facts" className="panel-title">
        Vehicle and loss
      </h2>
      {groups.length === 0 && <p className="mt-1 text-soft">Nothing was said about the vehicle yet.</p>}
      {groups.map(([group, members]) => (
        <Group key={group} title={group} facts={members} />
      ))}
      {missing.length > 0 && (
        <p className="mt-2 rounded-md bg-warn-soft px-2 py-1.5 text-warn">
          <span className="font-semibold">Ask for:</span> {missing.join(', ')}
        </p>
      )}
    </section>
  );
}

function Group({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <dl className="mt-1.5 grid grid-cols-[6rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5" aria-label={title}>
      {facts.map(({ label, value, from }) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className={`min-w-0 ${label === 'VIN' ? 'font-mono text-[0.93em]' : ''}`}>
            <Theirs text={label === 'Odometer' ? Number(value).toLocaleString('en-US') : value} max={80} />
          </dd>
          <dd className="text-[0.85em] text-faint">{from}</dd>
        </div>
      ))}
    </dl>
  );
}
