import type { Ctx, Tx } from '#context';
import type { LockedConsultation } from '../facts.ts';

/** The payments of a case, as far as they decide whether it can be closed. */
export type ConsultationMoney = {
  /** Money is held, being held, being charged or being released right now. */
  readonly open: boolean;
  /** Everything accepted is paid or released, and at least one thing was accepted. */
  readonly done: boolean;
};

export type LockedMoney = {
  /** Call it once the consultation is locked: from then on no charge can be requested. */
  read(): Promise<ConsultationMoney>;
  /** Nothing new can be accepted from now on. */
  end(): void;
  /** Makes everything that ended with the case valid again, if its time has not run out. */
  resume(): void;
};

export type EndedSource = {
  /** Why the case cannot be closed yet, for staff; undefined when it can. */
  readonly hindrance: string | undefined;
  /** Moves the source if its transitions allow it. `helped`: the consultation was given, or the claim is settled. */
  end(helped: boolean): void;
  /** Undoes that, or returns the id of another open case of the same owner and vehicle, which prevents reopening. */
  resume(): Promise<string | undefined>;
};

/** Callbacks of later modules for closing a case; bound in app/callbacks.ts. */
export type ClosingSources = {
  /** Locks the checkout, which comes before source and consultation (0024). */
  readonly lockMoney: (tx: Tx, consultationId: string) => Promise<LockedMoney>;
  /** Locks the object of origin. */
  readonly sources: Readonly<Record<LockedConsultation['source'], (tx: Tx, sourceId: string) => Promise<EndedSource>>>;
  /** When something last happened that this module does not see: a hold, a payment, a reply. */
  readonly lastActivity: (ctx: Ctx, consultationId: string) => Promise<Date | undefined>;
};
