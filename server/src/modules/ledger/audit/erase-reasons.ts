import type { EraseTx } from '#platform/personal-data';
import { erasedText } from './rules.ts';
import { listToErase, updateErased } from './store.ts';

type ReasonsToErase = {
  /** Of rows about these. */
  readonly ids?: readonly string[];
  /** And of all rows before then, */
  readonly before?: Date;
  /** except those about these. */
  readonly except?: readonly string[];
};

/** Rows of one turn. */
const rowsPerTurn = 500;

/** Erases what staff gave as a reason, which may name somebody; the row stays and the chain goes on through it. */
export async function eraseReasons(
  tx: EraseTx,
  { ids = [], before = new Date(0), except = [] }: ReasonsToErase,
): Promise<number> {
  for (let erased = 0; ;) {
    const rows = await listToErase(tx.db, { ids, before, except, limit: rowsPerTurn });
    for (const row of rows) updateErased(tx.db, row.seq, tx.vault.fingerprint(erasedText(row.before, row), 'chain'));
    erased += rows.length;
    // Of subjects all goes in this transaction; what is old is many, and whoever asks comes again.
    if (rows.length < rowsPerTurn || ids.length === 0) return erased;
  }
}
