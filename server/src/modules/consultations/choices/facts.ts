import type { CallWindow } from '#lib/calling/calling-hours';
import type { Language } from '#lib/languages/language';
import type { OfferParts } from '#lib/numbers/offer-parts';
import type { SubjectContacts } from '#modules/ledger';
import type { LockedConsultation } from '../facts.ts';
import type { Channel } from '../schemas.ts';

/** How a consultation stands, for its customer's own page. */
export type Standing = {
  readonly id: string;
  readonly number: string;
  readonly source: LockedConsultation['source'];
  readonly sourceId: string;
  readonly test: boolean;
  readonly openedAt: Date;
  readonly deliveredAt: Date | undefined;
  readonly settledAt: Date | undefined;
  /** What the team wrote down of the insurer's final payment; a part that is absent is unknown. */
  readonly settlement: OfferParts;
  readonly closedAt: Date | undefined;
  /** Whether its customer said no, or stopped contact. */
  readonly hasStopped: boolean;
  readonly stoppedChannels: readonly Channel[];
  /** Whether its customer was reached: an institution knows its own, and of an agent's case a contact is proven. */
  readonly isProven: boolean;
  readonly language: Language | undefined;
  /** Links to the page from before it have ended. */
  readonly linksSince: Date | undefined;
  readonly assigneeId: string | undefined;
  /** When a call is planned, and until when if the customer chose it. */
  readonly callbackAt: Date | undefined;
  readonly callbackUntil: Date | undefined;
  readonly lastCallAt: Date | undefined;
  /** Somebody of the team has it open, and may be calling. */
  readonly isLeased: boolean;
  readonly contacts: SubjectContacts;
  readonly window: CallWindow;
};
