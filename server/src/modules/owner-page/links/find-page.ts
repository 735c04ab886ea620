import type { Ctx, Tx } from '#context';
import { findPageLink } from '#lib/text/page-link';
import { choices } from '#modules/consultations';
import { isEnded } from './rules.ts';

export type FoundPage =
  | { readonly kind: 'unknown' }
  /** A link that we made and that shows nothing any more. */
  | { readonly kind: 'ended'; readonly standing: choices.Standing }
  | { readonly kind: 'current'; readonly standing: choices.Standing };

/** Finds the case behind a link to a customer's page. Changes nothing. */
export async function findPage(ctx: Ctx | Tx, token: string): Promise<FoundPage> {
  const link = findPageLink(ctx, token);
  const standing = link && (await choices.findStanding(ctx, link.consultationId));
  if (link === undefined || standing === undefined) return { kind: 'unknown' };
  return { kind: isEnded(link, standing, ctx.clock.now()) ? 'ended' : 'current', standing };
}
