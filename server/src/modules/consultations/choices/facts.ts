import type { CallWindow } from '#lib/calling/calling-hours';
import type { Language } from '#lib/languages/language';
import type { OfferParts } from '#lib/numbers/offer-parts';
import type { SubjectContacts } from '#modules/ledger';
import type { LockedConsultation } from '../facts.ts';
import type { Channel } from '../schemas.ts';

/** The state of a consultation, for its customer's own page. */
export type Standing = {
  readonly id: string;
  readonly number: string;
  readonly source: LockedConsultation['source'];
  readonly sourceId: string;
  readonly test: boolean;
  readonly openedAt: Date;
  readonly deliveredAt: Date | undefined;
  readonly settledAt: Date | undefined;
  /** The insurer's final payment as recorded by the team; an absent part is unknown. */
  readonly settlement: OfferParts;
  readonly closedAt: Date | undefined;
  /** Whether its customer said no, or stopped contact. */
  readonly hasStopped: boolean;
  readonly stoppedChannels: readonly Channel[];
  /** Whether the customer was reached: institutions vouch for their own customers, and an agent's case needs a proven contact. */
  readonly isProven: boolean;
  readonly language: Language | undefined;
  /** Links to the page from before this time have ended. */
  readonly linksSince: Date | undefined;
  readonly assigneeId: string | undefined;
  /** When a call is planned, and until when if the customer chose it. */
  readonly callbackAt: Date | undefined;
  readonly callbackUntil: Date | undefined;
  readonly lastCallAt: Date | undefined;
  /** A staff member has it open and may be calling. */
  readonly isLeased: boolean;
  readonly contacts: SubjectContacts;
  readonly window: CallWindow;
};
