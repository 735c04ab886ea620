import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { decideNumberState, type NumberState } from './rules.ts';
import { findByNumberLink } from './store.ts';

type NumberView = {
  readonly state: NumberState;
  /** Where the address that the link was mailed to stops contact. */
  readonly stop: string | undefined;
};

/** What the page of a link asks or says; viewing changes nothing. */
export async function viewNumberLink(ctx: Ctx, token: string): Promise<NumberView> {
  const row = await findByNumberLink(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  const state = decideNumberState(row);
  if (row === undefined || row.test || state === 'stopped') return { state, stop: undefined };
  const { email } = decryptContact(ctx, row);
  return { state, stop: email === undefined ? undefined : stopUrl(ctx, { contacts: { email, phone: undefined } }) };
}
