import type { StaffActor } from '#actor';
import { sweeps } from '#app/workers/sweeps';
import type { Ctx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { createConsultation } from '#modules/consultations';
import type { Contacts } from '#lib/text/contacts';
import { promiseDiscount, proveDiscount } from '#modules/customers';
import { transact } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import type { Answer, Harness } from '#test/harness';
import { sendStripeEvent, type CardHarness } from '#test/doubles/stripe';
import { deliverConsultation } from './staff/deliver-consultation.ts';
import { findCheckoutLinks } from './links/find-checkout-links.ts';
import { listHoldsOfConsultation } from './hold-store.ts';
import type { Product } from './rules.ts';

export type GivenCheckout = {
  readonly consultationId: string;
  readonly contacts: Contacts;
  /** The page's path on this harness. */
  path(product: Product): string;
};

const staffActor: StaffActor = {
  kind: 'staff',
  staffId: 'stf_synthetic',
  role: 'lead',
  credentialId: 'stk_synthetic',
};

export const asStaff = (ctx: Ctx): Ctx => ({ ...ctx, actor: staffActor });

export const newContacts = (): Contacts => ({
  email: `owner-${randomBase62(10).toLowerCase()}@example.com`,
  phone: undefined,
});

type Wanted = { readonly contacts?: Contacts; readonly discount?: boolean; readonly initialOfferCents?: number };

/** A delivered consultation with its checkout; by default its contacts are proven and have the agent's discount. */
export async function givenCheckout({ ctx }: Harness, wanted: Wanted = {}): Promise<GivenCheckout> {
  const { contacts = newContacts(), discount = true, initialOfferCents } = wanted;
  const consultationId = await transact(ctx, async (tx) => {
    const id = createConsultation(tx, {
      source: 'agent_intake',
      sourceId: `int_${randomBase62(24)}`,
      priority: false,
      contact: contacts,
    });
    if (discount) {
      promiseDiscount(tx, id);
      await proveDiscount(tx, { contacts, consultationId: id });
    }
    return id;
  });
  const ready = async () => ({ contacts, discountApplied: discount, initialOfferCents });
  const { checkout } = await deliverConsultation(asStaff(ctx), {
    consultationId,
    sources: { agent_intake: ready, referral: ready, membership: ready },
  });
  const [, token = ''] = /\/checkout\/([0-9A-Za-z]{32})\//.exec(checkout.research_url ?? '') ?? [];
  return { consultationId, contacts, path: (product) => `/checkout/${token}/${product}` };
}

/** Submits the form of a checkout page; by default with the box ticked. */
export const accept = (harness: Harness, path: string, form = 'accept_terms=true'): Promise<Answer> =>
  harness.call('POST', path, {
    raw: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

/** The provider session that an answer redirects to. */
export const sessionOf = ({ headers }: Answer): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';

export const holdsOf = ({ ctx }: Harness, { consultationId }: GivenCheckout) =>
  listHoldsOfConsultation(ctx.db, consultationId);

export const linksOf = async ({ ctx }: Harness, { consultationId }: GivenCheckout) => {
  const { researchUrl, representationUrl } = await findCheckoutLinks(ctx, consultationId);
  return { researchUrl, representationUrl };
};

/** Runs the worker until no hold is due. */
export async function reconcileDue({ ctx }: Harness): Promise<void> {
  for (const sweep of sweeps(ctx).filter(({ name }) => name.startsWith('checkout.'))) await sweepOnce(sweep, ctx);
}

/** Delivers every pending event of the provider once, in order, then runs the worker. */
export async function deliverProviderEvents(parts: CardHarness): Promise<void> {
  for (const event of parts.stripe.bank.events.splice(0)) {
    const { status } = await sendStripeEvent(parts, event);
    if (status !== 200) throw new Error(`the event was not taken: ${status}`);
  }
  await reconcileDue(parts.harness);
}

/** An active hold: terms accepted, card entered, event delivered. Returns the hold's id. */
export async function givenHold(parts: CardHarness, checkout: GivenCheckout, product: Product): Promise<string> {
  const answer = await accept(parts.harness, checkout.path(product));
  if (answer.status !== 303) throw new Error(`the terms were not accepted: ${answer.status}`);
  if (!parts.stripe.bank.pay(sessionOf(answer), 'good')) throw new Error('the card was not taken');
  await deliverProviderEvents(parts);
  const hold = (await holdsOf(parts.harness, checkout)).findLast((one) => one.product === product);
  if (hold?.state !== 'held') throw new Error(`the hold does not stand: ${hold?.state}`);
  return hold.id;
}
