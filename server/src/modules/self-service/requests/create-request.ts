import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import { requestAad } from '../rules.ts';
import type { RequestKind } from '../schemas.ts';
import { insertRequest } from '../store.ts';

type NewRequest = { readonly consultationId: string; readonly kind: RequestKind; readonly words: string | undefined };

/** Opens a task for the team. While one of its kind is open it stays the only one, so pressing again changes nothing. */
export async function createRequest(tx: Tx, { consultationId, kind, words = '' }: NewRequest): Promise<void> {
  const now = tx.clock.now();
  const id = newId('req', now);
  const text = words.split('\n').map(stripControls).join('\n').trim();
  const encryptedWords = text === '' ? null : tx.vault.encrypt(text, requestAad(id));
  await insertRequest(tx.db, { id, consultationId, kind, encryptedWords, now });
}
