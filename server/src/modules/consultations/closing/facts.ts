import type { Ctx, Tx } from '#context';
import type { LockedConsultation } from '../facts.ts';

/** What is paid and what may still be, as far as it decides whether a case can be closed. */
export type ConsultationMoney = {
  /** Something is held, being held, or being charged or released right now. */
  readonly open: boolean;
  /** Whatever was accepted is paid or released, and at least one thing was. */
  readonly done: boolean;
};

export type LockedMoney = {
  /** To be asked once the consultation is locked: from then on nobody can ask for a charge. */
  read(): Promise<ConsultationMoney>;
  /** Nothing new can be accepted from now on. */
  end(): void;
  /** What was ended with the case is valid again, as far as its time goes. */
  resume(): void;
};

export type EndedSource = {
  /** Why the case cannot be closed yet, for staff; undefined when it can. */
  readonly hindrance: string | undefined;
  /** Moves the source where its transitions allow it. `helped`: the consultation was given, or the claim is settled. */
  end(helped: boolean): void;
  /** Undoes that, or returns the id of another open case of the same owner and vehicle, beside which it stays closed. */
  resume(): Promise<string | undefined>;
};

/** What other modules know and do when a case is closed; bound in app/callbacks.ts, since they come after this one. */
export type ClosingSources = {
  /** Locks the checkout, which comes before source and consultation (0024). */
  readonly lockMoney: (tx: Tx, consultationId: string) => Promise<LockedMoney>;
  /** Locks the object of origin. */
  readonly sources: Readonly<Record<LockedConsultation['source'], (tx: Tx, sourceId: string) => Promise<EndedSource>>>;
  /** When something last happened that this module does not see: a hold, a payment, a reply. */
  readonly lastActivity: (ctx: Ctx, consultationId: string) => Promise<Date | undefined>;
};
