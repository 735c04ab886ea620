import { Link } from '@tanstack/react-router';
import type { Case } from '#api/types.ts';
import { humanize, laneTitles } from '#lib/format.ts';
import { Ago } from '#ui/time.tsx';

/** Other open cases with a contact of this person: several callers submitted them, and one call answers for all. */
export function TiedPanel({ tied }: { readonly tied: Case['tied'] }) {
  if (tied.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="tied">
      <h2 id="tied" className="panel-title">
        Same person
      </h2>
      <p className="mt-1 text-soft">
        Submitted separately with the same number or address. One call covers all of them.
      </p>
      <ul className="mt-2 grid gap-1">
        {tied.map((other) => (
          <li key={other.id} className="flex flex-wrap gap-x-2">
            <Link to="/cases/$id" params={{ id: other.id }} className="underline underline-offset-4">
              {other.number}
            </Link>
            <span className="text-soft">
              {laneTitles[other.lane]}: {humanize(other.status)}, open for <Ago at={other.opened_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
