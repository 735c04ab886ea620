import type { EraseTx } from '#platform/personal-data';
import { erasedText } from './rules.ts';
import { listToErase, updateErased } from './store.ts';

type ReasonsToErase = {
  /** Rows about these subjects, */
  readonly ids?: readonly string[];
  /** and all rows before this time, */
  readonly before?: Date;
  /** except those about these. */
  readonly except?: readonly string[];
};

/** Rows per batch. */
const rowsPerTurn = 500;

/** Erases the reasons that staff gave, which may name a person; the row stays and the chain remains intact. */
export async function eraseReasons(
  tx: EraseTx,
  { ids = [], before = new Date(0), except = [] }: ReasonsToErase,
): Promise<number> {
  for (let erased = 0; ;) {
    const rows = await listToErase(tx.db, { ids, before, except, limit: rowsPerTurn });
    for (const row of rows) updateErased(tx.db, row.seq, tx.vault.fingerprint(erasedText(row.before, row), 'chain'));
    erased += rows.length;
    // For subjects, all rows go in this transaction; old rows are many, and the caller repeats the call.
    if (rows.length < rowsPerTurn || ids.length === 0) return erased;
  }
}
