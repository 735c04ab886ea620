import type { ChangedFacts } from '#api/types.ts';
import { formatDollars } from '#lib/money.ts';

type Figures = NonNullable<ChangedFacts['market']>;

/** The market read before and after a change. */
export function MarketChange({ changed }: { readonly changed: ChangedFacts }) {
  const { market_before: before, market: after } = changed;
  const same =
    before?.snapshot_id === after?.snapshot_id || (before !== null && after !== null && isSame(before, after));
  return (
    <p role="status" className="mt-2 rounded-md bg-accent-soft px-2 py-1.5">
      <span className="font-semibold">Saved.</span>{' '}
      {after === null ? (
        before === null ? (
          'No market read yet: not enough information.'
        ) : (
          'The market read was removed: there’s no longer enough information.'
        )
      ) : same ? (
        'The market read is unchanged.'
      ) : (
        <>
          Market median {before !== null && <del>{midOf(before)}</del>}{' '}
          <ins className="no-underline">{midOf(after)}</ins>,{' '}
          {before !== null && before.sample_size !== after.sample_size && <del>{before.sample_size}</del>}{' '}
          {after.sample_size === 1 ? '1 listing' : `${after.sample_size} listings`}.
          {after.mid !== null &&
            after.adjusted_mid === null &&
            ' Can’t be compared with the offer; the reason is below.'}
        </>
      )}
    </p>
  );
}

/** A new read of the same listings with the same result is not a change. */
const isSame = (before: Figures, after: Figures): boolean =>
  midOf(before) === midOf(after) &&
  (before.adjusted_mid === null) === (after.adjusted_mid === null) &&
  before.sample_size === after.sample_size;

function midOf({ adjusted_mid: adjusted, mid }: Figures): string {
  const best = adjusted ?? mid;
  return best === null ? 'unknown' : formatDollars(best);
}
