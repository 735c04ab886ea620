import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import type { BulkSession, TxDb } from '#platform/db';
import { getTerms } from '../enrollments/get-terms.ts';
import {
  getPreviewCounts,
  notesCopy,
  notesTable,
  prepareRoster,
  readRosterVersion,
  writePreview,
  type PreviewCounts,
} from './plan-store.ts';
import { stageRoster } from './stage-roster.ts';
import { analyzeRoster, writeChanges } from './store.ts';

export type RosterPlan = { readonly submitted: number; readonly counts: PreviewCounts; readonly version: string };

type PlanRoster = {
  readonly tenant: Tenant;
  /** Rows as the API takes them, one per line. */
  readonly rows: AsyncIterable<Uint8Array>;
  readonly maxRows: number;
  /** Lines of place and warning, complete once all rows were read. */
  readonly takeNotes: () => string;
  /** Called in the transaction in which `preview` was made. */
  readonly store: (db: TxDb, plan: RosterPlan) => Promise<void> | void;
};

/**
 * Works out what a roster would change, and changes nothing: the same reading and the same comparison as those of the
 * API, with invalid rows collected. Everything is of one snapshot, so the version is the one of the changes.
 */
export async function planRoster(ctx: Ctx, session: BulkSession, plan: PlanRoster): Promise<RosterPlan> {
  const { tenant, rows, maxRows } = plan;
  const terms = await getTerms(ctx, tenant);
  await session.run({ text: notesTable, values: [] });
  const form = { kind: 'lines', options: { mode: 'dry_run', confirmCancelCount: undefined } } as const;
  const { submitted } = await stageRoster(
    session,
    { form, chunks: rows, maxRows },
    { terms, named: false, collects: true },
  );
  const notes = plan.takeNotes();
  if (notes !== '') await session.copy(notesCopy, notes);
  return session.transact(async (db) => {
    db.write({ text: 'set transaction isolation level repeatable read', values: [] });
    prepareRoster(db);
    db.write(analyzeRoster);
    writeChanges(db, tenant, terms.now);
    writePreview(db, tenant);
    const counts = await getPreviewCounts(db, tenant);
    const made = { submitted, counts, version: await readRosterVersion(db, tenant) };
    await plan.store(db, made);
    return made;
  });
}
