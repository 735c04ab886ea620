import type { Ctx } from '#context';
import type { ClaimedRows } from '#platform/jobs';
import { lookupAad, nextLookupAt } from './plates/plate-rules.ts';
import {
  claimLookups,
  findLookupBacklog,
  finishLookups,
  reapLookups,
  releaseLookups,
  type ClaimedLookup,
} from './plates/plate-store.ts';
import { lookUpPlate, type PlateResolution, type QueuedPlate } from './plates/plates.ts';

/** Gets the VIN of a plate that took long, acting as the original client; it must be idempotent. Bound in app/. */
type FillInVin = (ctx: Ctx, subjectId: string, vin: string) => Promise<void>;

/** Plates whose look-up took longer than their client waited. */
export function plateQueue(ctx: Ctx, fillIn: FillInVin): ClaimedRows<ClaimedLookup, PlateResolution> {
  return {
    queue: 'vehicles.plate-lookups',
    concurrency: 2,
    // The provider has already taken longer than a client waits.
    idlePollMs: 1_000,
    leaseMs: 60_000,
    claim: (worker, limit) => claimLookups(ctx.db, { worker, now: ctx.clock.now(), limit }),
    async run(row) {
      const decrypted = ctx.vault.decrypt(row.encrypted_plate, lookupAad(row.subject_id));
      const { anonymousAddress: address, ...plate } = JSON.parse(decrypted) as QueuedPlate;
      const resolution = await lookUpPlate(ctx, plate);
      const actor = address === undefined ? ctx.actor : ({ kind: 'anonymous', address } as const);
      if (resolution.kind === 'found') await fillIn({ ...ctx, actor }, row.subject_id, resolution.vin);
      return resolution;
    },
    async finish(worker, results) {
      const now = ctx.clock.now();
      const rows = results.map(({ row, outcome }) => ({
        subjectId: row.subject_id,
        attempt: row.attempt,
        dueAt: (outcome.kind === 'pending' ? nextLookupAt(row.attempt, now) : undefined) ?? null,
      }));
      await finishLookups(ctx.db, worker, rows);
    },
    release: async (worker, rows) => {
      await releaseLookups(ctx.db, worker, rows);
    },
    reap: async () => (await reapLookups(ctx.db)).length,
    label: (outcome) => outcome.kind,
    outcomes: ['found', 'unknown', 'pending'] satisfies PlateResolution['kind'][],
    measure: async () => {
      const backlog = await findLookupBacklog(ctx.db, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0 };
    },
  };
}
