import { addDays } from '#lib/time/dates';
import { dollarsToCents } from '#lib/numbers/money';
import type { CallContact, CallOutcome } from '#modules/consultations';
import type { Customer } from '#modules/customers';
import type { Issue } from '#platform/errors';
import { type Facts, isFullVin } from './facts.ts';
import { statusForbids } from './errors.ts';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import { intakeTransitions, undecidedStatuses, type IntakeAction } from './transitions.ts';

type Called = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly request: Pick<IntakeRequest, 'loss'>;
};

/** Whom to call about an intake, and their ZIP and state, which decide the calling hours. */
export const toCallContact = ({ email, phone, request: { loss } }: Called): CallContact => ({
  phone,
  email,
  zip: loss?.zip,
  state: loss?.loss_state,
});

/** The link and the message that carries it are shown only while they work (D-039). */
export const linkWorks = (status: IntakeStatus): boolean => undecidedStatuses.includes(status);

/** Neutral intakes are stored, but no call is made and nothing is sent. */
export const isNeutral = (status: IntakeStatus): boolean => status === 'duplicate' || status === 'not_eligible';

type Verdict = 'received' | 'duplicate' | 'not_eligible';

type KnownSubmission = {
  readonly customer: Customer;
  /** VINs of the customer's open intakes, null where none is known. */
  readonly openVins: readonly (string | null)[];
  readonly servedStates: ReadonlySet<string>;
  /** The VIN of the submitted vehicle, as sent or as looked up. */
  readonly vin: string | undefined;
};

/** Decides the status of a submission (D-031 and D-033). Why a customer is not eligible is never disclosed. */
export function decideIntake(
  { customer, openVins, servedStates, vin }: KnownSubmission,
  request: IntakeRequest,
): Verdict {
  const state = request.loss?.loss_state?.toUpperCase();
  if (customer.suppressed || (state !== undefined && !servedStates.has(state))) return 'not_eligible';
  return openVins.some((other) => !areTwoVehicles(vin, other)) ? 'duplicate' : 'received';
}

const areTwoVehicles = (vin: string | undefined, other: string | null): boolean =>
  isFullVin(vin) && isFullVin(other) && vin !== other;

type Sending = {
  readonly status: IntakeStatus;
  readonly notifyCustomer: boolean;
  /** The limit on welcome messages stops this one. */
  readonly welcomeCapped: boolean;
};

/** Whether messages may be sent (D-040): the agent asked for them, or the customer has been reached since. */
export function maySend({ status, notifyCustomer, welcomeCapped }: Sending): boolean {
  if (status === 'received') return notifyCustomer && !welcomeCapped;
  if (status === 'welcome_sent') return notifyCustomer;
  return status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
}

type CallVerdict =
  | { readonly kind: 'move'; readonly action: IntakeAction }
  | { readonly kind: 'log' }
  | { readonly kind: 'refuse'; readonly reason: string };

const callActions: Record<CallOutcome, IntakeAction> = {
  no_answer: 'call_unanswered',
  voicemail: 'call_unanswered',
  callback_requested: 'call_unanswered',
  confirmed: 'confirmed',
  declined: 'declined_to_staff',
  not_requested: 'not_requested',
  do_not_contact: 'declined_to_staff',
};

/** Why a call is not logged, for staff; while the customer is undecided every call is. */
const refusalReasons: Readonly<Partial<Record<IntakeStatus, string>>> = {
  customer_confirmed: 'The owner has already confirmed.',
  consultation_active: 'The consultation has already started.',
  declined: 'The intake was declined.',
  not_eligible: 'This intake has no consultation.',
  duplicate: 'This intake has no consultation.',
  expired: 'The intake has expired.',
};

/** Rows 3, 4, 6 and 7 of T1; a further unanswered call is logged without a change of status. */
export function decideCall(status: IntakeStatus, outcome: CallOutcome): CallVerdict {
  const action = callActions[outcome];
  if (intakeTransitions.canMove(status, action)) return { kind: 'move', action };
  const reached = status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
  return action === 'call_unanswered' && reached
    ? { kind: 'log' }
    : { kind: 'refuse', reason: refusalReasons[status] ?? statusForbids };
}

/** The team has this long to make a promised call, a weekend included. */
const callbackGraceDays = 2;

/**
 * The expiry of an intake whose customer asked for a callback: late enough for that call, and never earlier than
 * before.
 */
export function computeExpiryAfterCallback(expiresAt: Date, callbackAt: Date): Date {
  const promised = addDays(callbackAt, callbackGraceDays);
  return promised > expiresAt ? promised : expiresAt;
}

/** Issues across members, which the schema cannot express; the body may be of any shape. */
export function computeCrossIssues(body: unknown, registered: boolean): Issue[] {
  const { customer, offer, consent } = members(body);
  const issues: Issue[] = [];
  if (customer !== undefined && !('email' in customer) && !('phone' in customer)) {
    issues.push({ path: 'customer', message: 'email or phone is required' });
  }
  const { acv_offer: dollars, acv_offer_cents: cents } = offer ?? {};
  if (typeof dollars === 'number' && typeof cents === 'number' && dollarsToCents(dollars) !== cents) {
    issues.push({ path: 'offer.acv_offer', message: 'acv_offer and acv_offer_cents differ' });
  }
  if (consent?.['mode'] === 'warm_handoff' && !registered) {
    issues.push({ path: 'consent.mode', message: 'warm_handoff requires an agent key' });
  }
  return issues;
}

function members(body: unknown): Partial<Record<'customer' | 'offer' | 'consent', Record<string, unknown>>> {
  if (body === null || typeof body !== 'object') return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && typeof value === 'object'));
}

/** T2: what the agent could still send, in a fixed order. */
export function computeMissingFields(request: IntakeRequest, facts: Facts): string[] {
  const { customer, vehicle = {}, loss = {} } = request;
  const fullVin = isFullVin(facts.vin);
  const noClaim = loss.insurance_path === 'none';
  const missing: readonly [name: string, absent: boolean][] = [
    ['vehicle.vin', !fullVin],
    ['vehicle.plate_state', vehicle.plate !== undefined && vehicle.plate_state === undefined && !fullVin],
    ['vehicle.year', facts.year === undefined],
    ['vehicle.make', facts.make === undefined],
    ['vehicle.model', facts.model === undefined],
    ['vehicle.odometer', facts.odometer === undefined],
    ['loss.date_of_loss', facts.dateOfLoss === undefined],
    ['loss.loss_state', loss.loss_state === undefined],
    ['loss.zip', loss.zip === undefined],
    ['offer.insurer', facts.insurer === undefined && !noClaim],
    ['offer.acv_offer_cents', facts.offerCents === undefined && !noClaim],
    ['customer.first_name', customer.first_name === undefined],
    ['customer.last_name', customer.last_name === undefined],
    ['customer.email', customer.email === undefined],
    ['customer.phone', customer.phone === undefined],
  ];
  return missing.filter(([, absent]) => absent).map(([name]) => name);
}

export const isEnded = (status: IntakeStatus): boolean => status === 'declined' || status === 'expired';
