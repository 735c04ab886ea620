import { randomUUID } from 'node:crypto';
import type { Ctx } from '#context';
import { everyMinute, type Job, type Sweep } from '#platform/jobs';
import { lookupAad, nextLookupAt } from './plates/plate-rules.ts';
import {
  claimLookups,
  findLookupBacklog,
  finishLookups,
  reapLookups,
  type ClaimedLookup,
} from './plates/plate-store.ts';
import { lookUpPlate, type PlateResolution, type QueuedPlate } from './plates/plates.ts';

/** Gets the VIN of a plate that took long, acting as the original client; it must be idempotent. Bound in app/. */
type FillInVin = (ctx: Ctx, subjectId: string, vin: string) => Promise<void>;

/** As its metrics call it. */
const queue = 'vehicles.plate-lookups';
/** At the same time in all processes; the provider takes seconds for each. */
const atOnce = 2;

/** Plates whose look-up took longer than their client waited. */
export const plateJobs = (ctx: Ctx, fillIn: FillInVin): Job[] => [
  {
    name: 'vehicles.look-up-plates',
    cron: everyMinute,
    async run(limit) {
      ctx.metrics.workReaped.inc({ queue }, (await reapLookups(ctx.db)).length);
      const worker = randomUUID();
      const rows = await claimLookups(ctx.db, { worker, now: ctx.clock.now(), limit: atOnce });
      const tries = await Promise.allSettled(
        rows.map(async (row) => ({ row, outcome: await lookUp(ctx, row, fillIn) })),
      );
      await finish(
        ctx,
        worker,
        tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      );
      // The others begin again when their lease ends.
      for (const one of tries) if (one.status === 'rejected') throw one.reason;
      return rows.length > 0 ? limit : 0;
    },
  },
];

async function lookUp(ctx: Ctx, row: ClaimedLookup, fillIn: FillInVin): Promise<PlateResolution> {
  const decrypted = ctx.vault.decrypt(row.encrypted_plate, lookupAad(row.subject_id));
  const { anonymousAddress: address, ...plate } = JSON.parse(decrypted) as QueuedPlate;
  const resolution = await lookUpPlate(ctx, plate);
  const actor = address === undefined ? ctx.actor : ({ kind: 'anonymous', address } as const);
  if (resolution.kind === 'found') await fillIn({ ...ctx, actor }, row.subject_id, resolution.vin);
  return resolution;
}

type Done = { readonly row: ClaimedLookup; readonly outcome: PlateResolution };

async function finish(ctx: Ctx, worker: string, done: readonly Done[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = done.map(({ row, outcome }) => ({
    subjectId: row.subject_id,
    attempt: row.attempt,
    dueAt: (outcome.kind === 'pending' ? nextLookupAt(row.attempt, now) : undefined) ?? null,
  }));
  if (rows.length > 0) await finishLookups(ctx.db, worker, rows);
  for (const { outcome } of done) ctx.metrics.workFinished.inc({ queue, outcome: outcome.kind });
}

export const plateMeasures = (ctx: Ctx): Sweep[] => [
  {
    name: 'vehicles.measure-plates',
    everyMs: 15_000,
    async run() {
      const backlog = await findLookupBacklog(ctx.db, ctx.clock.now());
      ctx.metrics.workDue.set({ queue }, backlog?.due ?? 0);
      ctx.metrics.workOldestDue.set({ queue }, backlog?.oldest ?? 0);
      return 0;
    },
  },
];
