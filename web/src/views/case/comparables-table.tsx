import { useState } from 'react';
import type { Comparable, Snapshot } from '#api/types.ts';
import { formatDollars } from '#lib/money.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';

const shown = 8;

/** Every listing behind the figures, by adjusted price: the same for screen readers as the chart is for the eye. */
export function ComparablesTable({ snapshot }: { readonly snapshot: Snapshot }) {
  const [isExpanded, setExpanded] = useState(false);
  const listings = snapshot.comparables.toSorted(
    (a, b) => (a.adjusted_price ?? a.price) - (b.adjusted_price ?? b.price),
  );
  const isAdjusted = snapshot.slope_dollars_per_mile !== null || snapshot.year_share !== null;
  return (
    <>
      <div className="mt-2 overflow-x-auto" role="group" aria-label="Comparables table" tabIndex={0}>
        <table className="w-full border-collapse text-left text-[0.85em]">
          <caption className="sr-only">
            Listings behind the figures, by {isAdjusted ? 'adjusted' : 'listed'} price
          </caption>
          <thead>
            <tr className="border-b border-edge">
              {['Listing', 'Miles', 'Listed', ...(isAdjusted ? ['Adjusted'] : [])].map((title, index) => (
                <th key={title} scope="col" className={`py-1 pr-1.5 font-semibold ${index > 0 ? 'text-right' : ''}`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isExpanded ? listings : listings.slice(0, shown)).map((listing) => (
              <ListingRow
                key={`${listing.source}:${listing.source_id}`}
                listing={listing}
                subject={snapshot.subject}
                isAdjusted={isAdjusted}
              />
            ))}
          </tbody>
        </table>
      </div>
      {listings.length > shown && (
        <button type="button" className="mt-1 min-h-6 underline" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show all ${listings.length} listings`}
        </button>
      )}
    </>
  );
}

type ListingRowProps = {
  readonly listing: Comparable;
  readonly subject: Snapshot['subject'];
  readonly isAdjusted: boolean;
};

function ListingRow({ listing, subject, isAdjusted }: ListingRowProps) {
  const { miles, distance_miles: away, state, adjustment, adjusted_price: adjusted } = listing;
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="py-1 pr-1.5 font-normal wrap-anywhere">
        <span className={listing.year === subject.year ? '' : 'font-semibold text-warn'}>{listing.year}</span>{' '}
        {listing.trim === null ? (
          <span className="text-soft">trim not stated</span>
        ) : (
          <UntrustedText text={listing.trim} max={40} />
        )}
        <span className="block text-soft">
          <Source listing={listing} />
        </span>
        <span className="block text-soft">
          {away === null ? (state ?? 'location not stated') : `${Math.round(away).toLocaleString('en-US')} mi away`}
        </span>
      </th>
      <td className="py-1 pr-1.5 text-right">{miles === null ? 'not stated' : miles.toLocaleString('en-US')}</td>
      <td className="py-1 pr-1.5 text-right">{formatDollars(listing.price)}</td>
      {isAdjusted && (
        <td className="py-1 text-right">
          <span className="font-semibold">{adjusted === null ? '–' : formatDollars(adjusted)}</span>
          <span className="block text-soft">
            {adjustment === null ? 'left out' : describeAdjustment(adjustment)}
            {listing.adjustment_capped && ', capped'}
          </span>
        </td>
      )}
    </tr>
  );
}

const describeAdjustment = (dollars: number): string =>
  dollars === 0 ? 'none' : `${dollars > 0 ? '+' : '−'}${formatDollars(Math.abs(dollars))}`;

/** A link only where the address is one that a browser may open; the service stores no other. */
function Source({ listing: { dealer, source, url } }: { readonly listing: Comparable }) {
  const name = <UntrustedText text={dealer ?? source} max={60} />;
  if (url === null || !/^https?:\/\//.test(url)) return name;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
