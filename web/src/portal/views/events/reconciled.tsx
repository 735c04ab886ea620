import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { usePortal, type Response } from '#portal/api.ts';
import { RecoverMissing } from './recover-missing.tsx';

type Found = Response<'POST /events/reconcile'>;

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** The result of the comparison, with a summary first. */
export function Reconciled({ found }: { readonly found: Found }) {
  const { may } = usePortal();
  const { missing, unknown, elsewhere, duplicates, received } = found;
  const complete = missing.count === 0;
  return (
    <div className="grid gap-3 border-t border-line p-3">
      <h3 className={`font-bold ${complete ? 'text-good' : 'text-bad'}`}>
        {complete
          ? `You have all ${count(found.ours, 'event')} from this period.`
          : `You’re missing ${count(missing.count, 'event')}.`}
      </h3>
      <p>
        We have {count(found.ours, 'event')} from this period, and you listed{' '}
        {count(found.matched, 'of them', 'of them')}; in total you listed {count(received.ids, 'different id')}.
        {received.unreadable.count > 0 &&
          ` ${count(received.unreadable.count, 'line')} had no id, starting at line ${received.unreadable.lines[0]}.`}
      </p>
      {!complete && (
        <Ids
          title="Missing on your side"
          total={missing.count}
          ids={missing.data.map(({ id }) => id)}
          note={missing.by_type
            .map(({ type, count: number }) => `${type}: ${number.toLocaleString('en-US')}`)
            .join(', ')}
        />
      )}
      {!complete && may('deliveries.write') && <RecoverMissing ids={missing.data.map(({ id }) => id)} />}
      {unknown.count > 0 && (
        <Ids
          title="Unknown to us"
          total={unknown.count}
          ids={unknown.ids}
          note="We have no events with these ids in this institution and mode, or they’re older than 30 days."
        />
      )}
      {elsewhere.count > 0 && <Ids title="Ours, but outside this period" total={elsewhere.count} ids={elsewhere.ids} />}
      {duplicates.count > 0 && (
        <Ids
          title="Listed more than once"
          total={duplicates.count}
          ids={duplicates.data.map(({ id }) => id)}
          note="An event can be delivered more than once; use its id to recognize duplicates."
        />
      )}
    </div>
  );
}

type IdsProps = {
  readonly title: string;
  readonly total: number;
  readonly ids: readonly string[];
  readonly note?: ReactNode;
};

/** Shows as many ids as fit; the button copies the whole list. */
function Ids({ title, total, ids, note }: IdsProps) {
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-2 font-semibold">
        {title}: {total.toLocaleString('en-US')}
      </summary>
      <div className="grid gap-2 border-t border-line p-3">
        {note !== undefined && <p className="text-soft">{note}</p>}
        <p>
          <CopyButton text={ids.join('\n')} what={`ids: ${title}`} />
          {ids.length < total && ` The first ${ids.length.toLocaleString('en-US')} are listed.`}
        </p>
        <pre tabIndex={0} aria-label={title} className="max-h-60 overflow-auto font-mono">
          {ids.slice(0, 200).join('\n')}
          {ids.length > 200 && '\n…'}
        </pre>
      </div>
    </details>
  );
}
