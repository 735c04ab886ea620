import type { Case } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { UntrustedBlock, UntrustedText } from '#ui/untrusted-text.tsx';

function describe({ by, proven }: Case['asked']): string {
  if (by === 'telephone') return ', by phone';
  if (by === 'institution') return ', an institution under contract';
  return proven ? ', a registered agent' : ', an anonymous agent';
}

/** Who requested this call, and in which words. */
export function RequesterPanel({ asked }: { readonly asked: Case['asked'] }) {
  return (
    <section className="panel p-3" aria-labelledby="requester">
      <h2 id="requester" className="panel-title">
        Requested by
      </h2>
      <p className="mt-1">
        {asked.name === null ? 'Name not given' : <UntrustedText text={asked.name} max={120} />}
        <span className="text-soft">
          {describe(asked)}, <time dateTime={asked.at}>{formatDateTime(asked.at)}</time>
        </span>
      </p>
      {asked.words !== null && (
        <div className="mt-2">
          <UntrustedBlock text={asked.words} from="Sent by an agent, not verified" />
        </div>
      )}
      {asked.details.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {asked.details.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0">{label === 'Consent' ? value : <UntrustedText text={value} max={160} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
