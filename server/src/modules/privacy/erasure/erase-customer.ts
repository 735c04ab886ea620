import type { Ctx, Tx } from '#context';
import { nameSubject } from '#modules/audit';
import { chainEntries } from '#modules/consent';
import { removeOrphans } from '#modules/documents';
import { eraseUploads } from '#modules/roster-files';
import { lockNames, transact, type Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { pause } from '#platform/jobs';
import { eraseRows, type ErasedRows } from '#platform/personal-data';
import { eraseCases } from './erase-cases.ts';
import { nobodyFound, underLegalHold } from '../errors.ts';
import { findDataSubject, type FoundSubject } from '../find-data-subject.ts';
import { privacyMetrics } from '../metrics.ts';
import { holdsLock } from '../rules.ts';
import { listHeld, type FoundConsultation } from '../store.ts';
import { fileData } from '../tables-data.ts';

/** Closes an open case with all that ends with it; bound in app/bindings.ts. */
export type CloseErased = (
  tx: Tx,
  one: { readonly id: string; readonly source: FoundConsultation['source']; readonly sourceId: string },
) => Promise<boolean>;

type EraseCustomer = { readonly name: string; readonly by: string; readonly close: CloseErased };

type ErasedCustomer = { readonly cases: readonly string[]; readonly counts: ErasedRows };

/** The ledger is chained every second, by whoever comes first. */
const triesMax = 50;
const waitMs = 100;
/** More than one person's documents. */
const objectsMax = 500;

/**
 * Forgets somebody, found by a contact, or one case, found by any of its names. Open cases are closed first, messages that
 * wait are withdrawn, files are removed. What says that they are not to be contacted stays, and so do figures.
 */
export async function eraseCustomer(ctx: Ctx, { name, by, close }: EraseCustomer): Promise<ErasedCustomer> {
  const before = await findDataSubject(ctx, name);
  if (before.ids.length === 0 && before.contacts.length === 0) throw nobodyFound();
  const inFiles = await eraseFromFiles(ctx, before);
  // A file that is applied may have made something of them until then.
  const found = await findDataSubject(ctx, name);
  const [subject] = found.sourceIds;
  if (subject !== undefined) nameSubject(ctx.actor, subject);
  for (const { id, source, source_id: sourceId, closed_at: closedAt } of found.cases)
    if (closedAt === null) await transact(ctx, (tx) => close(tx, { id, source, sourceId }));
  const counts = { ...(await eraseChained(ctx, found, by)), ...inFiles };
  for (let removed = 1; removed > 0;) removed = await removeOrphans(ctx, objectsMax);
  ctx.metrics.of(privacyMetrics).erased.inc({ why: 'request' }, found.sourceIds.length);
  return { cases: found.sourceIds, counts };
}

/** Ends files in which they stand, and takes them out of those that are applied: from then on no file makes anything of them. */
async function eraseFromFiles(ctx: Ctx, person: FoundSubject): Promise<ErasedRows> {
  await requireNoHold(ctx.db, person);
  await eraseUploads(ctx, person);
  return transact(ctx, async (tx) => {
    lockNames(tx.db, [holdsLock]);
    await requireNoHold(tx.db, person);
    return eraseRows(tx, fileData, person);
  });
}

async function requireNoHold(db: Db, { sourceIds }: FoundSubject): Promise<void> {
  const held = await listHeld(db, sourceIds);
  if (held.length > 0) throw underLegalHold(held);
}

/** What the ledger has not chained yet cannot be erased; it is chained first, here or by a worker that is at it. */
async function eraseChained(ctx: Ctx, person: FoundSubject, by: string): Promise<ErasedRows> {
  for (let tries = 1; ; tries += 1) {
    for (let chained = 1; chained > 0;) chained = await chainEntries(ctx, 500);
    try {
      return await eraseCases(ctx, { sourceIds: person.sourceIds, person, why: 'request', by });
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503 || tries === triesMax) throw error;
      await pause(waitMs);
    }
  }
}
