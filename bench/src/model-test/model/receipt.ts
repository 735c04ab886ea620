// The receipt of an intake (D-030, D-032 and D-034 to D-041, T2).
import { statusAt } from './intakes.ts';
import { isOffered, pricingOf } from './money.ts';
import type { Intake, IntakeStatus, Model } from './state.ts';

const undecided = new Set<IntakeStatus>(['received', 'welcome_sent', 'contact_attempted']);

/** T2. */
function missingOf({ vin, lossState, offer, firstName, contacts }: Intake): string[] {
  const missing: readonly (readonly [string, boolean])[] = [
    ['vehicle.vin', vin === undefined],
    ['vehicle.year', true],
    ['vehicle.make', true],
    ['vehicle.model', true],
    ['vehicle.odometer', true],
    ['loss.date_of_loss', true],
    ['loss.loss_state', lossState === undefined],
    ['loss.zip', true],
    ['offer.insurer', true],
    ['offer.acv_offer_cents', offer === undefined],
    ['customer.first_name', firstName === undefined],
    ['customer.last_name', true],
    ['customer.email', contacts.email === undefined],
    ['customer.phone', contacts.phone === undefined],
  ];
  return missing.filter(([, absent]) => absent).map(([name]) => name);
}

function maySend({ notify, welcomeHeld }: Intake, status: IntakeStatus): boolean {
  if (status === 'received') return notify && !welcomeHeld;
  if (status === 'welcome_sent') return notify;
  return ['contact_attempted', 'customer_confirmed', 'consultation_active'].includes(status);
}

const unfinished = new Set<IntakeStatus>([...undecided, 'customer_confirmed', 'consultation_active']);

/**
 * Whether the customer may not be contacted, so that the receipt promises nothing and relays nothing (D-033, D-039).
 */
const isOut = (model: Model, { case: one }: Intake, status: IntakeStatus): boolean =>
  one !== undefined &&
  unfinished.has(status) &&
  (one.saidNo || one.wasSilenced || model.isSuppressed(one.contact(), one.test));

/** Whether the agent's discount is quoted: it was promised, and is still available or used in this checkout. */
const isDiscounted = (model: Model, { promised, promise, checkout, contacts }: Intake): boolean =>
  promised && (checkout?.used === true || model.contactBook.isPromiseOpen(contacts, promise));

/** The expected receipt; a function in it is a predicate. */
export function receiptOf(model: Model, intake: Intake, base: string): Record<string, unknown> {
  const status = statusAt(intake, model.now);
  const { contacts, checkout, link } = intake;
  const neutral = status === 'duplicate' || status === 'not_eligible';
  const url = undecided.has(status) && link !== undefined ? `${base}${link}` : null;
  const out = isOut(model, intake, status);
  const sending = maySend(intake, status) && !out;
  const page = (product: 'research' | 'representation') =>
    checkout !== undefined && status === 'consultation_active' && isOffered(checkout, product, model.now)
      ? `${base}${checkout.paths[product]}`
      : null;
  return {
    intake_id: intake.id,
    status,
    external_ref: intake.externalRef ?? null,
    customer_confirmation_url: url,
    customer_message: url === null || out ? null : (text: unknown) => String(text).includes(url),
    contact_policy: {
      will_email: sending && contacts.email !== undefined,
      will_text: sending && contacts.phone !== undefined,
      will_call: status !== 'not_eligible',
      call_purpose: (text: unknown) => typeof text === 'string',
      automated_calls: false,
    },
    agent_tier: intake.agent === undefined ? 'anonymous' : 'registered',
    pricing: pricingOf(isDiscounted(model, intake)),
    checkout: {
      model: 'pre-authorization',
      research_url: page('research'),
      representation_url: page('representation'),
      note: (text: unknown) => typeof text === 'string',
    },
    priority_callback: intake.priority,
    preliminary: null,
    missing_fields: neutral ? [] : missingOf(intake),
    poll_url: `${base}/api/agent/v1/intakes/${intake.id}`,
    docs_url: `${base}/developers/agent`,
  };
}
