import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { insertLink } from '../link-store.ts';
import { confirmUrl } from './rules.ts';

type NewLink = { readonly intakeId: string; readonly via: 'email' | 'text'; readonly contact: string };

/** The address of the customer's page for one message alone: who opens it by this token has got that message. */
export function issueLink(tx: Tx, { intakeId, via, contact }: NewLink): string {
  const token = taggedToken(tx.config.cell, 32);
  const hash = tx.vault.fingerprint(token, 'token');
  insertLink(tx.db, { hash, intake_id: intakeId, via, contact, created_at: tx.clock.now() });
  return confirmUrl(tx.config, token);
}
