import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import { findOwnPage } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { listContacts } from '#modules/consultations';
import { findCheckoutByToken } from '../store.ts';

/** What stands around a page of a checkout, beside the checkout itself. */
export type CheckoutFrame = {
  /** Where contact about the case is stopped; undefined for a link that is not ours. */
  readonly stop?: string | undefined;
  /** The customer's own page, when they came from it. */
  readonly pageUrl?: string | undefined;
  /** What the address keeps, so that they find back to it. */
  readonly query?: string | undefined;
  /** What the customer chose before, and where a choice is stored when they came from their page. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string | undefined };
  readonly consultationId?: string;
  /** Of a sandbox case. */
  readonly test?: boolean;
};

type FrameQuery = { readonly token: string; readonly pageToken: string | undefined };

/**
 * Agents relay the link of a checkout too, so it stops the case and lists no contact, and it leads to the customer's own
 * page only for whoever shows that they have the link to it.
 */
export async function findCheckoutFrame(ctx: Ctx, { token, pageToken }: FrameQuery): Promise<CheckoutFrame> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return {};
  const { consultationId, test } = checkout;
  const [known] = await listContacts(ctx, [consultationId]);
  const pageUrl = findOwnPage(ctx, { pageToken, consultationId });
  return {
    stop: stopUrl(ctx, { consultationId }),
    chosen: {
      language: known?.language,
      // A relayed link never replaces the stored language: a program may have pressed it.
      languageUrl: pageUrl && languageUrl(ctx, consultationId),
    },
    consultationId,
    test,
    ...(pageUrl === undefined ? {} : { pageUrl, query: `page=${pageToken}` }),
  };
}
