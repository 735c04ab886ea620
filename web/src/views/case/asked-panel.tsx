import type { Case } from '#api/types.ts';
import { moment } from '#lib/format.ts';
import { Theirs, TheirBlock } from '#ui/theirs.tsx';

/** Who asked for this call, and in which words. */
export function AskedPanel({ asked }: { readonly asked: Case['asked'] }) {
  const agent = asked.by === 'agent';
  return (
    <section className="panel p-3" aria-labelledby="asked">
      <h2 id="asked" className="panel-title">
        Who asked
      </h2>
      <p className="mt-1">
        {asked.name === null ? 'Somebody' : <Theirs text={asked.name} max={120} />}
        <span className="text-soft">
          {agent ? (asked.proven ? ', a registered agent' : ', an anonymous agent') : ', an institution under contract'}
          , <time dateTime={asked.at}>{moment(asked.at)}</time>
        </span>
      </p>
      {asked.words !== null && (
        <div className="mt-2">
          <TheirBlock text={asked.words} from="Sent by an agent, not verified" />
        </div>
      )}
      {asked.details.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {asked.details.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0">{label === 'Consent' ? value : <Theirs text={value} max={160} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
