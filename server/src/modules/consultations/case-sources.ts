import type { Tx } from '#context';
import type { CallContact } from './call-window.ts';
import type { LockedConsultation } from './lock-consultation.ts';

/** By the ids of what the cases are about; whoever is not there any more is left out. Nothing is locked by asking. */
export type ContactSource = (tx: Tx, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, CallContact>>;

/** Holds what a case is about, and gives what its owner's no means for it, to be done once the call is noted. */
export type NoAnswer = (tx: Tx, sourceId: string) => Promise<() => void>;

/** What the modules that cases come from know and do; bound in app/reactions.ts, since they come after this one. */
export type CaseSources = {
  readonly contacts: Readonly<Record<LockedConsultation['source'], ContactSource>>;
  /** Where nothing is bound, a no ends the calls and nothing else. */
  readonly noes: Readonly<Partial<Record<LockedConsultation['source'], NoAnswer>>>;
};
