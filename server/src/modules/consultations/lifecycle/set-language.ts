import type { Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { updateLanguage } from '../store.ts';

/** What the customer reads and speaks, as they chose or as their browser asked when they answered. */
export function setLanguage(
  tx: Tx,
  { consultationId, language }: { consultationId: string; language: Language },
): void {
  updateLanguage(tx.db, consultationId, language);
}
