// Agent intakes: T1, duplicates and eligibility (D-031 and D-033).
import { dayMs } from './hours.ts';
import { type Contacts, promiseAt } from './contact-book.ts';
import { closeConsultation, recordCall, createConsultation, type Outcome } from './queue.ts';
import type { Intake, IntakeStatus, Model, Submission } from './state.ts';

const undecided = new Set<IntakeStatus>(['received', 'welcome_sent', 'contact_attempted']);

const isUndecided = ({ status }: Pick<Intake, 'status'>): boolean => undecided.has(status);

/** Whether it has expired, swept or not: expiry is a predicate. */
export const isDead = (intake: Pick<Intake, 'status' | 'expiresAt'>, now: number): boolean =>
  isUndecided(intake) && now >= intake.expiresAt;

export const statusAt = (intake: Pick<Intake, 'status' | 'expiresAt'>, now: number): IntakeStatus =>
  isDead(intake, now) ? 'expired' : intake.status;

/** A case closed after its consultation no longer blocks others, though its status stays. */
const isOpen = (intake: Intake, now: number): boolean =>
  intake.case?.closedAt === undefined &&
  (['customer_confirmed', 'consultation_active'].includes(intake.status) ||
    (isUndecided(intake) && !isDead(intake, now)));

const served = (state: string | undefined): boolean => state !== 'PR';

const kinds = ['email', 'phone'] as const;

const shares = (one: Contacts, other: Contacts, kind: (typeof kinds)[number]): boolean =>
  one[kind] !== undefined && one[kind] === other[kind];

const meet = (one: Contacts, other: Contacts): boolean => kinds.some((kind) => shares(one, other, kind));

/** Whether the customer was reached through this contact. Without a number a call proves the address. */
const hasProven = ({ proofs, contacts }: Intake, kind: (typeof kinds)[number]): boolean =>
  kind === 'email'
    ? proofs.has('email') || (proofs.has('call') && contacts.phone === undefined)
    : proofs.has('text') || proofs.has('call');

const unprovenMax = 3;

function decide(
  model: Model,
  { agent, contacts, lossState, vin }: Submission,
): 'received' | 'duplicate' | 'not_eligible' {
  if (!served(lossState) || model.contactBook.isSuppressed(contacts)) return 'not_eligible';
  const twoVehicles = (other: string | undefined) => vin !== undefined && other !== undefined && vin !== other;
  const sharing = (kind: (typeof kinds)[number]) =>
    model.intakes.filter((one) => isOpen(one, model.now) && shares(one.contacts, contacts, kind));
  // All submitters without a key share one address.
  const inTheWay = kinds.some((kind) =>
    sharing(kind).some((one) => !twoVehicles(one.vin) && (one.agent === agent || hasProven(one, kind))),
  );
  const crowded = kinds.some((kind) => sharing(kind).filter((one) => !hasProven(one, kind)).length >= unprovenMax);
  return inTheWay || crowded ? 'duplicate' : 'received';
}

const welcomesMax = 3;

function welcomesOf(model: Model, contacts: Contacts): number {
  const since = model.now - 30 * dayMs;
  const to = (contact: string | undefined) =>
    model.outbox.welcomes.filter((one) => one.to === contact && one.createdAt > since).length;
  return Math.max(to(contacts.email), to(contacts.phone));
}

/** The submission as it is stored; `id` and secrets are filled in from the response. */
export function submit(model: Model, submission: Submission): Intake {
  const { contactBook, now } = model;
  const status = decide(model, submission);
  const { contacts, agent, mode } = submission;
  // A submission that conflicts with an overdue intake expires it first.
  expireIntakes(model, (one) => meet(one.contacts, contacts));
  const promised = status !== 'not_eligible' && contactBook.mayDiscount(contacts);
  const accepted = status === 'received';
  const priority = accepted && agent !== undefined && mode === 'warm_handoff' && contacts.phone !== undefined;
  const intake: Intake = {
    ...submission,
    id: '',
    status,
    createdAt: now,
    statusAt: now,
    expiresAt: now + 14 * dayMs,
    promised,
    promise: accepted && promised ? promiseAt(now) : undefined,
    priority,
    welcomeHeld: accepted && welcomesOf(model, contacts) >= welcomesMax,
    case: undefined,
    confirmedBy: undefined,
    proofs: new Set(),
    checkout: undefined,
    pollToken: undefined,
    link: undefined,
  };
  model.intakes.push(intake);
  model.touched.intakes.add(intake);
  if (accepted) contactBook.meet(contacts);
  return intake;
}

/** The effects of accepting an intake, once its id and link are known. */
export function accept(model: Model, intake: Intake, named: { id: string; link: string }): void {
  Object.assign(intake, named);
  const one = createConsultation({
    source: 'agent_intake',
    sourceId: intake.id,
    test: false,
    priority: intake.priority,
    openedAt: model.now,
    contact: () => ({ ...intake.contacts, state: intake.lossState }),
    isOver: (now) => isDead(intake, now),
    offerCents: intake.offer?.cents,
  });
  intake.case = one;
  model.consultations.push(one);
  tell(model, intake);
  if (!intake.notify || intake.welcomeHeld) return;
  const common = {
    purpose: 'welcome' as const,
    subject: intake.id,
    case: one,
    link: '',
    createdAt: model.now,
    isTrue: (now: number) =>
      (isUndecided(intake) && !isDead(intake, now)) ||
      (intake.status === 'customer_confirmed' && intake.proofs.size === 0),
    onSent: () => {
      if (intake.status === 'received') move(model, intake, 'welcome_sent');
    },
  };
  const { email, phone } = intake.contacts;
  if (email !== undefined) model.outbox.queue({ ...common, channel: 'email', to: email });
  if (phone !== undefined)
    model.outbox.queue({ ...common, channel: 'text', to: phone, places: () => [{ phone, state: intake.lossState }] });
}

function tell(model: Model, { id, status, agent }: Intake): void {
  const thin = { intake_id: id, status };
  model.log.publish({
    account: agent?.principalId,
    audience: 'agent',
    livemode: true,
    type: `intake.${status}`,
    subject: id,
    at: model.now,
    thin,
    full: thin,
  });
}

/** Applies a row of T1 with its event and effects. An expiry keeps its own time, whenever it is recorded. */
export function move(model: Model, intake: Intake, to: IntakeStatus): void {
  const at = to === 'expired' ? intake.expiresAt : model.now;
  intake.status = to;
  intake.statusAt = at;
  model.touched.intakes.add(intake);
  tell(model, intake);
  if (to !== 'declined' && to !== 'expired') return;
  closeConsultation(intake.case, at);
  model.outbox.withdrawAbout(intake.id);
}

export function expireIntakes(model: Model, which: (intake: Intake) => boolean = () => true): void {
  for (const intake of model.intakes) if (isDead(intake, model.now) && which(intake)) move(model, intake, 'expired');
}

/** A promised call must still be possible: the intake does not expire until two days after it. */
const promiseMs = 2 * dayMs;

type CallRule = (status: IntakeStatus) => IntakeStatus | 'log' | undefined;

const calls: Readonly<Record<Outcome, CallRule>> = {
  no_answer: unanswered,
  voicemail: unanswered,
  callback_requested: unanswered,
  confirmed: (status) => {
    if (undecided.has(status)) return 'customer_confirmed';
    return status === 'customer_confirmed' ? 'log' : undefined;
  },
  declined: stopped,
  not_requested: (status) => (undecided.has(status) || status === 'customer_confirmed' ? 'declined' : undefined),
  do_not_contact: stopped,
};

function unanswered(status: IntakeStatus): IntakeStatus | 'log' | undefined {
  if (status === 'received' || status === 'welcome_sent') return 'contact_attempted';
  return ['contact_attempted', 'customer_confirmed', 'consultation_active'].includes(status) ? 'log' : undefined;
}

/** Logged in every status. */
function stopped(status: IntakeStatus): IntakeStatus | 'log' {
  return undecided.has(status) || status === 'customer_confirmed' ? 'declined' : 'log';
}

/** Rows 3, 4, 6 and 7 of T1; false if refused. */
export function callIntake(
  model: Model,
  intake: Intake,
  call: { outcome: Outcome; callbackAt: number | undefined },
): boolean {
  const verdict = calls[call.outcome](statusAt(intake, model.now));
  if (verdict === undefined || intake.case === undefined) return false;
  recordCall(intake.case, { ...call, at: model.now });
  if (call.outcome === 'callback_requested' && isUndecided(intake))
    intake.expiresAt = Math.max(intake.expiresAt, (call.callbackAt ?? model.now) + promiseMs);
  model.touched.intakes.add(intake);
  if (verdict !== 'log') move(model, intake, verdict);
  if (call.outcome === 'confirmed') {
    if (verdict !== 'log') intake.confirmedBy = 'staff';
    prove(model, intake, 'call');
  }
  return true;
}

/** Both contacts belong to one customer only if both links were used. */
function prove(model: Model, intake: Intake, by: 'email' | 'text' | 'call'): void {
  const { proofs, contacts, promise } = intake;
  if (proofs.has(by)) return;
  proofs.add(by);
  const both = by !== 'call' && proofs.has('email') && proofs.has('text');
  const address = by === 'email' || contacts.phone === undefined;
  const proven = {
    email: both || address ? contacts.email : undefined,
    phone: both || !address ? contacts.phone : undefined,
  };
  model.contactBook.prove(proven, promise, model.now);
}

/** How the customer's page responds to a button (D-038). */
export function answerLink(
  model: Model,
  intake: Intake,
  { decision, via }: { decision: 'confirm' | 'decline'; via: LinkVia },
): number {
  const status = statusAt(intake, model.now);
  if (status === 'expired') return 410;
  const decided = status === 'declined' ? 'decline' : undecided.has(status) ? undefined : 'confirm';
  const own = via !== 'relayed';
  if (own && status !== 'declined' && hasStopped(model, intake)) return 409;
  const mayTakeBack = own && status === 'customer_confirmed' && intake.proofs.size === 0;
  if (decided !== undefined && decided !== decision && !(decision === 'decline' && mayTakeBack)) return 409;
  if (decision === 'decline') {
    if (decided !== 'decline') move(model, intake, 'declined');
    return 303;
  }
  if (decided === undefined) {
    move(model, intake, 'customer_confirmed');
    intake.confirmedBy = 'customer';
  }
  if (own) prove(model, intake, via);
  model.touched.intakes.add(intake);
  return 303;
}

/**
 * The owner is on the list or said no to calls. Links that were sent then accept no answer; the relayed link reveals
 * nothing.
 */
const hasStopped = (model: Model, intake: Intake): boolean =>
  model.contactBook.isSuppressed(intake.contacts) || intake.case?.saidNo === true;

type LinkVia = 'relayed' | 'email' | 'text';

/** The links that the customer has received or will receive, in addition to the one in the receipt. */
export function linksOf({ link, notify, welcomeHeld, contacts }: Intake): LinkVia[] {
  if (link === undefined) return [];
  if (!notify || welcomeHeld) return ['relayed'];
  return [
    'relayed',
    ...(contacts.email === undefined ? [] : ['email' as const]),
    ...(contacts.phone === undefined ? [] : ['text' as const]),
  ];
}
