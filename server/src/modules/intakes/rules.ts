import { servesState } from '#lib/calling/us-states';
import { dollarsToCents } from '#lib/numbers/money';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import {
  type CallContact,
  type CallOutcome,
  isFullVin,
  type LookedUp,
  type Said,
  type StatedContact,
} from '#modules/consultations';
import type { Customer } from '#modules/customers';
import type { Issue } from '#platform/errors';
import { noNumber, statusForbids } from './errors.ts';
import { computeFacts, toSaid, type Facts } from './facts.ts';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import type { EarlierIntake } from './status-store.ts';
import type { Intake, ProofKind } from './store.ts';
import { intakeTransitions, undecidedStatuses, type IntakeAction } from './transitions.ts';

type Called = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly request: Pick<IntakeRequest, 'loss'>;
  readonly lookedUp: LookedUp;
};

/** The contacts to call about an intake, and their ZIP and state, which decide the calling hours. */
export function toCallContact({ email, phone, request: { loss }, lookedUp }: Called): CallContact {
  const { zip, lossState: state } = computeFacts({ loss: loss ?? {} }, lookedUp);
  return { phone, email, zip, state };
}

/** The link and the message that carries it are shown only while they work (D-039). */
export const linkWorks = (status: IntakeStatus): boolean => undecidedStatuses.includes(status);

/** Neutral intakes are stored, but cause no call and no message. */
export const isNeutral = (status: IntakeStatus): boolean => status === 'duplicate' || status === 'not_eligible';

type Verdict = 'received' | 'duplicate' | 'not_eligible';

type KnownSubmission = {
  readonly customer: Customer;
  /** Open intakes that share a contact with it. */
  readonly open: readonly EarlierIntake[];
  readonly servedStates: ReadonlySet<string>;
  /** The VIN of the submitted vehicle, as sent or as looked up. */
  readonly vin: string | undefined;
  /** Whether a registered agent submits it. */
  readonly registered: boolean;
  /** Unproven intakes from before this time do not count. */
  readonly countedSince: Date;
};

/** More unproven open intakes than this with one contact help no customer (D-031). */
const unprovenMax = 3;

/** Decides the status of a submission (D-031 and D-033). Why a customer is not eligible is never disclosed. */
export function decideIntake(known: KnownSubmission, request: IntakeRequest): Verdict {
  const { customer, open, vin } = known;
  if (customer.suppressed || !servesState(known, request.loss?.loss_state)) return 'not_eligible';
  // An unproven submission by another submitter must not block the customer's real agent.
  const counts = (other: EarlierIntake) => other.proven || other.sameSubmitter;
  if (open.some((other) => counts(other) && !areTwoVehicles(vin, other.vin))) return 'duplicate';
  return countUnproven(known) >= unprovenMax ? 'duplicate' : 'received';
}

/**
 * A relayed yes ends the expiry and proves nothing, so age frees the place. Submissions without a key do not count
 * against a registered agent, because anyone can make three of them.
 */
function countUnproven({ open, registered, countedSince }: KnownSubmission): number {
  const unproven = open.filter(
    (other) => !other.proven && other.createdAt > countedSince && (other.registered || !registered),
  );
  const by = (contact: EarlierIntake['shares']) => unproven.filter(({ shares }) => shares === contact).length;
  return Math.max(by('email'), by('phone'));
}

export const areTwoVehicles = (vin: string | undefined, other: string | null | undefined): boolean =>
  isFullVin(vin) && isFullVin(other) && vin !== other;

type Sending = {
  readonly status: IntakeStatus;
  readonly notifyCustomer: boolean;
  /** The limit on welcome messages stops this one. */
  readonly welcomeCapped: boolean;
  /** The welcome of this channel waits for staff. */
  readonly held: boolean;
};

/** Whether messages may be sent (D-040): the agent asked for them, or the customer has been reached since. */
export function maySend({ status, notifyCustomer, welcomeCapped, held }: Sending): boolean {
  if (status === 'received') return notifyCustomer && !welcomeCapped && !held;
  if (status === 'welcome_sent') return notifyCustomer && !held;
  // An attempted call releases no held message.
  if (status === 'contact_attempted') return !welcomeCapped && !held;
  return status === 'customer_confirmed' || status === 'consultation_active';
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
  wrong_number: 'call_unanswered',
};

/** A request to stop is always accepted, whatever the state of the intake. */
const stops: readonly CallOutcome[] = ['declined', 'do_not_contact'];

/** Why a call is not logged, for staff; before the consultation begins every call is logged. */
const refusalReasons: Readonly<Partial<Record<IntakeStatus, string>>> = {
  consultation_active: 'The consultation has already started.',
  declined: 'The intake was declined.',
  not_eligible: 'This intake has no consultation.',
  duplicate: 'This intake has no consultation.',
  expired: 'The intake has expired.',
};

type CalledIntake = { readonly status: IntakeStatus; readonly hasNumber: boolean };

/**
 * Rows 3, 4, 6 and 7 of T1. A further unanswered call, a spoken yes after one on the page, and a stop in every other
 * status are logged without a change of status.
 */
export function decideCall({ status, hasNumber }: CalledIntake, outcome: CallOutcome): CallVerdict {
  const action = callActions[outcome];
  const reached = status === 'contact_attempted' || status === 'customer_confirmed' || status === 'consultation_active';
  const logged =
    stops.includes(outcome) ||
    (action === 'call_unanswered' && reached) ||
    (outcome === 'confirmed' && status === 'customer_confirmed');
  const movable = intakeTransitions.canMove(status, action);
  if (!movable && !logged) return { kind: 'refuse', reason: refusalReasons[status] ?? statusForbids };
  if (outcome === 'wrong_number' && !hasNumber) return { kind: 'refuse', reason: noNumber };
  return movable ? { kind: 'move', action } : { kind: 'log' };
}

/** The channel by which the customer was first proven to be reached; undefined until then. */
export function findProof({ proofs }: Pick<Intake, 'proofs'>): ProofKind | undefined {
  const kinds = ['email', 'text', 'call'] as const;
  const proven = kinds.flatMap((by) => (proofs[by] === undefined ? [] : [{ by, at: proofs[by] }]));
  return proven.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0]?.by;
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

/** One issue per member: the first one, which is from its own schema. */
export const oneForEachMember = (found: readonly Issue[]): Issue[] =>
  [...new Map(found.toReversed().map((issue) => [issue.path, issue])).values()].toReversed();

function members(body: unknown): Partial<Record<'customer' | 'offer' | 'consent', Record<string, unknown>>> {
  if (body === null || typeof body !== 'object') return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && typeof value === 'object'));
}

/** T2: the fields that the agent could still send, in a fixed order. */
export function computeMissingFields(
  request: IntakeRequest,
  facts: Facts,
  { nothing_read: nothingRead }: LookedUp = {},
): string[] {
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
    ['loss.loss_state', facts.lossState === undefined],
    ['loss.zip', facts.zip === undefined],
    ['offer.insurer', facts.insurer === undefined && !noClaim],
    ['offer.acv_offer_cents', facts.offerCents === undefined && !noClaim],
    ['customer.first_name', customer.first_name === undefined],
    ['customer.last_name', customer.last_name === undefined],
    ['customer.email', customer.email === undefined],
    ['customer.phone', customer.phone === undefined],
    // The field of the upload: the last report had no readable facts, and another copy may (D-050).
    ['file', nothingRead === true],
  ];
  return missing.filter(([, absent]) => absent).map(([name]) => name);
}

export const isEnded = (status: IntakeStatus): boolean => status === 'declined' || status === 'expired';

/** The agent's statements about the case and the person. */
export const saidOfIntake = ({ request }: Intake): Said => ({
  ...toSaid(request),
  first_name: request.customer.first_name,
  last_name: request.customer.last_name,
  ...sentContacts(request.customer),
});

const sentContacts = ({ email, phone }: Intake['request']['customer']) => ({
  email: email === undefined ? undefined : normalizeEmail(email),
  phone: phone === undefined ? undefined : normalizePhone(phone),
});

/**
 * The contacts with the team's statements applied. A withdrawn statement falls back to the submission, unless that
 * number was removed as wrong; the rest stays.
 */
export function contactsOf(
  intake: Intake,
  stated: StatedContact,
  withdrawn: readonly string[],
): Pick<Intake, 'email' | 'phone'> {
  const sent = sentContacts(intake.request.customer);
  const usable = sent.phone !== undefined && intake.struckPhones.includes(sent.phone) ? undefined : sent.phone;
  const [email, phone] = [
    withdrawn.includes('email') ? sent.email : intake.email,
    withdrawn.includes('phone') ? usable : intake.phone,
  ];
  return {
    email: stated.email === undefined ? email : (stated.email ?? undefined),
    phone: stated.phone === undefined ? phone : (stated.phone ?? undefined),
  };
}
