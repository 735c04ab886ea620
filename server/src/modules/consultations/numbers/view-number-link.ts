import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { listContacts } from '../contacts/list-contacts.ts';
import { decideNumberState, type NumberState } from './rules.ts';
import { findByNumberLink } from './store.ts';

export type NumberView = {
  readonly state: NumberState;
  readonly test?: boolean;
  /** Where the address that the link was mailed to stops contact. */
  readonly stop?: string | undefined;
  /** The customer's own page, for the address that the link was mailed to. */
  readonly pageUrl?: string | undefined;
  /** What the customer chose before, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

/** What the page of a link asks or says; viewing changes nothing. */
export async function viewNumberLink(ctx: Ctx, token: string): Promise<NumberView> {
  const row = await findByNumberLink(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  const state = decideNumberState(row);
  if (row === undefined) return { state };
  const [known] = await listContacts(ctx, [row.id]);
  const email = known?.contacts.email;
  const view = { state, test: row.test, chosen: { language: known?.language, languageUrl: languageUrl(ctx, row.id) } };
  if (email === undefined || state === 'stopped') return view;
  const contacts = { email, phone: undefined, test: row.test };
  return {
    ...view,
    stop: row.test ? undefined : stopUrl(ctx, { contacts }),
    pageUrl: pageUrl(ctx, { consultationId: row.id, contacts }),
  };
}
