import type { Ctx } from '#context';
import { eraseRows, type ErasedRows, type DataSubject } from '#platform/personal-data';
import { lockNames, transact } from '#platform/db';
import { underLegalHold } from '../errors.ts';
import { holdsLock } from '../rules.ts';
import { listHeld, lockCases, recordErasures } from '../store.ts';
import { allPersonalData } from '../tables-data.ts';

type CasesToErase = {
  readonly sourceIds: readonly string[];
  readonly person: DataSubject;
  readonly why: 'request' | 'age';
  readonly by: string;
};

/** Erases everything that is declared of these cases in one transaction; a legal hold on any of them refuses it. */
export const eraseCases = (ctx: Ctx, { sourceIds, person, why, by }: CasesToErase): Promise<ErasedRows> =>
  transact(ctx, async (tx) => {
    lockNames(tx.db, [holdsLock]);
    const held = await listHeld(tx.db, sourceIds);
    if (held.length > 0) throw underLegalHold(held);
    lockCases(tx.db, person.ids);
    const counts = await eraseRows(tx, allPersonalData, person);
    recordErasures(tx.db, { sourceIds, why, by, at: tx.clock.now(), counts });
    return counts;
  });
