import { transact } from '#platform/db';
import type { Harness } from '#test/harness';
import { until } from '#test/until';
import { emit } from './events.ts';
import type { PartnerEvent } from './rules.ts';

export { makeSeals } from '../event-seals/seals.ts';

/** A synthetic event of an account. */
export const loggedEvent = (accountId: string, changes: Partial<PartnerEvent> = {}): PartnerEvent => ({
  audience: 'partner',
  type: 'referral.created',
  accountId,
  subjectId: `ref_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
  livemode: false,
  thin: { referral: { id: 'ref_synthetic', status: 'invited' } },
  full: { referral: { id: 'ref_synthetic', status: 'invited' } },
  ...changes,
});

/** Writes events in one transaction, without deliveries, and returns their ids. */
export const writeEvents = (harness: Harness, ...events: readonly PartnerEvent[]): Promise<string[]> =>
  transact(harness.ctx, async (tx) => emit(tx, ...events).map(({ id }) => id));

/**
 * Waits until readers of the log see everything that was written. A transaction of another database that ends at that
 * moment delays them, so a single reading right after writing sometimes finds less.
 */
export const untilComplete = ({ owner }: Pick<Harness, 'owner'>): Promise<true> =>
  until('the log to be complete', async () => {
    const text = `select from events.events where (era, transaction_id) >= (events.open_epoch(), events.horizon(account_id))`;
    return (await owner.pool.query(text)).rowCount === 0;
  });
