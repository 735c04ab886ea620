import type { Tx } from '#context';
import { toMakeKey, toModelKey } from '../name-rules.ts';
import type { MarketRead } from '../reads/read-market.ts';
import { decideCoverage, isSynthetic } from '../comparable-rules.ts';
import { insertWanted } from './wanted-store.ts';

/** Records that the feed should be asked for more of these; only where there is a feed and little was found that is real. */
export function requestListings(tx: Tx, { subject, figures, comparables, takenAt }: MarketRead): void {
  if (tx.config.marketcheck === undefined || decideCoverage(figures.sampleSize) === 'good') return;
  // A vehicle of the sandbox, whoever works on its case: each call of the feed is paid for.
  if (comparables.some(isSynthetic)) return;
  insertWanted(tx.db, {
    makeKey: toMakeKey(subject.make),
    modelKey: toModelKey(subject.make, subject.model),
    year: subject.year,
    area: subject.zip?.slice(0, 3) ?? subject.state ?? '',
    subject,
    dueAt: takenAt,
  });
}
