import type { ChangedFacts } from '#api/types.ts';
import { formatDollars } from '#lib/money.ts';

type Figures = NonNullable<ChangedFacts['market']>;

/** What a change did to the market read, before and after. */
export function MarketChange({ changed }: { readonly changed: ChangedFacts }) {
  const { market_before: before, market: after } = changed;
  const same =
    before?.snapshot_id === after?.snapshot_id || (before !== null && after !== null && isSame(before, after));
  return (
    <p role="status" className="mt-2 rounded-md bg-accent-soft px-2 py-1.5">
      <span className="font-semibold">Saved.</span>{' '}
      {after === null ? (
        before === null ? (
          'There is no market read yet: too little is known.'
        ) : (
          'The market read is gone: too little is known for it now.'
        )
      ) : same ? (
        'The market read stays the same.'
      ) : (
        <>
          Market median {before !== null && <del>{midOf(before)}</del>}{' '}
          <ins className="no-underline">{midOf(after)}</ins>,{' '}
          {before !== null && before.sample_size !== after.sample_size && <del>{before.sample_size}</del>}{' '}
          {after.sample_size === 1 ? '1 listing' : `${after.sample_size} listings`}.
          {after.mid !== null && after.adjusted_mid === null && ' No figure to compare with the offer: see below why.'}
        </>
      )}
    </p>
  );
}

/** Another reading of the same listings with the same result is no change. */
const isSame = (before: Figures, after: Figures): boolean =>
  midOf(before) === midOf(after) &&
  (before.adjusted_mid === null) === (after.adjusted_mid === null) &&
  before.sample_size === after.sample_size;

function midOf({ adjusted_mid: adjusted, mid }: Figures): string {
  const best = adjusted ?? mid;
  return best === null ? 'unknown' : formatDollars(best);
}
