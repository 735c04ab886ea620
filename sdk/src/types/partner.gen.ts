// Made from openapi/partner.json by npm run generate; edits are overwritten.

/** The address in the description. */
export const describedServer = 'https://api.makewhole.test';

/** What the description names. */
export type Components = {
  readonly Credential: {
    /** the kind of object */
    readonly object: 'gap.credential';
    /** the id */
    readonly id: string;
    /** bearer key or signed requests */
    readonly type: 'bearer' | 'signed';
    /** the name you gave it; null if none */
    readonly label: string | null;
    /** the first characters of a bearer key; null for a signed credential */
    readonly key_prefix: string | null;
    /** the algorithm of a signed credential; null for a bearer key */
    readonly alg: string | null;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** full, or read_only, which changes nothing */
    readonly role: 'full' | 'read_only';
    /** always active, since other credentials are rejected */
    readonly status: 'active';
    /** when it was created */
    readonly created_at: string;
    /** when it became active; null until then */
    readonly activated_at: string | null;
    /** when it stops working; null if never */
    readonly expires_at: string | null;
    /** when it was last used; null if never */
    readonly last_used_at: string | null;
    /** your institution */
    readonly institution: Components['CredentialInstitution'];
    /** the operations available to you */
    readonly features: Components['CredentialFeatures'];
    /** your limits */
    readonly limits: Components['CredentialLimits'];
  };
  readonly CredentialInstitution: {
    /** the id */
    readonly id: string;
    /** the name of your institution */
    readonly name: string;
  };
  readonly CredentialFeatures: {
    /** simulation and attestation of referrals */
    readonly referral_sandbox: boolean;
    /** events and thin webhooks */
    readonly partner_security_platform: boolean;
    /** signed requests */
    readonly signed_credentials: boolean;
    /** review records and review lookup */
    readonly review_records: boolean;
  };
  readonly CredentialLimits: {
    /** requests per minute, per institution and mode */
    readonly requests_per_minute: number;
    /** maximum rows per bulk call */
    readonly bulk_max_rows: number;
    /** maximum rows per roster */
    readonly roster_max_rows: number;
  };
  readonly ChallengeAnswer: {
    /** the text shown when the public key was uploaded */
    readonly challenge: string;
  };
  readonly NewReferral: {
    /** your own reference */
    readonly external_ref?: string | undefined;
    /** the vehicle’s owner; an email or a phone number is required */
    readonly borrower: Components['NewPerson'];
    /** the vehicle */
    readonly vehicle: Components['ReferredVehicle'];
    /** the insurance claim */
    readonly claim: Components['NewClaim'];
    /** the loan payoff and the deductible */
    readonly liability: Components['NewLiability'];
    /** what the borrower was told, and who told them */
    readonly consent?: Components['NewConsent'] | undefined;
  };
  readonly NewPerson: {
    /** the first name */
    readonly first_name: string;
    /** the last name */
    readonly last_name: string;
    /** an email address */
    readonly email?: string | undefined;
    /** ten digits; +1 and punctuation are optional */
    readonly phone?: string | undefined;
  };
  readonly ReferredVehicle: {
    /** 17 characters, without I, O and Q */
    readonly vin: string;
    /** the model year */
    readonly year: number;
    /** the maker */
    readonly make: string;
    /** the model */
    readonly model: string;
  };
  readonly NewClaim: {
    /** the insurer */
    readonly carrier: string;
    /** the insurer’s claim number */
    readonly claim_number: string;
    /** the two-letter code of the state where the loss happened: one of the 50 states or DC, such as NY */
    readonly loss_state: string;
    /** a date (YYYY-MM-DD) or a time with a time zone */
    readonly date_of_loss: string;
    /** the insurer’s first offer */
    readonly initial_offer_cents: number;
  };
  readonly NewLiability: {
    /** the loan payoff */
    readonly loan_payoff_cents: number;
    /** the deductible of the borrower’s policy */
    readonly deductible_cents: number;
  };
  readonly NewConsent: {
    /** how the borrower is asked; by invitation if omitted */
    readonly mode?: 'invitation' | undefined;
  };
  readonly Referral: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.referral';
    /** the current status */
    readonly status: Components['ReferralStatus'];
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** when it was created */
    readonly created_at: string;
    /** when the borrower was invited */
    readonly invited_at: string;
    /** when the borrower’s invitation expires */
    readonly invitation_expires_at: string;
    /** when it became active; null until then */
    readonly activated_at: string | null;
    /** when it was settled; null until then */
    readonly settled_at: string | null;
    /** when it was closed; null until then */
    readonly closed_at: string | null;
    /** the status in words */
    readonly status_label: string;
    /** success, info, warning or neutral, for a badge */
    readonly status_tone: string;
    /** a note about the status; null if there is none */
    readonly status_note: string | null;
    /** the vehicle’s owner; an email or a phone number is required */
    readonly borrower: Components['Person'];
    /** the vehicle */
    readonly vehicle: Components['Vehicle'];
    /** the insurance claim */
    readonly claim: Components['Claim'];
    /** the loan payoff and the deductible */
    readonly liability: Components['Liability'];
    /** who pays for representation */
    readonly program: Components['ReferralProgram'];
    /** what the borrower was told, and who told them */
    readonly consent: Components['ReferralConsent'];
    /** how you submitted it */
    readonly submitted_via: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** the number of the consultation; null until there is one */
    readonly consultation_number: string | null;
  };
  readonly ReferralStatus: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
  readonly Person: {
    /** the first name */
    readonly first_name: string;
    /** the last name */
    readonly last_name: string;
    /** an email address; null if there is none */
    readonly email: string | null;
    /** a US phone number; null if there is none */
    readonly phone: string | null;
  };
  readonly Vehicle: {
    /** the vehicle identification number: 17 characters, without I, O and Q */
    readonly vin: string;
    /** the model year */
    readonly year: number;
    /** the maker */
    readonly make: string;
    /** the model */
    readonly model: string;
  };
  readonly Claim: {
    /** the insurer */
    readonly carrier: string;
    /** the insurer’s claim number */
    readonly claim_number: string;
    /** the two-letter code of the state where the loss happened: one of the 50 states or DC, such as NY */
    readonly loss_state: string;
    /** when the loss happened; a date is shown as midnight UTC, and its calendar day is the day of the loss */
    readonly date_of_loss: string;
    /** the insurer’s first offer */
    readonly initial_offer_cents: number;
  };
  readonly Liability: {
    /** the loan payoff */
    readonly loan_payoff_cents: number;
    /** the deductible of the borrower’s policy */
    readonly deductible_cents: number;
  };
  readonly ReferralProgram: {
    /** the mode */
    readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
    /** fixed or percent; null without a subsidy */
    readonly subsidy_type: 'fixed' | 'percent' | null;
    /** cents or percent; null without a subsidy */
    readonly subsidy_value: number | null;
    /** what the borrower pays for representation */
    readonly price_cents: number;
    /** whether the price is fixed, which it is after activation */
    readonly locked: boolean;
  };
  readonly ReferralConsent: {
    /** the mode */
    readonly mode: string;
    /** when the borrower agreed; null if not attested */
    readonly disclosure_confirmed_at: string | null;
    /** how the borrower was told; null if not attested */
    readonly disclosure_channel: string | null;
    /** who told the borrower; null if not attested */
    readonly disclosure_attestor_name: string | null;
  };
  readonly ReferralPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['Referral'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly NewReferrals: {
    /** up to 500 rows; an invalid row doesn’t affect the others */
    readonly referrals: readonly (Components['NewReferral'])[];
  };
  readonly ReferralBulkResult: {
    /** the kind of object */
    readonly object: 'gap.bulk_result';
    /** rows sent */
    readonly total: number;
    /** how many were created */
    readonly created: number;
    /** rows that failed */
    readonly failed: number;
    /** one entry per row, in the order of the rows */
    readonly results: readonly (Components['ReferralRowResult'])[];
  };
  readonly ReferralRowResult: {
    /** the position of the row, starting at 0 */
    readonly index: number;
    /** the current status */
    readonly status: 'created' | 'failed';
    /** the id */
    readonly id?: string | undefined;
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** why it failed */
    readonly error?: Components['ReferralRowError'] | undefined;
  };
  readonly ReferralRowError: {
    /** the error code; branch on it */
    readonly code: string;
    /** what went wrong in this case */
    readonly detail: string;
    /** each invalid field, listed once */
    readonly issues?: readonly ({
      /** the dotted field name; empty for the whole body */
      readonly path: string;
      /** the problem, as a phrase */
      readonly message: string;
    })[] | undefined;
    /** the id of the referral */
    readonly referral_id?: string | undefined;
  };
  readonly ReferralPatch: {
    /** send canceled to cancel the referral */
    readonly status?: 'canceled' | undefined;
    /** the reason for canceling, for your records */
    readonly cancel_reason?: string | undefined;
    /** your own reference; null removes it */
    readonly external_ref?: string | null | undefined;
    /** the vehicle’s owner; an email or a phone number is required */
    readonly borrower?: Components['PersonPatch'] | undefined;
    /** the vehicle */
    readonly vehicle?: Components['VehiclePatch'] | undefined;
    /** the insurance claim */
    readonly claim?: Components['ClaimPatch'] | undefined;
    /** the loan payoff and the deductible */
    readonly liability?: Components['LiabilityPatch'] | undefined;
  };
  readonly PersonPatch: {
    /** the first name */
    readonly first_name?: string | undefined;
    /** the last name */
    readonly last_name?: string | undefined;
    /** an email address; null removes it */
    readonly email?: string | null | undefined;
    /** a US phone number; null removes it */
    readonly phone?: string | null | undefined;
  };
  readonly VehiclePatch: {
    /** 17 characters, without I, O and Q */
    readonly vin?: string | undefined;
    /** the model year */
    readonly year?: number | undefined;
    /** the maker */
    readonly make?: string | undefined;
    /** the model */
    readonly model?: string | undefined;
  };
  readonly ClaimPatch: {
    /** the insurer */
    readonly carrier?: string | undefined;
    /** the insurer’s claim number */
    readonly claim_number?: string | undefined;
    /** the two-letter code of the state where the loss happened: one of the 50 states or DC, such as NY */
    readonly loss_state?: string | undefined;
    /** a date (YYYY-MM-DD) or a time with a time zone */
    readonly date_of_loss?: string | undefined;
    /** the insurer’s first offer */
    readonly initial_offer_cents?: number | undefined;
  };
  readonly LiabilityPatch: {
    /** the loan payoff */
    readonly loan_payoff_cents?: number | undefined;
    /** the deductible of the borrower’s policy */
    readonly deductible_cents?: number | undefined;
  };
  readonly Simulation: {
    /** the step to take; the next one if omitted */
    readonly step?: 'accept' | 'decline' | 'expire' | 'deliver' | 'settle' | 'close' | undefined;
  };
  readonly Attestation: {
    /** who told the borrower */
    readonly attestor_name: string;
    /** how the borrower was told */
    readonly channel: 'phone' | 'email' | 'in_person' | 'chat' | 'letter';
    /** in your own words: what the borrower was told and wants */
    readonly attestation: string;
    /** default: now */
    readonly confirmed_at?: string | undefined;
  };
  readonly ReviewRecord: {
    /** the kind of object */
    readonly object: 'gap.review_record';
    /** the id */
    readonly id: string;
    /** the id of the referral */
    readonly referral_id: string;
    /** the current status */
    readonly status: 'in_review' | 'completed';
    /** the review’s finding; null until completed */
    readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
    /** the finding as text; null until there is one */
    readonly summary: string | null;
    /** when the review began */
    readonly opened_at: string;
    /** when it was completed; null until then */
    readonly completed_at: string | null;
    /** when it last changed */
    readonly updated_at: string;
  };
  readonly ReviewLookup: {
    /** the vehicle identification number: 17 characters, without I, O and Q */
    readonly vin?: string | undefined;
    /** the insurer’s claim number */
    readonly claim_number?: string | undefined;
    /** your external_ref */
    readonly reference?: string | undefined;
  };
  readonly ReviewStatusPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['ReviewStatus'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly ReviewStatus: {
    /** the kind of object */
    readonly object: 'gap.review_status';
    /** the id of the referral */
    readonly referral_id: string;
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** the current status */
    readonly status: 'not_started' | 'in_review' | 'completed';
    /** when it last changed */
    readonly updated_at: string;
    /** when it was completed; null until then */
    readonly completed_at: string | null;
  };
  readonly EventPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['Event'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly Analytics: {
    /** the kind of object */
    readonly object: 'gap.analytics';
    /** false in the sandbox */
    readonly livemode: boolean;
    /** the first day of the period */
    readonly from: string;
    /** the last day of the period */
    readonly to: string;
    /** the currency of all amounts */
    readonly currency: 'USD';
    /** referrals that reached each step in the period */
    readonly referrals: Components['ReferralFigures'];
    /** settlements compared with first offers */
    readonly savings: Components['SavingsFigures'];
    /** your costs */
    readonly spend: Components['SpendFigures'];
    /** enrollments, losses and consultations in the period */
    readonly membership: Components['MembershipFigures'];
    /** the same figures by calendar month, in UTC */
    readonly by_month: readonly (Components['MonthFigures'])[];
  };
  readonly ReferralFigures: {
    /** how many were created */
    readonly created: number;
    /** borrowers who accepted */
    readonly activated: number;
    /** referrals that were settled */
    readonly settled: number;
    /** referrals whose consultation ended */
    readonly closed: number;
    /** borrowers who declined */
    readonly declined: number;
    /** invitations that expired */
    readonly expired: number;
    /** referrals you canceled */
    readonly canceled: number;
    /** activated divided by created, from 0 to 1; null if none were created */
    readonly activation_rate: number | null;
  };
  readonly SavingsFigures: {
    /** settlements in the period with a known pre-tax offer and settlement; the sums cover only these */
    readonly settled_count: number;
    /** the sum of the first offers */
    readonly initial_offer_cents: number;
    /** the sum of the settlements */
    readonly settlement_cents: number;
    /** settlements minus first offers */
    readonly increase_cents: number;
    /** the mean increase; null if there were no settlements */
    readonly average_increase_cents: number | null;
  };
  readonly SpendFigures: {
    /** the share of borrowers’ prices that you paid */
    readonly referral_subsidy_cents: number;
    /** membership fees on the period’s statements */
    readonly membership_cents: number;
    /** the total */
    readonly total_cents: number;
  };
  readonly MembershipFigures: {
    /** currently active enrollments */
    readonly active_enrollments: number;
    /** vehicles enrolled in the period */
    readonly enrolled: number;
    /** enrollments canceled in the period */
    readonly canceled: number;
    /** losses reported in the period */
    readonly losses_reported: number;
    /** member consultations that began in the period */
    readonly redemptions: number;
  };
  readonly MonthFigures: {
    /** the calendar month, YYYY-MM */
    readonly month: string;
    /** how many were created */
    readonly created: number;
    /** borrowers who accepted */
    readonly activated: number;
    /** referrals that were settled */
    readonly settled: number;
    /** settlements minus first offers */
    readonly increase_cents: number;
    /** your costs */
    readonly spend_cents: number;
  };
  readonly NewEnrollment: {
    /** your own reference */
    readonly external_ref?: string | undefined;
    /** default: the first plan of your institution */
    readonly plan?: string | undefined;
    /** the vehicle’s owner */
    readonly member: Components['NewPerson'];
    /** the vehicle */
    readonly vehicle: Components['NewMemberVehicle'];
    /** default: today (UTC) */
    readonly effective_on?: string | undefined;
  };
  readonly NewMemberVehicle: {
    /** 17 characters, without I, O and Q */
    readonly vin: string;
    /** the model year */
    readonly year?: number | undefined;
    /** the maker */
    readonly make?: string | undefined;
    /** the model */
    readonly model?: string | undefined;
  };
  readonly Enrollment: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.enrollment';
    /** the current status */
    readonly status: Components['EnrollmentStatus'];
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** true in the sandbox */
    readonly test: boolean;
    /** the plan code */
    readonly plan: string;
    /** the vehicle’s owner */
    readonly member: Components['Person'];
    /** the vehicle */
    readonly vehicle: Components['MemberVehicle'];
    /** when coverage starts */
    readonly effective_at: string;
    /** when it was canceled; null if it wasn’t */
    readonly canceled_at: string | null;
    /** the reason for canceling, for your records */
    readonly cancel_reason: string | null;
    /** when it was created */
    readonly created_at: string;
    /** when it last changed */
    readonly updated_at: string;
  };
  readonly EnrollmentStatus: 'active' | 'loss_reported' | 'redeemed' | 'canceled';
  readonly MemberVehicle: {
    /** the vehicle identification number: 17 characters, without I, O and Q */
    readonly vin: string;
    /** the model year */
    readonly year: number | null;
    /** the maker */
    readonly make: string | null;
    /** the model */
    readonly model: string | null;
  };
  readonly EnrollmentPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['Enrollment'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly NewEnrollments: {
    /** up to 500 rows; an invalid row doesn’t affect the others */
    readonly enrollments: readonly (Components['NewEnrollment'])[];
  };
  readonly EnrollmentBulkResult: {
    /** the kind of object */
    readonly object: 'gap.bulk_result';
    /** rows sent */
    readonly total: number;
    /** how many were created */
    readonly created: number;
    /** rows that failed */
    readonly failed: number;
    /** one entry per row, in the order of the rows */
    readonly results: readonly (Components['EnrollmentRowResult'])[];
  };
  readonly EnrollmentRowResult: {
    /** the position of the row, starting at 0 */
    readonly index: number;
    /** the current status */
    readonly status: 'created' | 'failed';
    /** the id */
    readonly id?: string | undefined;
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** why it failed */
    readonly error?: Components['EnrollmentRowError'] | undefined;
  };
  readonly EnrollmentRowError: {
    /** the error code; branch on it */
    readonly code: string;
    /** what went wrong in this case */
    readonly detail: string;
    /** each invalid field, listed once */
    readonly issues?: readonly ({
      /** the dotted field name; empty for the whole body */
      readonly path: string;
      /** the problem, as a phrase */
      readonly message: string;
    })[] | undefined;
    /** the id of the enrollment */
    readonly enrollment_id?: string | undefined;
  };
  readonly EnrollmentPatch: {
    /** send canceled to cancel the enrollment */
    readonly status?: 'canceled' | undefined;
    /** the reason for canceling, for your records */
    readonly cancel_reason?: string | undefined;
    /** your own reference; null removes it */
    readonly external_ref?: string | null | undefined;
    /** the vehicle’s owner */
    readonly member?: Components['PersonPatch'] | undefined;
    /** the vehicle */
    readonly vehicle?: Components['NewMemberVehicle'] | undefined;
  };
  readonly RosterRequest: {
    /** default: apply; dry_run changes nothing */
    readonly mode?: 'apply' | 'dry_run' | undefined;
    /** all vehicles that should be enrolled; enrollments not listed here are canceled */
    readonly roster: readonly (Components['NewEnrollment'])[];
    /** would_cancel of the 409 response, to confirm that many cancellations */
    readonly confirm_cancel_count?: number | undefined;
  };
  readonly RosterSync: {
    /** the kind of object */
    readonly object: 'gap.roster_sync';
    /** the id */
    readonly id: string;
    /** apply, or dry_run, which changes nothing */
    readonly mode: 'apply' | 'dry_run';
    /** false in the sandbox */
    readonly livemode: boolean;
    /** what the roster changed, or would change */
    readonly totals: Components['RosterTotals'];
    /** the first 1,000 changes */
    readonly changes: readonly (Components['RosterChange'])[];
    /** true if there are more changes than listed */
    readonly changes_truncated: boolean;
    /** when it was created */
    readonly created_at: string;
  };
  readonly RosterTotals: {
    /** rows in the roster */
    readonly submitted: number;
    /** vehicles not enrolled before */
    readonly created: number;
    /** enrollments that changed */
    readonly updated: number;
    /** vehicles already enrolled as submitted */
    readonly unchanged: number;
    /** enrollments not in the roster */
    readonly canceled: number;
    /** enrollments with a loss, which rosters don’t change */
    readonly kept: number;
  };
  readonly RosterChange: {
    /** created, updated or canceled */
    readonly action: 'created' | 'updated' | 'canceled';
    /** the id of the enrollment */
    readonly enrollment_id: string | null;
    /** the vehicle identification number: 17 characters, without I, O and Q */
    readonly vin: string;
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
  };
  readonly NewLossNotice: {
    /** the id of the enrollment */
    readonly enrollment_id?: string | undefined;
    /** 17 characters, without I, O and Q */
    readonly vin?: string | undefined;
    /** a date (YYYY-MM-DD) or a time with a time zone */
    readonly date_of_loss: string;
    /** the two-letter code of the state where the loss happened: one of the 50 states or DC, such as NY */
    readonly loss_state?: string | undefined;
    /** the insurer */
    readonly carrier?: string | undefined;
    /** the insurer’s claim number */
    readonly claim_number?: string | undefined;
    /** the insurer’s first offer */
    readonly initial_offer_cents?: number | undefined;
    /** your own reference */
    readonly external_ref?: string | undefined;
  };
  readonly LossNotice: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.loss_notice';
    /** the current status */
    readonly status: 'received';
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** the id of the enrollment */
    readonly enrollment_id: string;
    /** the id of the member’s consultation */
    readonly redemption_id: string;
    /** the number of the consultation */
    readonly consultation_number: string;
    /** when the loss happened; a date is shown as midnight UTC, and its calendar day is the day of the loss */
    readonly date_of_loss: string;
    /** the two-letter code of the state where the loss happened: one of the 50 states or DC, such as NY */
    readonly loss_state: string | null;
    /** the insurer */
    readonly carrier: string | null;
    /** the insurer’s claim number */
    readonly claim_number: string | null;
    /** the insurer’s first offer */
    readonly initial_offer_cents: number | null;
    /** true in the sandbox */
    readonly test: boolean;
    /** when it was created */
    readonly created_at: string;
  };
  readonly Redemption: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.redemption';
    /** the current status */
    readonly status: 'open' | 'completed' | 'canceled';
    /** the id of the enrollment */
    readonly enrollment_id: string;
    /** the id of the loss notice */
    readonly loss_notice_id: string;
    /** the number of the consultation */
    readonly consultation_number: string;
    /** true in the sandbox */
    readonly test: boolean;
    /** when it was created */
    readonly created_at: string;
    /** when it was completed; null until then */
    readonly completed_at: string | null;
  };
  readonly RedemptionPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['Redemption'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly Statement: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.statement';
    /** the printed statement number */
    readonly number: string;
    /** the month billed, YYYY-MM */
    readonly period: string;
    /** issued, paid or void */
    readonly status: 'issued' | 'paid' | 'void';
    /** the currency of all amounts */
    readonly currency: 'USD';
    /** vehicles billed */
    readonly enrollment_count: number;
    /** the amount */
    readonly amount_cents: number;
    /** one line per plan */
    readonly lines: readonly (Components['StatementLine'])[];
    /** when it was issued */
    readonly issued_at: string;
    /** when payment is due */
    readonly due_at: string;
  };
  readonly StatementPage: {
    /** the kind of object */
    readonly object: 'list';
    /** the objects of this page */
    readonly data: readonly (Components['Statement'])[];
    /** whether there is another page */
    readonly has_more: boolean;
    /** send it as cursor to get the next page; null on the last page */
    readonly next_cursor: string | null;
  };
  readonly StatementLine: {
    /** the plan code */
    readonly plan: string;
    /** vehicles of this plan */
    readonly quantity: number;
    /** the price of one vehicle */
    readonly unit_price_cents: number;
    /** the amount */
    readonly amount_cents: number;
  };
  readonly Issue: {
    /** the dotted field name; empty for the whole body */
    readonly path: string;
    /** the problem, as a phrase */
    readonly message: string;
  };
  readonly SignatureHint: {
    /** the mistake */
    readonly code: string;
    /** the problem with the signature */
    readonly what: string;
    /** what to do instead */
    readonly fix: string;
  };
  readonly Problem: {
    /** the same as title */
    readonly error: string;
    /** branch on it; each code has its own schema */
    readonly code: string;
    /** the URL of a page that explains what to do */
    readonly type: string;
    /** the code in words */
    readonly title: string;
    /** the HTTP status */
    readonly status: number;
    /** what went wrong in this case */
    readonly detail: string;
    /** the requested path */
    readonly instance: string;
    /** the id of this request, for support questions */
    readonly request_id: string;
  };
  readonly AuthenticationRequiredProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'authentication_required';
  });
  readonly KeyUnknownProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'key_unknown';
  });
  readonly KeyRevokedProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'key_revoked';
  });
  readonly KeyExpiredProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'key_expired';
  });
  readonly SignatureProfileInvalidProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'signature_profile_invalid';
    /** in test mode: possible mistakes in the signature */
    readonly hints?: readonly (Components['SignatureHint'])[] | undefined;
    /** in test mode: the text we expected you to sign */
    readonly signature_base?: string | undefined;
  });
  readonly SignatureInvalidProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'signature_invalid';
    /** in test mode: possible mistakes in the signature */
    readonly hints?: readonly (Components['SignatureHint'])[] | undefined;
    /** in test mode: the text we expected you to sign */
    readonly signature_base?: string | undefined;
  });
  readonly SignatureStaleProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'signature_stale';
  });
  readonly NonceReplayedProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'nonce_replayed';
  });
  readonly AuthFailuresThrottledProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'auth_failures_throttled';
  });
  readonly InstitutionSuspendedProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'institution_suspended';
  });
  readonly ForbiddenProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'forbidden';
  });
  readonly EnvironmentMismatchProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'environment_mismatch';
  });
  readonly TestModeOnlyProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'test_mode_only';
  });
  readonly NotFoundProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'not_found';
  });
  readonly OperationNotOpenProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'operation_not_open';
  });
  readonly ValidationFailedProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'validation_failed';
    /** each invalid field, listed once */
    readonly issues: readonly (Components['Issue'])[];
  });
  readonly MalformedBodyProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'malformed_body';
    /** each invalid field, listed once */
    readonly issues: readonly (Components['Issue'])[];
  });
  readonly IdempotencyKeyInvalidProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'idempotency_key_invalid';
  });
  readonly ChallengeInvalidProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'challenge_invalid';
  });
  readonly IdempotencyConflictProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'idempotency_conflict';
  });
  readonly IdempotencyInProgressProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'idempotency_in_progress';
  });
  readonly InvalidStateProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'invalid_state';
    /** the current status, which doesn’t allow the request */
    readonly current_status: string;
  });
  readonly ReferralExistsProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'referral_exists';
    /** the id of the referral */
    readonly referral_id: string;
  });
  readonly EnrollmentExistsProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'enrollment_exists';
    /** the id of the enrollment */
    readonly enrollment_id: string;
  });
  readonly LossNoticeExistsProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'loss_notice_exists';
    /** the id of the loss notice */
    readonly loss_notice_id: string;
  });
  readonly RosterCancelThresholdProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'roster_cancel_threshold';
    /** how many enrollments the roster would cancel */
    readonly would_cancel: number;
    /** currently active enrollments */
    readonly active_count: number;
    /** the percentage of active enrollments that can be canceled without confirmation */
    readonly threshold_percent: number;
  });
  readonly CredentialAlreadyActiveProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'credential_already_active';
  });
  readonly ChallengeExpiredProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'challenge_expired';
  });
  readonly PayloadTooLargeProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'payload_too_large';
  });
  readonly UnsupportedMediaTypeProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'unsupported_media_type';
  });
  readonly RateLimitedProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'rate_limited';
  });
  readonly InternalErrorProblem: (Components['Problem']) & ({
    /** the error code; branch on it */
    readonly code: 'internal_error';
  });
  readonly UnauthorizedRefusal: Components['AuthenticationRequiredProblem'] | Components['KeyUnknownProblem'] | Components['KeyRevokedProblem'] | Components['KeyExpiredProblem'] | Components['SignatureProfileInvalidProblem'] | Components['SignatureInvalidProblem'] | Components['SignatureStaleProblem'] | Components['NonceReplayedProblem'];
  readonly TooManyRequestsRefusal: Components['AuthFailuresThrottledProblem'] | Components['RateLimitedProblem'];
  readonly ForbiddenRefusal: Components['InstitutionSuspendedProblem'] | Components['ForbiddenProblem'] | Components['EnvironmentMismatchProblem'];
  readonly NotFoundOperationNotOpenNotFoundRefusal: Components['NotFoundProblem'] | Components['OperationNotOpenProblem'];
  readonly MalformedBodyIdempotencyKeyInvalidChallengeInvalidBadRequestRefusal: Components['ValidationFailedProblem'] | Components['MalformedBodyProblem'] | Components['IdempotencyKeyInvalidProblem'] | Components['ChallengeInvalidProblem'];
  readonly MalformedBodyIdempotencyKeyInvalidBadRequestRefusal: Components['ValidationFailedProblem'] | Components['MalformedBodyProblem'] | Components['IdempotencyKeyInvalidProblem'];
  readonly IdempotencyConflictIdempotencyInProgressReferralExistsConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['ReferralExistsProblem'];
  readonly IdempotencyConflictIdempotencyInProgressConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'];
  readonly IdempotencyConflictIdempotencyInProgressInvalidStateReferralExistsConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['InvalidStateProblem'] | Components['ReferralExistsProblem'];
  readonly TestModeOnlyForbiddenRefusal: Components['InstitutionSuspendedProblem'] | Components['ForbiddenProblem'] | Components['EnvironmentMismatchProblem'] | Components['TestModeOnlyProblem'];
  readonly IdempotencyConflictIdempotencyInProgressInvalidStateConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['InvalidStateProblem'];
  readonly IdempotencyConflictIdempotencyInProgressEnrollmentExistsConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['EnrollmentExistsProblem'];
  readonly IdempotencyConflictIdempotencyInProgressInvalidStateEnrollmentExistsConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['InvalidStateProblem'] | Components['EnrollmentExistsProblem'];
  readonly IdempotencyConflictIdempotencyInProgressRosterCancelThresholdConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['RosterCancelThresholdProblem'];
  readonly IdempotencyConflictIdempotencyInProgressInvalidStateLossNoticeExistsConflictRefusal: Components['IdempotencyConflictProblem'] | Components['IdempotencyInProgressProblem'] | Components['InvalidStateProblem'] | Components['LossNoticeExistsProblem'];
  readonly ThinReferral: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.referral';
    /** the current status */
    readonly status: Components['ReferralStatus'];
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** when it was created */
    readonly created_at: string;
    /** when the borrower was invited */
    readonly invited_at: string;
    /** when the borrower’s invitation expires */
    readonly invitation_expires_at: string;
    /** when it became active; null until then */
    readonly activated_at: string | null;
    /** when it was settled; null until then */
    readonly settled_at: string | null;
    /** when it was closed; null until then */
    readonly closed_at: string | null;
  };
  readonly ThinEnrollment: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.enrollment';
    /** the current status */
    readonly status: Components['EnrollmentStatus'];
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** true in the sandbox */
    readonly test: boolean;
    /** when it was created */
    readonly created_at: string;
    /** when coverage starts */
    readonly effective_at: string;
    /** when it was canceled; null if it wasn’t */
    readonly canceled_at: string | null;
  };
  readonly ThinLossNotice: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.loss_notice';
    /** the current status */
    readonly status: 'received';
    /** your own reference; null if there is none */
    readonly external_ref: string | null;
    /** when it was created */
    readonly created_at: string;
  };
  readonly ThinRedemption: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.redemption';
    /** the current status */
    readonly status: 'open' | 'completed' | 'canceled';
    /** the number of the consultation */
    readonly consultation_number: string;
    /** when it was created */
    readonly created_at: string;
    /** when it was completed; null until then */
    readonly completed_at: string | null;
  };
  readonly ThinStatement: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.statement';
    /** the printed statement number */
    readonly number: string;
    /** the month, YYYY-MM */
    readonly period: string;
    /** the current status */
    readonly status: 'issued' | 'paid' | 'void';
    /** when it was issued */
    readonly issued_at: string;
  };
  readonly ThinReviewRecord: {
    /** the id */
    readonly id: string;
    /** the kind of object */
    readonly object: 'gap.review_record';
    /** the current status */
    readonly status: 'in_review' | 'completed';
    /** when it last changed */
    readonly updated_at: string;
  };
  readonly Event: Components['ReferralCreatedEvent'] | Components['ReferralInvitedEvent'] | Components['ReferralActivatedEvent'] | Components['ReferralSettledEvent'] | Components['ReferralClosedEvent'] | Components['ReferralCanceledEvent'] | Components['ReferralExpiredEvent'] | Components['PlanEnrollmentCreatedEvent'] | Components['PlanEnrollmentUpdatedEvent'] | Components['PlanEnrollmentCanceledEvent'] | Components['PlanLossReportedEvent'] | Components['PlanRedemptionCreatedEvent'] | Components['PlanStatementIssuedEvent'] | Components['ReferralDeclinedEvent'] | Components['ReferralUpdatedEvent'] | Components['PlanRedemptionCompletedEvent'] | Components['ReferralReviewUpdatedEvent'];
  readonly ReferralCreatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.created';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly ReferralInvitedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.invited';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly ReferralActivatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.activated';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
      /** the number of the consultation; null until there is one */
      readonly consultation_number: string | null;
      /** how the activation came about */
      readonly via: string | null;
    };
  };
  readonly ReferralSettledEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.settled';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
      /** the number of the consultation; null until there is one */
      readonly consultation_number: string | null;
    };
  };
  readonly ReferralClosedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.closed';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
      /** the number of the consultation; null until there is one */
      readonly consultation_number: string | null;
    };
  };
  readonly ReferralCanceledEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.canceled';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly ReferralExpiredEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.expired';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly PlanEnrollmentCreatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.enrollment.created';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
    };
  };
  readonly PlanEnrollmentUpdatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.enrollment.updated';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
    };
  };
  readonly PlanEnrollmentCanceledEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.enrollment.canceled';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
    };
  };
  readonly PlanLossReportedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.loss.reported';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
      /** the loss notice */
      readonly loss_notice: Components['ThinLossNotice'];
    };
  };
  readonly PlanRedemptionCreatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.redemption.created';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
      /** the member’s consultation */
      readonly redemption: Components['ThinRedemption'];
    };
  };
  readonly PlanStatementIssuedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.statement.issued';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the statement that was issued */
      readonly statement: Components['ThinStatement'];
    };
  };
  readonly ReferralDeclinedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.declined';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly ReferralUpdatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.updated';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
    };
  };
  readonly PlanRedemptionCompletedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'plan.redemption.completed';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the enrollment the event is about */
      readonly enrollment: Components['ThinEnrollment'];
      /** the member’s consultation */
      readonly redemption: Components['ThinRedemption'];
    };
  };
  readonly ReferralReviewUpdatedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the kind */
    readonly type: 'referral.review_updated';
    /** the version of this interface */
    readonly api_version: '1.1';
    /** when it was created */
    readonly created_at: string;
    /** false in the sandbox */
    readonly livemode: boolean;
    /** your institution */
    readonly account: {
      /** the id of your institution */
      readonly id: string;
    };
    /** the objects of this page */
    readonly data: {
      /** the referral the event is about */
      readonly referral: Components['ThinReferral'];
      /** the review that changed */
      readonly review_record: Components['ThinReviewRecord'];
    };
  };
};

/** Every operation: what it takes, and what it answers with when it succeeds. */
export type Operations = {
  readonly 'GET /api/gap/v1/me': {
    readonly response: Components['Credential'];
  };
  readonly 'POST /api/gap/v1/credentials/{id}/verify': {
    readonly body: Components['ChallengeAnswer'];
    readonly response: Components['Credential'];
  };
  readonly 'POST /api/gap/v1/signature-check': {
    readonly response: unknown;
  };
  readonly 'GET /api/gap/v1/referrals': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: number | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** only objects created at or after this time */
      readonly created_from?: string | undefined;
      /** only objects created before this time */
      readonly created_to?: string | undefined;
      /** the current status */
      readonly status?: Components['ReferralStatus'] | undefined;
      /** your own reference; null if there is none */
      readonly external_ref?: string | undefined;
      /** 17 characters, without I, O and Q */
      readonly vin?: string | undefined;
    };
    readonly response: Components['ReferralPage'];
  };
  readonly 'POST /api/gap/v1/referrals': {
    readonly body: Components['NewReferral'];
    readonly response: Components['Referral'];
  };
  readonly 'POST /api/gap/v1/referrals/bulk': {
    readonly body: Components['NewReferrals'];
    readonly response: Components['ReferralBulkResult'];
  };
  readonly 'GET /api/gap/v1/referrals/{id}': {
    readonly response: Components['Referral'];
  };
  readonly 'PATCH /api/gap/v1/referrals/{id}': {
    readonly body: Components['ReferralPatch'];
    readonly response: Components['Referral'];
  };
  readonly 'POST /api/gap/v1/referrals/{id}/simulate': {
    readonly body: Components['Simulation'];
    readonly response: Components['Referral'];
  };
  readonly 'POST /api/gap/v1/referrals/{id}/attest': {
    readonly body: Components['Attestation'];
    readonly response: Components['Referral'];
  };
  readonly 'GET /api/gap/v1/referrals/{id}/review-record': {
    readonly response: Components['ReviewRecord'];
  };
  readonly 'POST /api/gap/v1/review-status/lookup': {
    readonly body: Components['ReviewLookup'];
    readonly response: Components['ReviewStatusPage'];
  };
  readonly 'GET /api/gap/v1/events': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: number | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** only objects created at or after this time */
      readonly created_from?: string | undefined;
      /** only objects created before this time */
      readonly created_to?: string | undefined;
      /** the kind */
      readonly type?: 'referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated' | undefined;
      /** desc, newest first, is the default; asc is for following the log */
      readonly order?: 'asc' | 'desc' | undefined;
    };
    readonly response: Components['EventPage'];
  };
  readonly 'GET /api/gap/v1/analytics': {
    readonly query: {
      /** the first day of the period */
      readonly from?: string | undefined;
      /** the last day of the period */
      readonly to?: string | undefined;
    };
    readonly response: Components['Analytics'];
  };
  readonly 'GET /api/gap/v1/plans/enrollments': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: number | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** only objects created at or after this time */
      readonly created_from?: string | undefined;
      /** only objects created before this time */
      readonly created_to?: string | undefined;
      /** the current status */
      readonly status?: Components['EnrollmentStatus'] | undefined;
      /** 17 characters, without I, O and Q */
      readonly vin?: string | undefined;
      /** your own reference; null if there is none */
      readonly external_ref?: string | undefined;
      /** the plan code */
      readonly plan?: string | undefined;
    };
    readonly response: Components['EnrollmentPage'];
  };
  readonly 'POST /api/gap/v1/plans/enrollments': {
    readonly body: Components['NewEnrollment'];
    readonly response: Components['Enrollment'];
  };
  readonly 'POST /api/gap/v1/plans/enrollments/bulk': {
    readonly body: Components['NewEnrollments'];
    readonly response: Components['EnrollmentBulkResult'];
  };
  readonly 'GET /api/gap/v1/plans/enrollments/{id}': {
    readonly response: Components['Enrollment'];
  };
  readonly 'PATCH /api/gap/v1/plans/enrollments/{id}': {
    readonly body: Components['EnrollmentPatch'];
    readonly response: Components['Enrollment'];
  };
  readonly 'POST /api/gap/v1/plans/roster-sync': {
    readonly query: {
      /** the mode */
      readonly mode?: 'apply' | 'dry_run' | undefined;
      /** would_cancel from the 409 response, to confirm that many cancellations */
      readonly confirm_cancel_count?: number | undefined;
    };
    readonly body: Components['RosterRequest'];
    readonly response: Components['RosterSync'];
  };
  readonly 'POST /api/gap/v1/plans/loss-notices': {
    readonly body: Components['NewLossNotice'];
    readonly response: Components['LossNotice'];
  };
  readonly 'GET /api/gap/v1/plans/redemptions': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: number | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** only objects created at or after this time */
      readonly created_from?: string | undefined;
      /** only objects created before this time */
      readonly created_to?: string | undefined;
      /** the id of the enrollment */
      readonly enrollment_id?: string | undefined;
      /** the current status */
      readonly status?: 'open' | 'completed' | 'canceled' | undefined;
    };
    readonly response: Components['RedemptionPage'];
  };
  readonly 'GET /api/gap/v1/plans/statements': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: number | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** the month, YYYY-MM */
      readonly period?: string | undefined;
      /** the current status */
      readonly status?: 'issued' | 'paid' | 'void' | undefined;
    };
    readonly response: Components['StatementPage'];
  };
};

/** The bodies of webhook deliveries. */
export type Webhooks = {
  readonly event: Components['Event'];
};

/** Every code of an error. */
export type ErrorCode = 'auth_failures_throttled' | 'authentication_required' | 'challenge_expired' | 'challenge_invalid' | 'credential_already_active' | 'enrollment_exists' | 'environment_mismatch' | 'forbidden' | 'idempotency_conflict' | 'idempotency_in_progress' | 'idempotency_key_invalid' | 'institution_suspended' | 'internal_error' | 'invalid_state' | 'key_expired' | 'key_revoked' | 'key_unknown' | 'loss_notice_exists' | 'malformed_body' | 'nonce_replayed' | 'not_found' | 'operation_not_open' | 'payload_too_large' | 'rate_limited' | 'referral_exists' | 'roster_cancel_threshold' | 'signature_invalid' | 'signature_profile_invalid' | 'signature_stale' | 'test_mode_only' | 'unsupported_media_type' | 'validation_failed';
