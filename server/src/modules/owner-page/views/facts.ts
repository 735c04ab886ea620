import type { Language } from '#lib/languages/language';
import type { CurrentVersion, ReleasedFindings } from '#modules/appraisals';
import type { CustomerCheckout } from '#modules/checkout';
import type { choices, ConsultationFacts } from '#modules/consultations';
import type { FiguredSnapshot } from '#modules/vehicles';
import type { RequestView } from '../schemas.ts';

/** Who asked us to help this customer. Names and quoted text were typed by others. */
export type Asker =
  | { readonly by: 'agent'; readonly name: string; readonly words: string }
  | { readonly by: 'telephone' }
  | {
      readonly by: 'lender';
      readonly name: string;
      /** Who pays for services after the free consultation. */
      readonly pays: 'lender' | 'both' | 'borrower';
      readonly priceCents: number;
    }
  | { readonly by: 'plan'; readonly name: string };

export type Story = {
  readonly asker: Asker;
  readonly askedAt: Date;
  readonly confirmedAt: Date | undefined;
  /** How the request ended without a consultation. */
  readonly ended: 'declined' | 'expired' | undefined;
};

/** A message that was sent, or a call that was made. */
export type ContactMade = {
  readonly at: Date;
  readonly channel: 'email' | 'text' | 'call';
  /** The purpose of a message or the outcome of a call. */
  readonly about: string;
  readonly arrived: boolean;
};

/** Everything a customer's page shows. */
export type PageView = {
  readonly token: string;
  readonly language: Language;
  readonly now: Date;
  /** The customer's time zone. */
  readonly zone: string;
  readonly standing: choices.Standing;
  /** Whether all messages and calls have ended, for any reason. */
  readonly isSilent: boolean;
  readonly story: Story;
  /** The vehicle as decoded from the VIN, never typed. */
  readonly car: string | undefined;
  readonly facts: ConsultationFacts;
  /** The first name of the assignee. */
  readonly helper: string | undefined;
  readonly slots: readonly choices.CallSlot[];
  readonly checkout: CustomerCheckout;
  readonly appraisal: CurrentVersion | undefined;
  /** Present only after delivery. */
  readonly market: FiguredSnapshot | undefined;
  /** The findings about the insurer's report that staff released. */
  readonly check: ReleasedFindings | undefined;
  readonly contactsMade: readonly ContactMade[];
  readonly requests: readonly RequestView[];
  readonly reports: number;
  readonly stopUrl: string;
  /** The number where customers reach us, and the number that we call from. */
  readonly team: { readonly phone: string; readonly callerId: string };
};
