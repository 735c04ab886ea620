import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findHold, listHoldsOf } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { findCheckoutOf } from '../store.ts';
import { findEndedView } from '../view-rules.ts';
import { isNothingDue } from './is-nothing-due.ts';

/**
 * A customer is told that a hold ended, and is asked for a new one or told that the card stays saved: while that is so,
 * there is something to pay, and they have not stopped contact about the case; by text only while the number is theirs.
 */
export async function isRenewalWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined) return false;
  const { product, consultationId, checkoutId, kind, state } = hold;
  const [checkout, holds, nothingDue, ofCase, paid] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    isNothingDue(ctx, hold),
    listContacts(ctx, [consultationId]),
    listPaidProducts(ctx.db, consultationId),
  ]);
  if (checkout === undefined || nothingDue || ofCase.some(({ hasStopped }) => hasStopped)) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  if (!ofCase.some(({ contacts }) => isCurrent(contacts))) return false;
  // The card of a lapsed hold is still saved.
  if (kind === 'card') return state === 'saved';
  return findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined;
}
