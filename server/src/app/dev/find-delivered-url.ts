import type { Ctx } from '#context';
import { pageUrl } from '#lib/text/page-link';
import { findStanding } from '#mount/consultations/choices/choices';
import { prepared } from '#platform/db';

const delivered = prepared<[], { id: string }>(
  'dev.find-delivered',
  `select c.id from consultations.consultations c
   where c.delivered_at is not null and c.settled_at is null and c.closed_at is null and not c.test
     and c.declined_at is null and c.spared_at is null and c.email_hash is not null
     and not exists (select from checkout.holds h join checkout.checkouts k on k.id = h.checkout_id
                     where k.consultation_id = c.id)
   order by c.delivered_at desc limit 1`,
);

/** The owner's page of a case that is delivered and neither paid nor settled; undefined when there is none. */
export async function findDeliveredUrl(ctx: Ctx): Promise<string | undefined> {
  const found = await ctx.db.find(delivered());
  const standing = found && (await findStanding(ctx, found.id));
  if (standing === undefined) return undefined;
  const { email } = standing.contacts;
  return pageUrl(ctx, { consultationId: standing.id, contacts: { ...standing.contacts, email, phone: undefined } });
}
