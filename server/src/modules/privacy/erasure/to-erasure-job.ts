import type { ErasureJob } from '../schemas.ts';
import type { ErasureJobRow } from './job-store.ts';

export const toErasureJob = (row: ErasureJobRow): ErasureJob => ({
  id: row.id,
  scope: row.scope,
  reason: row.reason,
  asked_by: row.askedBy,
  asked_at: row.askedAt.toISOString(),
  state: stateOf(row),
  problem: row.problem,
  finished_at: row.finishedAt?.toISOString() ?? null,
  rows: row.rows,
});

function stateOf({ finishedAt, problem, running }: ErasureJobRow): ErasureJob['state'] {
  if (finishedAt === null) return running ? 'running' : 'waiting';
  return problem === null ? 'done' : 'stopped';
}
