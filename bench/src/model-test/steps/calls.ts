// What callers do: take the next case, log a call, release a case.
import { check, Difference, must } from '#bench/model-test/difference';
import { iso, mayCall } from '#bench/model-test/model/hours';
import { callIntake } from '#bench/model-test/model/intakes';
import { listOf } from '#bench/model-test/model/contact-book';
import {
  hasPosition,
  isLeased,
  isNumberBusy,
  isQueued,
  leaseMaxMs,
  leaseMs,
  recordCall,
  releaseMs,
  tierOf,
  type Consultation,
  type Outcome,
} from '#bench/model-test/model/queue';
import { move } from '#bench/model-test/model/referrals';
import type { Model } from '#bench/model-test/model/state';
import { listInHand, takeOutOfHands } from './in-hand.ts';
import { expectAnswer, expectDone, type Answer } from '#bench/model-test/world';
import type { Step, Walker } from '#bench/model-test/walker';

const outcomes: readonly Outcome[] = [
  'no_answer',
  'no_answer',
  'voicemail',
  'callback_requested',
  'confirmed',
  'confirmed',
  'confirmed',
  'declined',
  'not_requested',
  'do_not_contact',
];

/** Whether this number may be dialed now, according to the list, the customer's no, and their local time. */
function mayDial({ contactBook, now }: Model, one: Consultation): boolean {
  const { phone, email, state } = one.contact();
  if (phone === undefined || one.test || one.saidNo || one.isOver(now)) return false;
  return !contactBook.isSuppressed({ email, phone }) && mayCall(phone, state, now);
}

const isCallable = (model: Model, one: Consultation): boolean => isQueued(one, model.now) && mayDial(model, one);

/** A customer whom the team suppressed under another contact may be left out; the team's list decides. */
const mustComeUp = ({ now }: Model, one: Consultation): boolean => !one.wasSilenced && one.putOffUntil <= now;

const isFree = (model: Model, one: Consultation): boolean =>
  !isLeased(one, model.now) &&
  (one.nextCallAt ?? 0) <= model.now &&
  !isNumberBusy(one, model) &&
  !model.numbers.isCapped(one, model.now);

function touchCase({ model }: Walker, one: Consultation): void {
  const of = <T extends { case: Consultation | undefined }>(things: readonly T[]) =>
    things.filter((thing) => thing.case === one);
  for (const intake of of(model.intakes)) model.touched.intakes.add(intake);
  for (const referral of of(model.referrals)) model.touched.referrals.add(referral);
  for (const redemption of of(model.redemptions)) model.touched.redemptions.add(redemption);
}

function hold(walker: Walker, one: Consultation, staff: number): void {
  const { now } = walker.model;
  const since = one.lease?.staff === staff && isLeased(one, now) ? one.lease.since : now;
  one.lease = { staff, since, until: now + leaseMs };
  if (hasPosition(one)) one.nextCallAt = now + leaseMs;
  touchCase(walker, one);
}

/**
 * Checks who is shown which number and when: never a suppressed one, outside calling hours or in the sandbox,
 * and no more often than the caps allow. Checked before the lease is.
 */
function checkOffered(walker: Walker, one: Consultation, { answer, staff }: { answer: Answer; staff: number }): void {
  const { model } = walker;
  const { phone } = one.contact();
  const goesOn = one.lease?.staff === staff && isLeased(one, model.now);
  const begun = goesOn && model.numbers.isOffered(one, staff);
  const callable = mayDial(model, one) && (begun || !model.numbers.isCapped(one, model.now));
  if (phone !== undefined)
    model.numbers.claim(one, { staff, now: model.now, shown: answer.body.phone !== null }, goesOn);
  if (answer.body.phone !== null) {
    check('the number that is offered', answer.body.phone, phone);
    must(`a number is offered that must not be called: ${one.source} ${one.sourceId}`, callable);
  }
  if (callable && !one.wasSilenced) check('the number that is offered', answer.body.phone, phone);
}

async function takeNext(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const staff = walker.below(2);
  const answer = await world.staff('POST /queue/next', undefined, staff);
  expectAnswer('next', answer, { status: 200 });
  takeOutOfHands(model, staff);
  const inHand = listInHand(model, staff);
  const free = model.consultations.filter((one) => isCallable(model, one) && isFree(model, one));
  if (answer.body.none === true) {
    const due = free.filter((one) => mustComeUp(model, one));
    const [missed] = [...inHand.filter((one) => !one.wasSilenced), ...due];
    if (missed === undefined) return 'nobody';
    throw new Difference(`next gives nobody, but ${missed.source} ${missed.sourceId} waits (${missed.number})`);
  }
  const given = model.consultations.find(({ id }) => id === answer.body.consultation.id);
  if (given === undefined) throw new Difference('next gives a case that nobody knows');
  const [mine] = inHand;
  if (mine !== undefined && !mine.wasSilenced) check('next while a case is in hand', given.id, mine.id);
  else {
    const why = describe(walker, given);
    must(`next gives a case that must not be called now: ${why}`, free.includes(given));
    const better = free.filter((one) => mustComeUp(model, one) && tierOf(one) < tierOf(given));
    must(`next passes over ${better[0]?.sourceId} for ${given.sourceId}`, better.length === 0);
  }
  checkOffered(walker, given, { answer, staff });
  hold(walker, given, staff);
  return `${given.source} to ${staff}`;
}

function describe({ model }: Walker, one: Consultation): string {
  const { phone, email, state } = one.contact();
  const facts = [
    `${one.source} ${one.sourceId}`,
    isQueued(one, model.now) ? '' : 'not in the queue',
    one.isOver(model.now) ? 'over' : '',
    phone === undefined ? 'no number' : '',
    one.saidNo ? 'said no' : '',
    model.isSuppressed({ phone, email }, one.test) ? 'do not contact' : '',
    phone !== undefined && !mayCall(phone, state, model.now) ? `outside hours at ${iso(model.now)}` : '',
    (one.nextCallAt ?? 0) > model.now ? `not before ${iso(one.nextCallAt ?? 0)}` : '',
    isNumberBusy(one, model) ? 'its number is busy' : '',
    model.numbers.isCapped(one, model.now) ? 'tried as often as allowed' : '',
    isLeased(one, model.now) ? 'in hand' : '',
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

async function claim(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const silent = model.consultations.filter(
    (any) => any.closedAt === undefined && model.isSuppressed(any.contact(), any.test),
  );
  const some = model.consultations.filter(({ closedAt }) => closedAt === undefined || walker.chance(0.1));
  const one = walker.chance(0.3) ? walker.find(silent) : walker.recent(some, 12);
  if (one === undefined || one.isOver(model.now) || one.saidNo || one.wasSilenced) return undefined;
  const staff = walker.below(2);
  const answer = await world.staff(`POST /queue/${one.id}/claim`, undefined, staff);
  const refusal = claimRefusal(walker, one, staff);
  expectDone(`a claim of ${describe(walker, one)}`, answer, refusal);
  if (refusal === 'do_not_contact') one.lease = undefined;
  if (refusal !== undefined) return refusal;
  checkOffered(walker, one, { answer, staff });
  hold(walker, one, staff);
  return one.source;
}

function claimRefusal({ model }: Walker, one: Consultation, staff: number): string | undefined {
  if (one.closedAt !== undefined) return 'invalid_state';
  if (isLeased(one, model.now) && one.lease?.staff !== staff) return 'case_claimed';
  if (model.isSuppressed(one.contact(), one.test)) return 'do_not_contact';
  if (one.contact().phone === undefined) return undefined;
  if (!isNumberBusy(one, model)) return undefined;
  const held = model.consultations.some(
    (other) =>
      other !== one &&
      other.test === one.test &&
      other.contact().phone === one.contact().phone &&
      isLeased(other, model.now),
  );
  return held ? 'case_claimed' : 'called_recently';
}

async function keepOrRelease(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const one = walker.find(model.consultations.filter((any) => isLeased(any, model.now)));
  if (one?.lease === undefined) return undefined;
  const { staff, since } = one.lease;
  if (walker.chance(0.5)) {
    const answer = await world.staff(`POST /queue/${one.id}/heartbeat`, undefined, staff);
    if (since <= model.now - leaseMaxMs) {
      expectAnswer('a heartbeat after two hours', answer, { status: 409, code: 'lease_lost' });
      return 'kept too long';
    }
    expectAnswer('a heartbeat', answer, { status: 200 });
    one.lease.until = model.now + leaseMs;
    if (hasPosition(one)) one.nextCallAt = model.now + leaseMs;
    touchCase(walker, one);
    return 'kept';
  }
  expectAnswer('giving a case back', await world.staff(`POST /queue/${one.id}/release`, undefined, staff), {
    status: 200,
  });
  one.lease = undefined;
  if (hasPosition(one)) one.nextCallAt = model.now + releaseMs;
  touchCase(walker, one);
  return 'given back';
}

/** The caller with the lease logs the call; sometimes another staff member logs one about any case. */
async function noteOne(walker: Walker): Promise<string | undefined> {
  const { model } = walker;
  const held = model.consultations.filter((one) => isLeased(one, model.now));
  const one =
    held.length > 0 && walker.chance(0.75)
      ? walker.pick(held)
      : walker.recent(
          model.consultations.filter(({ closedAt }) => closedAt === undefined || walker.chance(0.1)),
          12,
        );
  if (one === undefined || one.id === '') return undefined;
  const outcome = walker.pick(outcomes);
  const wished =
    outcome === 'callback_requested' && walker.chance(0.6) ? model.now + (1 + walker.below(40)) * 1_800_000 : undefined;
  const { phone, state } = one.contact();
  // A callback is promised only when the law allows one.
  const callbackAt = wished !== undefined && phone !== undefined && mayCall(phone, state, wished) ? wished : undefined;
  const intake = model.intakes.find((any) => any.case === one);
  // The model does not include what a call means for other submissions of its number.
  if (intake !== undefined && model.intakes.some((other) => other !== intake && other.contacts.phone === phone))
    return undefined;
  const staff = one.lease?.staff ?? walker.below(2);
  const note = `${one.source}: ${outcome}`;
  const told = { outcome, ...(callbackAt === undefined ? {} : { callback_at: iso(callbackAt) }) };
  if (intake === undefined) {
    await noteQueueCall(walker, one, { told, staff, callbackAt });
    return note;
  }
  const answer = await walker.world.staff(`POST /intakes/${intake.id}/calls`, told, staff);
  const before = intake.status;
  const taken = callIntake(model, intake, { outcome, callbackAt });
  if (taken) model.numbers.call(one, staff, model.now);
  expectDone(`a call with ${outcome} about a ${before} intake`, answer, taken ? undefined : 'invalid_state');
  // Do-not-contact applies even if the case can no longer change status; an unproven address is not listed.
  if (outcome === 'do_not_contact') {
    const { email } = intake.contacts;
    const isProven = phone === undefined || intake.proofs.has('email');
    const listed = listOf({ phone, email: isProven ? email : undefined });
    model.suppress(listed, 'decided');
    await walker.adoptSilence(listed);
  }
  return `${note}${taken ? '' : ', refused'}`;
}

type Told = {
  readonly told: { readonly outcome: Outcome };
  readonly staff: number;
  readonly callbackAt: number | undefined;
};

async function noteQueueCall(walker: Walker, one: Consultation, { told, staff, callbackAt }: Told): Promise<void> {
  const { model, world } = walker;
  const { outcome } = told;
  const contact = one.contact();
  const closed = one.closedAt !== undefined;
  const answer = await world.staff(`POST /queue/${one.id}/calls`, told, staff);
  const logged = !closed || outcome === 'declined' || outcome === 'do_not_contact';
  expectAnswer(`a call with ${outcome} about a ${one.source}`, answer, { status: logged ? 200 : 409 });
  if (logged) {
    model.numbers.call(one, staff, model.now);
    recordCall(one, { outcome, at: model.now, callbackAt });
  }
  touchCase(walker, one);
  if (!closed && ['declined', 'not_requested', 'do_not_contact'].includes(outcome)) answerNo(walker, one);
  // Do-not-contact applies even if the case was closed meanwhile.
  if (outcome !== 'do_not_contact' || one.test) return;
  model.suppress(listOf(contact), 'decided');
  await walker.adoptSilence(listOf(contact));
}

/** A borrower's no closes an activated referral and leaves a settled one open; a member's no only ends the calls. */
function answerNo({ model }: Walker, one: Consultation): void {
  const referral = model.referrals.find((any) => any.case === one);
  if (referral?.status === 'activated') move(model, referral, { action: 'close' });
}

export const callSteps: readonly Step[] = [
  { name: 'staff takes the next case', weight: 12, run: takeNext },
  { name: 'staff claims a case', weight: 3, run: claim },
  { name: 'staff keeps a case or gives it back', weight: 2, run: keepOrRelease },
  { name: 'staff notes a call', weight: 14, run: noteOne },
];
