import { useQuery } from '@tanstack/react-query';
import { factsQuery } from '#api/case-queries.ts';
import { labelOf, showValue } from '#lib/fact-fields.ts';
import { formatDateTime } from '#lib/format.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

const nameOf = (from: string): string =>
  from === 'staff' ? 'the team' : `the ${from === 'customer' ? 'owner' : from}`;

/** All changes to the facts, newest first, with the previous values. */
export function FactHistory({ caseId }: { readonly caseId: string }) {
  const { data, error } = useQuery(factsQuery(caseId));
  if (data === undefined)
    return error === null ? <p className="mt-2 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  if (data.history.length === 0) return <p className="mt-2 text-soft">No changes yet.</p>;
  return (
    <ol className="mt-2 grid gap-1.5" aria-label="Changes to the facts">
      {data.history.map(({ field, value, withdrawn, before, before_from: from, by, at, version }) => (
        <li key={`${version}-${field}`} className="border-l-4 border-l-line pl-2">
          <span className="font-semibold">{labelOf(field)}</span>:{' '}
          {withdrawn ? 'withdrawn' : <UntrustedText text={showValue(field, value)} max={160} />}
          <span className="block text-[0.85em] text-soft">
            previously: {before === null ? 'not known' : <UntrustedText text={showValue(field, before)} max={160} />}
            {from === null ? '' : ` from ${nameOf(from)}`}; {by ?? 'the owner, on their page'},{' '}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}
