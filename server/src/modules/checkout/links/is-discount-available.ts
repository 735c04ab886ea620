import type { Ctx } from '#context';
import { hasDiscount } from '#modules/customers';
import type { Db } from '#platform/db';
import type { Checkout } from '../store.ts';
import { decryptContacts } from './decrypt-contacts.ts';

/** Whether the price of representation is the discounted one: used at this checkout, or still to be used. */
export const isDiscountAvailable = async (
  ctx: Pick<Ctx, 'vault'> & { readonly db: Db },
  checkout: Checkout,
): Promise<boolean> =>
  checkout.discountUsedAt !== undefined ||
  (checkout.discountPromised &&
    (await hasDiscount(ctx, { consultationId: checkout.consultationId, contacts: decryptContacts(ctx, checkout) })));
