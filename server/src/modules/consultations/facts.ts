import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';

/** Reads contacts by the ids of the source objects; missing ones are left out. It takes no locks. */
type ContactSource = (tx: Tx, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, CallContact>>;

/** Locks the source object and returns its changes for a customer's no, to be run once the call is recorded. */
type NoAnswer = (tx: Tx, sourceId: string) => Promise<() => Promise<void>>;

/**
 * Locks the source object and returns the function that removes a wrong number there: that number is not called
 * again, even if it is submitted again. It returns whom to call from now on.
 */
type StrikeNumber = (tx: Tx, sourceId: string) => Promise<(phone: string) => CallContact>;

/** A request for a number: all consultations of the customer that wait for one, and the numbers that are not accepted. */
export type NumberWanted = {
  readonly consultationIds: readonly string[];
  readonly struck: readonly string[];
  /** Stores the number the customer gave, and returns whom to call by consultation. */
  readonly take: (phone: string) => ReadonlyMap<string, CallContact> | Promise<ReadonlyMap<string, CallContact>>;
};

/** Locks the source object; undefined when it has ended or does not need a number. */
type TakeNumber = (tx: Tx, sourceId: string) => Promise<NumberWanted | undefined>;

/** Callbacks of the modules of origin, which come after this one; bound in app/callbacks.ts. */
export type ConsultationSources = {
  readonly contacts: Readonly<Record<LockedConsultation['source'], ContactSource>>;
  /** Without an entry, a no ends the calls and nothing else. */
  readonly noAnswers: Readonly<Partial<Record<LockedConsultation['source'], NoAnswer>>>;
  /** Numbers of intakes are removed where the call is logged. */
  readonly strikes: Readonly<Partial<Record<LockedConsultation['source'], StrikeNumber>>>;
  readonly numbers: Readonly<Record<LockedConsultation['source'], TakeNumber>>;
};

/** Whom to call about a consultation. */
export type CallContact = {
  /** Normalized, +1XXXXXXXXXX; undefined when there is none and the customer cannot be called. */
  readonly phone: string | undefined;
  /** Normalized; a customer on the do-not-contact list by this address is not called either. */
  readonly email?: string | undefined;
  readonly zip?: string | undefined;
  readonly state?: string | undefined;
};

export type LockedConsultation = {
  readonly id: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly test: boolean;
  readonly deliveredAt: Date | undefined;
  readonly settledAt: Date | undefined;
  readonly closedAt: Date | undefined;
  /** When the customer's contact was proven. */
  readonly provenAt: Date | undefined;
  /** The insurer's first offer and final payment; without figures both are unknown. */
  readonly offer: OfferParts;
  readonly settlement: OfferParts;
};
