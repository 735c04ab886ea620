import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';

/** Reads contacts by the ids of the source objects; missing ones are left out. It takes no locks. */
type ContactSource = (tx: Tx, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, CallContact>>;

/** Locks the source object and returns what a customer's no changes there, to be run once the call is recorded. */
type NoAnswer = (tx: Tx, sourceId: string) => Promise<() => Promise<void>>;

/**
 * Locks the source object and returns what striking a number does there: it is not called again, whoever sends it
 * again, and whom to call from now on is returned.
 */
type StrikeNumber = (tx: Tx, sourceId: string) => Promise<(phone: string) => CallContact>;

/** Whose number is asked for: every consultation of the customer that waits for one, and the numbers it does not take. */
export type NumberWanted = {
  readonly consultationIds: readonly string[];
  readonly struck: readonly string[];
  /** Stores the number the customer gave, and returns whom to call by consultation. */
  readonly take: (phone: string) => ReadonlyMap<string, CallContact> | Promise<ReadonlyMap<string, CallContact>>;
};

/** Locks the source object; undefined when it has ended or waits for no number. */
type TakeNumber = (tx: Tx, sourceId: string) => Promise<NumberWanted | undefined>;

/** What the modules of origin know and do; bound in app/callbacks.ts, since they come after this one. */
export type ConsultationSources = {
  readonly contacts: Readonly<Record<LockedConsultation['source'], ContactSource>>;
  /** Without an entry, a no ends the calls and nothing else. */
  readonly noAnswers: Readonly<Partial<Record<LockedConsultation['source'], NoAnswer>>>;
  /** Those of intakes are struck where the call is logged. */
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
  /** When somebody proved to be the customer. */
  readonly provenAt: Date | undefined;
  /** What the insurer offered first, and what it paid in the end; without figures nothing is known. */
  readonly offer: OfferParts;
  readonly settlement: OfferParts;
};
