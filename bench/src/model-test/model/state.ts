// The model's state. The rules are in the files next to this one, one per table of the contract.
import { EventLog } from './events.ts';
import { Outbox } from './messages.ts';
import type { Checkout } from './money.ts';
import { listOf, ContactBook, type Contacts, type Promised, type Suppression } from './contact-book.ts';
import { type Consultation, Numbers } from './queue.ts';

export type Agent = {
  readonly index: number;
  readonly principalId: string;
  readonly key: string;
  status: 'active' | 'suspended' | 'unverified';
};

export type Program = {
  readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
  readonly subsidy_type: 'fixed' | 'percent' | null;
  readonly subsidy_value: number | null;
};

export type Institution = {
  readonly index: number;
  readonly id: string;
  readonly keys: { readonly live: string; readonly test: string };
  readonly program: Program;
  readonly plans: { readonly code: string; unit_price_cents: number }[];
  suspended: boolean;
};

/** An institution in one of its two modes. */
export type Tenant = { readonly institution: Institution; readonly livemode: boolean };

/** A person whom agents submit, lenders refer and rosters contain. */
export type Customer = Contacts & { readonly firstName: string; readonly lastName: string; readonly state: string };

export type IntakeStatus =
  | 'received'
  | 'welcome_sent'
  | 'contact_attempted'
  | 'customer_confirmed'
  | 'consultation_active'
  | 'declined'
  | 'expired'
  | 'duplicate'
  | 'not_eligible';

export type Submission = {
  readonly agent: Agent | undefined;
  readonly contacts: Contacts;
  readonly firstName: string | undefined;
  readonly lossState: string | undefined;
  readonly vin: string | undefined;
  readonly offer: { readonly sent: Readonly<Record<string, number>>; readonly cents: number } | undefined;
  readonly notify: boolean;
  readonly mode: 'customer_directed' | 'warm_handoff';
  readonly externalRef: string | undefined;
};

export type Intake = Submission & {
  id: string;
  status: IntakeStatus;
  readonly createdAt: number;
  statusAt: number;
  expiresAt: number;
  readonly promised: boolean;
  /** The promise of an accepted intake; a duplicate quotes the promises of others. */
  readonly promise: Promised | undefined;
  readonly priority: boolean;
  readonly welcomeHeld: boolean;
  case: Consultation | undefined;
  confirmedBy: 'customer' | 'staff' | undefined;
  /** How its contacts were proven. */
  readonly proofs: Set<'email' | 'text' | 'call'>;
  checkout: Checkout | undefined;
  pollToken: string | undefined;
  /** Path of the customer's page, from the receipt. */
  link: string | undefined;
};

export type ReferralStatus = 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';

export type Referral = {
  readonly tenant: Tenant;
  id: string;
  status: ReferralStatus;
  externalRef: string | null;
  note: string | null;
  borrower: { first_name: string; last_name: string; email: string | undefined; phone: string | undefined };
  vehicle: { vin: string; year: number; make: string; model: string };
  claim: {
    carrier: string;
    claim_number: string;
    loss_state: string;
    date_of_loss: string;
    initial_offer_cents: number;
  };
  liability: { loan_payoff_cents: number; deductible_cents: number };
  readonly priceCents: number;
  consent: object;
  readonly submittedVia: string;
  via: string | undefined;
  case: Consultation | undefined;
  /** Path of the borrower's page; unknown if the invitation was never sent. */
  link: string | undefined;
  /** The vehicle's values before tax and fees, if known. */
  offerValueCents: number | undefined;
  settlementValueCents: number | undefined;
  readonly createdAt: number;
  invitedAt: number;
  expiresAt: number;
  activatedAt: number | undefined;
  settledAt: number | undefined;
  closedAt: number | undefined;
  review: Review | undefined;
};

export type Review = {
  id: string;
  status: 'in_review' | 'completed';
  outcome: string | null;
  summary: string | null;
  readonly openedAt: number;
  completedAt: number | undefined;
  updatedAt: number;
};

export type Enrollment = {
  readonly tenant: Tenant;
  id: string;
  status: 'active' | 'loss_reported' | 'redeemed' | 'canceled';
  externalRef: string | null;
  plan: string;
  member: { first_name: string; last_name: string; email: string | null; phone: string | null };
  vehicle: { vin: string; year: number | null; make: string | null; model: string | null };
  /** Earlier terms with their end; the terms at the end of the month are billed. */
  readonly earlier: { readonly until: number; readonly vin: string; readonly plan: string }[];
  readonly effectiveAt: number;
  canceledAt: number | undefined;
  cancelReason: string | null;
  redeemedAt: number | undefined;
  readonly createdAt: number;
  updatedAt: number;
};

export type Redemption = {
  id: string;
  noticeId: string;
  readonly enrollment: Enrollment;
  status: 'open' | 'completed' | 'canceled';
  readonly createdAt: number;
  completedAt: number | undefined;
  readonly lossState: string | undefined;
  case: Consultation | undefined;
};

export type Statement = {
  readonly institution: Institution;
  readonly period: string;
  number: string;
  id: string;
  readonly issuedAt: number;
  readonly lines: readonly {
    readonly plan: string;
    readonly quantity: number;
    readonly unit_price_cents: number;
    readonly amount_cents: number;
  }[];
};

/** Objects changed by a step, to compare afterwards. */
type Touched = {
  readonly intakes: Set<Intake>;
  readonly referrals: Set<Referral>;
  readonly enrollments: Set<Enrollment>;
  readonly redemptions: Set<Redemption>;
};

const untouched = (): Touched => ({
  intakes: new Set(),
  referrals: new Set(),
  enrollments: new Set(),
  redemptions: new Set(),
});

export class Model {
  now: number;
  /** Since when the worker has been off. */
  workerOffSince: number | undefined;
  readonly contactBook = new ContactBook();
  readonly customers: readonly Customer[];
  readonly agents: Agent[] = [];
  readonly institutions: Institution[] = [];
  readonly tenants: Tenant[] = [];
  readonly intakes: Intake[] = [];
  readonly referrals: Referral[] = [];
  readonly enrollments: Enrollment[] = [];
  readonly redemptions: Redemption[] = [];
  readonly statements: Statement[] = [];
  readonly consultations: Consultation[] = [];
  readonly numbers = new Numbers();
  readonly log = new EventLog();
  readonly outbox = new Outbox();
  touched = untouched();

  constructor(now: number, persons: readonly Customer[]) {
    this.now = now;
    this.customers = persons;
  }

  get workerOn(): boolean {
    return this.workerOffSince === undefined;
  }

  takeTouched(): Touched {
    const { touched } = this;
    this.touched = untouched();
    return touched;
  }

  touchAll(): void {
    this.touched = {
      intakes: new Set(this.intakes),
      referrals: new Set(this.referrals),
      enrollments: new Set(this.enrollments),
      redemptions: new Set(this.redemptions),
    };
  }

  /** A call in the sandbox stops contact about its own case and adds nobody to the do-not-contact list (0098). */
  isSuppressed(contacts: Contacts, test: boolean): boolean {
    return !test && this.contactBook.isSuppressed(contacts);
  }

  /** Suppresses these contacts: they get no more messages or calls, and pending messages are not sent. */
  suppress(contacts: readonly string[], how: Suppression): void {
    this.contactBook.suppress(contacts, how);
    this.outbox.withdrawTo(contacts);
    this.touchCustomers(contacts);
    for (const one of this.consultations) {
      if (one.test || !listOf(one.contact()).some((contact) => contacts.includes(contact))) continue;
      // Callers do not continue with a customer who has just said stop.
      one.lease = undefined;
      if (how !== 'stopped') one.wasSilenced = true;
    }
  }

  /** Marks everything about these customers for comparison. */
  touchCustomers(contacts: readonly string[]): void {
    const about = (one: Contacts) => listOf(one).some((contact) => contacts.includes(contact));
    for (const intake of this.intakes) if (about(intake.contacts)) this.touched.intakes.add(intake);
    for (const referral of this.referrals) if (about(referral.borrower)) this.touched.referrals.add(referral);
  }
}
