import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { insertConsultation } from './store.ts';

export type OpenConsultation = {
  readonly source: 'agent_intake';
  readonly sourceId: string;
  readonly priority: boolean;
};

/** Puts a case on the board for a person to call. */
export function openConsultation(tx: Tx, input: OpenConsultation): string {
  const now = tx.clock.now();
  const id = newId('con', now);
  insertConsultation(tx.db, {
    id,
    source: input.source,
    source_id: input.sourceId,
    priority: input.priority,
    opened_at: now,
  });
  return id;
}
