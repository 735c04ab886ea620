import type { Ctx, Tx } from '#context';
import type { Preliminary } from '#modules/vehicles';
import type { LookedUp, Said, Submitter } from './facts.ts';

type SentContact = {
  /** In order of precedence. */
  readonly phones: readonly (string | null)[];
  /** Wrong numbers. */
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

/** Whom to call: the team's statement, otherwise the submission. Wrong numbers are skipped. */
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

/** The findings about a case, and the market read based on them. */
export type FoundFacts = { readonly lookedUp: LookedUp; readonly preliminary: Preliminary | undefined };

/** A case as its module of origin has it. */
export type Submission = {
  readonly sentBy: Submitter;
  /** The facts as submitted. */
  readonly sent: Said;
  /** The current number and address: a wrong number may have been removed, a new one given, or others stated by the team. */
  readonly called: Pick<Said, 'phone' | 'email'>;
  /** Present if the module of origin stores these itself; otherwise they are stored here. */
  readonly kept?: FoundFacts;
  /** It is over, although its consultation may not be closed yet. */
  readonly ended: boolean;
};

/** Whom to call as stated by the team: undefined without a statement, null where the team stated that none is known. */
export type StatedContact = {
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly zip?: string | null;
  readonly state?: string | null;
};

export type LockedSubmission = Submission & {
  /** Stores the findings, if the submission has `kept`. */
  keep?(kept: FoundFacts): void;
  /** Applies the new contact, in the queue too; for withdrawn fields the submission counts again. */
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

/** Callbacks of the modules of origin and of consultations, which come later; bound in app/callbacks.ts. */
export type FactSources = {
  /** Throws when there is no such consultation. */
  find(ctx: Ctx, consultationId: string): Promise<ConsultationRef>;
  /** Locks the consultation, and returns whether it is closed. */
  isClosed(tx: Tx, consultationId: string): Promise<boolean>;
  /** Locks the customer's offered services before anything else, and returns the function that updates them for the state of the claim. */
  lockClaimState(tx: Tx, consultationId: string): Promise<(state: string | undefined) => void>;
  /** Stores the first offered value from a report; undefined when the report does not cover this vehicle. */
  keepReportedValue(tx: Tx, consultationId: string, valueCents: number | undefined): Promise<void>;
  /** Stores the first offer as the customer stated it, without its parts, which are unknown. */
  keepStatedOffer(tx: Tx, consultationId: string, cents: number): Promise<void>;
  readonly of: Readonly<Record<Origin, SubmissionSource>>;
};
