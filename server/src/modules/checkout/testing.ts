import type { StaffActor } from '#actor';
import { sweeps } from '#app/sweeps';
import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { openConsultation } from '#modules/consultations';
import { grantDiscount, type Contacts } from '#modules/customers';
import { transact } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import type { Answer, Harness } from '#test/harness';
import type { CardHarness } from '#test/stripe';
import { tell } from '#test/stripe';
import { deliverConsultation } from './deliver-consultation.ts';
import { findCheckoutLinks } from './find-checkout-links.ts';
import { listHoldsOfConsultation } from './hold-store.ts';
import type { Product } from './rules.ts';

export type GivenCheckout = {
  readonly consultationId: string;
  readonly contacts: Contacts;
  /** The page's path on this harness. */
  path(product: Product): string;
};

export const staffActor: StaffActor = {
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

/** A delivered consultation with its checkout, of somebody who has the agent's discount unless told otherwise. */
export async function givenCheckout({ ctx }: Harness, wanted: Wanted = {}): Promise<GivenCheckout> {
  const { contacts = newContacts(), discount = true, initialOfferCents } = wanted;
  const consultationId = await transact(ctx, async (tx) => {
    if (discount) grantDiscount(tx, contacts, 'agent_intake');
    return openConsultation(tx, {
      source: 'agent_intake',
      sourceId: `int_${randomBase62(24)}`,
      priority: false,
      contact: contacts,
    });
  });
  const ready = async () => ({ contacts, discountApplied: discount, initialOfferCents });
  const { checkout } = await deliverConsultation(asStaff(ctx), {
    consultationId,
    sources: { agent_intake: ready, referral: ready, membership: ready },
  });
  const [, token = ''] = /\/checkout\/([0-9A-Za-z]{32})\//.exec(checkout.research_url ?? '') ?? [];
  return { consultationId, contacts, path: (product) => `/checkout/${token}/${product}` };
}

/** Presses the button of a checkout page, with the box ticked unless told otherwise. */
export const accept = (harness: Harness, path: string, form = 'accept_terms=true'): Promise<Answer> =>
  harness.call('POST', path, {
    raw: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

/** The session that an answer leads to. */
export const sessionOf = ({ headers }: Answer): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';

export const holdsOf = ({ ctx }: Harness, { consultationId }: GivenCheckout) =>
  listHoldsOfConsultation(ctx.db, consultationId);

export const linksOf = async ({ ctx }: Harness, { consultationId }: GivenCheckout) => {
  const { researchUrl, representationUrl } = await findCheckoutLinks(ctx, consultationId);
  return { researchUrl, representationUrl };
};

/** The worker's turn: everything that is due is asked about. */
export async function follow({ ctx }: Harness): Promise<void> {
  for (const sweep of sweeps(ctx).filter(({ name }) => name.startsWith('checkout.'))) await sweepOnce(sweep, ctx);
}

/** Everything the provider has to tell, told once in order; then the worker's turn. */
export async function tellAll(parts: CardHarness): Promise<void> {
  for (const event of parts.stripe.bank.events.splice(0)) {
    const { status } = await tell(parts, event);
    if (status !== 200) throw new Error(`the event was not taken: ${status}`);
  }
  await follow(parts.harness);
}

/** A hold that stands: terms accepted, card entered, event told. Gives the hold's id. */
export async function givenHold(parts: CardHarness, checkout: GivenCheckout, product: Product): Promise<string> {
  const answer = await accept(parts.harness, checkout.path(product));
  if (answer.status !== 303) throw new Error(`the terms were not accepted: ${answer.status}`);
  if (!parts.stripe.bank.pay(sessionOf(answer), 'good')) throw new Error('the card was not taken');
  await tellAll(parts);
  const hold = (await holdsOf(parts.harness, checkout)).findLast((one) => one.product === product);
  if (hold?.state !== 'held') throw new Error(`the hold does not stand: ${hold?.state}`);
  return hold.id;
}
