import type { Person } from '#modules/customers';
import type { CallContact, CallOutcome } from '#modules/consultations';
import { addDays } from '#lib/dates';
import { dollarsToCents } from '#lib/money';
import type { Issue } from '#platform/errors';
import { isFullVin, type Facts } from './facts.ts';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import { canMove, undecided, type Action } from './transitions.ts';

type Called = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly request: Pick<IntakeRequest, 'loss'>;
};

/** Whom to call about an intake, and where they are. */
export const callContactOf = ({ email, phone, request: { loss } }: Called): CallContact => ({
  phone,
  email,
  zip: loss?.zip,
  state: loss?.loss_state,
});

/** The link and the message that carries it are shown only while they work (decision 39). */
export const linkWorks = (status: IntakeStatus): boolean => (undecided as readonly IntakeStatus[]).includes(status);

/** Neutral answers: stored, but nobody is called and nothing is sent. */
export const isNeutral = (status: IntakeStatus): boolean => status === 'duplicate' || status === 'not_eligible';

export type Verdict = 'received' | 'duplicate' | 'not_eligible';

export type KnownCase = {
  readonly person: Person;
  /** VINs of the person's open intakes, null where none was given. */
  readonly openVins: readonly (string | null)[];
  readonly servedStates: ReadonlySet<string>;
  /** The VIN of the vehicle at hand, sent or found. */
  readonly vin: string | undefined;
};

/** What becomes of a submission (decisions 31 and 33). Why a person is not eligible is told to nobody. */
export function decideIntake({ person, openVins, servedStates, vin }: KnownCase, request: IntakeRequest): Verdict {
  const state = request.loss?.loss_state?.toUpperCase();
  if (person.spared || (state !== undefined && !servedStates.has(state))) return 'not_eligible';
  return openVins.some((other) => !areTwoVehicles(vin, other)) ? 'duplicate' : 'received';
}

const areTwoVehicles = (vin: string | undefined, other: string | null): boolean =>
  isFullVin(vin) && isFullVin(other) && vin !== other;

export type Sending = {
  readonly status: IntakeStatus;
  readonly notifyCustomer: boolean;
  /** The cap on welcome messages holds this one back. */
  readonly welcomeHeld: boolean;
};

/** Whether messages may go out (decision 40): asked for, or the customer has been reached since. */
export function maySend({ status, notifyCustomer, welcomeHeld }: Sending): boolean {
  if (status === 'received') return notifyCustomer && !welcomeHeld;
  if (status === 'welcome_sent') return notifyCustomer;
  return status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
}

export type CallVerdict =
  | { readonly kind: 'move'; readonly action: Action }
  | { readonly kind: 'log' }
  | { readonly kind: 'refuse' };

const callActions: Record<CallOutcome, Action> = {
  no_answer: 'call_unanswered',
  voicemail: 'call_unanswered',
  callback_requested: 'call_unanswered',
  confirmed: 'confirmed',
  declined: 'declined_to_staff',
  not_requested: 'not_requested',
  do_not_contact: 'declined_to_staff',
};

/** Rows 3, 4, 6 and 7 of T1; a further unanswered call is noted without a change. */
export function decideCall(status: IntakeStatus, outcome: CallOutcome): CallVerdict {
  const action = callActions[outcome];
  if (canMove(status, action)) return { kind: 'move', action };
  const reached = status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
  return action === 'call_unanswered' && reached ? { kind: 'log' } : { kind: 'refuse' };
}

/** The team has this long to keep its promise of a call, a weekend included. */
const callbackGraceDays = 2;

/** Until when an intake lives once its owner asked to be called at that time: what they want wins, and nothing shortens it. */
export function expiryAfterPromise(expiresAt: Date, callbackAt: Date): Date {
  const kept = addDays(callbackAt, callbackGraceDays);
  return kept > expiresAt ? kept : expiresAt;
}

/** Problems between members, which no schema states; the body may be of any shape. */
export function crossIssues(body: unknown, registered: boolean): Issue[] {
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

/** Table T2: what the caller could still send, in a fixed order. */
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
