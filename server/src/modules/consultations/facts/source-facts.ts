import type { Ctx, Tx } from '#context';
import type { Preliminary } from '#modules/vehicles';
import type { LookedUp, Said, Submitter } from './facts.ts';

type SentContact = {
  /** In the order in which they count. */
  readonly phones: readonly (string | null)[];
  /** Numbers that turned out to be somebody else's. */
  readonly struckPhones: readonly string[];
  readonly email: string | null;
  readonly state: string | null;
};

type ChosenContact = {
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly zip?: string;
  readonly state: string | undefined;
};

/** Whom to call: what the team stated, otherwise what was sent. A number that was struck is nobody's. */
export function chooseContact(stated: StatedContact, sent: SentContact): ChosenContact {
  const usable = (phone: string | null | undefined): phone is string =>
    typeof phone === 'string' && !sent.struckPhones.includes(phone);
  const phones = stated.phone === null ? [] : [stated.phone, ...sent.phones];
  const [email, state] = [
    stated.email === undefined ? sent.email : stated.email,
    stated.state === undefined ? sent.state : stated.state,
  ];
  return {
    phone: phones.find(usable),
    email: email ?? undefined,
    ...(typeof stated.zip === 'string' ? { zip: stated.zip } : {}),
    state: state ?? undefined,
  };
}

/** Where a case came from. */
type Origin = 'agent_intake' | 'referral' | 'membership';

/** What was found out about a case, and the market read that rests on it. */
export type FoundFacts = { readonly lookedUp: LookedUp; readonly preliminary: Preliminary | undefined };

/** A case as its module of origin knows it. */
export type Submission = {
  readonly sentBy: Submitter;
  /** What was submitted. */
  readonly sent: Said;
  /** Number and address in force: a number may have been struck or given since, and the team may have stated others. */
  readonly called: Pick<Said, 'phone' | 'email'>;
  /** Where the module of origin has these itself; otherwise they are kept here. */
  readonly kept?: FoundFacts;
  /** It is over, although its consultation may not be closed yet. */
  readonly ended: boolean;
};

/** Whom to call as the team stated it: undefined where it said nothing, null where it said that none is known. */
export type StatedContact = {
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly zip?: string | null;
  readonly state?: string | null;
};

export type LockedSubmission = Submission & {
  /** Stores what was found out; there where `kept` is. */
  keep?(kept: FoundFacts): void;
  /** Applies whom to call from now on, in the queue too; of fields that are withdrawn the submission counts again. */
  updateContact(contact: StatedContact, withdrawn: readonly string[]): Promise<void>;
};

type SubmissionSource = {
  find(ctx: Ctx, sourceId: string): Promise<Submission | undefined>;
  /** Locks the object of origin until the transaction ends. */
  lock(tx: Tx, sourceId: string): Promise<LockedSubmission | undefined>;
};

export type ConsultationRef = {
  readonly consultationId: string;
  readonly origin: Origin;
  readonly sourceId: string;
};

/** What the modules of origin and the consultations know and do; bound in app/callbacks.ts, since they come later. */
export type FactSources = {
  /** Throws when there is no such consultation. */
  find(ctx: Ctx, consultationId: string): Promise<ConsultationRef>;
  /** Locks the consultation, and says whether it is closed. */
  isClosed(tx: Tx, consultationId: string): Promise<boolean>;
  /** Locks what is offered to its customer, before anything else, and returns how that follows where the claim is. */
  lockClaimState(tx: Tx, consultationId: string): Promise<(state: string | undefined) => void>;
  /** Takes over what a report says of the value that was offered first; undefined when it says nothing of this vehicle. */
  keepReportedValue(tx: Tx, consultationId: string, valueCents: number | undefined): Promise<void>;
  /** Takes over what the customer says was offered first; nobody knows what is in it. */
  keepStatedOffer(tx: Tx, consultationId: string, cents: number): Promise<void>;
  readonly of: Readonly<Record<Origin, SubmissionSource>>;
};
