import type { Tx } from '#context';
import { BlockInterrupted } from '../errors.ts';
import { isErasedInBlock } from '../plan-store.ts';
import { lockFile, type RosterFile } from '../store.ts';

/**
 * For the end of a block's transaction: holds the file, and commits nothing when it was stopped meanwhile or when somebody of the
 * block was erased. An erasure holds the file too, so one of both sees what the other did.
 */
export async function requireBlock(tx: Tx, file: RosterFile): Promise<void> {
  const current = await lockFile(tx.db, file, file.id);
  if (current?.status !== file.status || (await isErasedInBlock(tx.db, file))) throw new BlockInterrupted();
}
