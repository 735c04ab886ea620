import type { StaffActor } from '#actor';
import { sweeps } from '#app/workers/sweeps';
import type { Ctx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { randomBase62 } from '#lib/tokens/base62';
import { createConsultation } from '#modules/consultations';
import type { Contacts } from '#lib/text/contacts';
import { promiseDiscount, proveDiscount, withdrawMessages } from '#modules/customers';
import { transact } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import type { Answer, Harness } from '#test/harness';
import { sendStripeEvent, type CardHarness } from '#test/doubles/stripe';
import { createHoldPage } from './pages/create-hold-page.ts';
import { deliverConsultation } from './staff/settlement.ts';
import { findCheckoutLinks } from './links/links.ts';
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

type Wanted = {
  readonly contacts?: Contacts;
  readonly discount?: boolean;
  readonly initialOfferCents?: number;
  /** Whether the message with the link stays queued; tests of other messages do not want it among theirs. */
  readonly link?: boolean;
};

/** A delivered consultation with its checkout; by default its contacts are proven and have the agent's discount. */
export async function givenCheckout({ ctx }: Harness, wanted: Wanted = {}): Promise<GivenCheckout> {
  const { contacts = newContacts(), discount = true, initialOfferCents: cents, link = false } = wanted;
  const offer: OfferParts = cents === undefined ? {} : { value: { cents, from: 'report' } };
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
  const ready = async () => ({ contacts, discountApplied: discount, offer });
  const { checkout } = await deliverConsultation(asStaff(ctx), {
    consultationId,
    sources: { agent_intake: ready, referral: ready, membership: ready },
  });
  if (!link) await transact(ctx, async (tx) => withdrawMessages(tx, [consultationId]));
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

export const holdsOf = ({ ctx }: Harness, { consultationId }: Pick<GivenCheckout, 'consultationId'>) =>
  listHoldsOfConsultation(ctx.db, consultationId);

/** The amount that the customer agreed to when the provider's page was opened for them, held or saved. */
export async function agreedCents({ ctx }: Harness, session: string): Promise<number | undefined> {
  const { rows } = await ctx.db.pool.query<{ amount_cents: number }>(
    'select amount_cents from checkout.holds where $1 in (session_id, setup_session_id)',
    [session],
  );
  return rows[0]?.amount_cents;
}

export const linksOf = async ({ ctx }: Harness, { consultationId }: GivenCheckout) => {
  const { researchUrl, representationUrl } = await findCheckoutLinks(ctx, consultationId);
  return { researchUrl, representationUrl };
};

/** The statements of the staff member who charges, over HTTP and to the verb. */
export const captureBody = { seen_on_paper: true, reason: 'Read out to the owner.' };
export const captureSaid = { seenOnPaper: true, isReleased: async () => true };

/** The body of a staff request, with the statements that the rules require for a charge. */
export const bodyOf = (path: string, body?: unknown): { body?: unknown } => {
  if (path.endsWith('/capture')) return { body: { ...captureBody, ...(body as object | undefined) } };
  return body === undefined ? {} : { body };
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

/**
 * An active hold: terms accepted, card entered, event delivered. Returns the hold's id. For representation it has no
 * saved card, like holds of the old kind, which continue to their end.
 */
export async function givenHold(parts: CardHarness, checkout: GivenCheckout, product: Product): Promise<string> {
  const session =
    product === 'research' ? await acceptNow(parts, checkout, product) : await acceptAsBefore(parts, checkout);
  if (!parts.stripe.bank.pay(session, 'good')) throw new Error('the card was not taken');
  await deliverProviderEvents(parts);
  const hold = (await holdsOf(parts.harness, checkout)).findLast((one) => one.product === product);
  if (hold?.state !== 'held') throw new Error(`the hold does not stand: ${hold?.state}`);
  return hold.id;
}

async function acceptNow({ harness }: CardHarness, checkout: GivenCheckout, product: Product): Promise<string> {
  const answer = await accept(harness, checkout.path(product));
  if (answer.status !== 303) throw new Error(`the terms were not accepted: ${answer.status}`);
  return sessionOf(answer);
}

/**
 * The page of a hold for representation as the release before saved cards stored it: the acceptance is real, and its
 * row is changed to the old kind before any page is created. Returns the provider's session.
 */
export async function acceptAsBefore({ harness, stripe }: CardHarness, checkout: GivenCheckout): Promise<string> {
  const { ctx } = harness;
  const before = new Set((await holdsOf(harness, checkout)).map(({ id }) => id));
  stripe.behave('unavailable');
  await accept(harness, checkout.path('representation'));
  stripe.behave('accept');
  const hold = (await holdsOf(harness, checkout)).find(({ id, state }) => !before.has(id) && state === 'page_open');
  if (hold === undefined) throw new Error('the terms were not accepted');
  await ctx.db.many({
    text: `update checkout.holds set kind = 'hold', check_at = card_check_at, card_check_at = null,
             acceptance = acceptance || '{"terms_version":"2026-11-16"}' where id = $1`,
    values: [hold.id],
  });
  const page = await createHoldPage(ctx, hold.id);
  if (page.kind !== 'page') throw new Error(`the page was not made: ${page.kind}`);
  return page.url.split('/').at(-1) ?? '';
}

/** A hold for representation whose card is saved: terms accepted, card entered, events delivered. Returns its id. */
export async function givenCard(
  parts: CardHarness,
  checkout: GivenCheckout,
  card: 'good' | 'declines later' | 'wants its owner' | 'slow' = 'good',
): Promise<string> {
  const session = await acceptNow(parts, checkout, 'representation');
  if (!parts.stripe.bank.pay(session, card)) throw new Error('the card was not taken');
  await deliverProviderEvents(parts);
  const cards = (await holdsOf(parts.harness, checkout)).filter((one) => one.kind === 'card');
  const held = cards.find(({ state }) => state === 'held');
  if (held === undefined) throw new Error(`the hold does not stand: ${cards.map(({ state }) => state).join()}`);
  return held.id;
}

/** The same after its seven days: the hold has lapsed and its card is still saved. */
export async function givenLapsedHold(...of: Parameters<typeof givenCard>): Promise<string> {
  const id = await givenCard(...of);
  const [parts] = of;
  await letHoldsLapse(parts);
  return id;
}

/** Seven days pass at the provider, and its events are delivered. */
export async function letHoldsLapse(parts: CardHarness): Promise<void> {
  parts.harness.clock.advance(7 * 86_400);
  parts.stripe.bank.passTime();
  await deliverProviderEvents(parts);
}
