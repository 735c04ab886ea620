import type { Tx } from '#context';

/** Reads contacts by the ids of the source objects; missing ones are left out. It takes no locks. */
type ContactSource = (tx: Tx, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, CallContact>>;

/** Locks the source object and returns what a customer's no changes there, to be run once the call is recorded. */
type NoAnswer = (tx: Tx, sourceId: string) => Promise<() => void>;

/** What the modules of origin know and do; bound in app/bindings.ts, since they come after this one. */
export type ConsultationSources = {
  readonly contacts: Readonly<Record<LockedConsultation['source'], ContactSource>>;
  /** Without an entry, a no ends the calls and nothing else. */
  readonly noAnswers: Readonly<Partial<Record<LockedConsultation['source'], NoAnswer>>>;
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
  readonly closedAt: Date | undefined;
  readonly initialOfferCents: number | undefined;
  readonly settlementCents: number | undefined;
};
