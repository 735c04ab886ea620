import type { ResetCounts, ResetView } from '../schemas.ts';
import type { Reset } from './store.ts';

const none: ResetCounts = { messages: 0, referrals: 0, enrollments: 0, roster_syncs: 0, idempotency_keys: 0 };

export const toResetView = ({ id, askedAt, finishedAt, found, removed, kept }: Reset): ResetView => ({
  id,
  object: 'sandbox.reset',
  status: finishedAt === null ? 'running' : 'finished',
  asked_at: askedAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
  found: { ...none, ...found },
  removed: { ...none, ...removed },
  kept,
});
