// Made from openapi/staff.json by npm run generate; edits are overwritten.

/** What the description names. */
export type Components = {
  readonly Intake: {
    readonly object: 'intake';
    readonly id: string;
    readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
    readonly agent_tier: 'anonymous' | 'registered';
    readonly principal_id: string | null;
    readonly external_ref: string | null;
    readonly agent: Components['IntakeAgent'];
    /** The vehicle’s owner. An email or a phone number is required. */
    readonly customer: Components['IntakeCustomer'];
    readonly struck_phones: readonly (string)[];
    readonly consent: Components['IntakeConsent'];
    /** A VIN is best, then a plate with its state; otherwise send year, make and model. */
    readonly vehicle: Components['IntakeVehicle'];
    readonly loss: Components['IntakeLoss'];
    readonly offer: Components['IntakeOffer'];
    readonly found: Components['FoundFacts'];
    readonly preliminary: Components['MarketRead'] | null;
    readonly attestation_version: string;
    readonly priority_callback: boolean;
    readonly confirmation: Components['Confirmation'] | null;
    readonly proven: 'email' | 'text' | 'call' | null;
    readonly consultation: Components['Consultation'] | null;
    readonly messages: readonly (Components['Message'])[];
    readonly documents: readonly (Components['Document'])[];
    readonly created_at: string;
    readonly status_at: string;
    readonly expires_at: string;
  };
  readonly IntakeAgent: {
    /** your agent’s name, shown to the customer; a registration takes 2 to 80 characters */
    readonly name: string;
    /** a slug of your choice; with a key send the one you registered, though others are accepted. A registration takes 2 to 40 characters */
    readonly platform: string;
    readonly version?: string | undefined;
    readonly operator_url?: string | undefined;
  };
  readonly IntakeCustomer: {
    readonly first_name?: string | undefined;
    readonly last_name?: string | undefined;
    readonly email?: string | undefined;
    /** ten digits; +1, spaces, parentheses and hyphens are optional */
    readonly phone?: string | undefined;
  };
  readonly IntakeConsent: {
    /** default: customer_directed; warm_handoff asks for an immediate call and requires an agent key */
    readonly mode?: 'customer_directed' | 'warm_handoff' | undefined;
    /** in your own words: the owner asked for this and knows that we write, and call if there is a phone number */
    readonly attestation: string;
    readonly attestor_name?: string | undefined;
    /** default: true; if false, you relay customer_message yourself */
    readonly notify_customer?: boolean | undefined;
  };
  readonly IntakeVehicle: {
    /** the full 17 characters give year, make, model and often the trim */
    readonly vin?: string | undefined;
    /** looked up together with plate_state if there is no VIN */
    readonly plate?: string | undefined;
    readonly plate_state?: string | undefined;
    readonly year?: number | undefined;
    readonly make?: string | undefined;
    readonly model?: string | undefined;
    readonly trim?: string | undefined;
    /** miles at the time of the loss; the market read is adjusted for it */
    readonly odometer?: number | undefined;
  };
  readonly IntakeLoss: {
    readonly date_of_loss?: string | undefined;
    /** two letters; where the loss happened or the policy was written */
    readonly loss_state?: string | undefined;
    /** where to search for comparable vehicles */
    readonly zip?: string | undefined;
    /** who pays: the owner’s insurer, the other driver’s insurer, unknown, or nobody because there is no claim */
    readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none' | undefined;
  };
  readonly IntakeOffer: {
    readonly insurer?: string | undefined;
    readonly claim_number?: string | undefined;
    /** what the insurer says the vehicle was worth, in cents: the vehicle value before tax, fees and deductible, not the total to be paid */
    readonly acv_offer_cents?: number | undefined;
    /** the same in dollars; if you send both, both must match */
    readonly acv_offer?: number | undefined;
  };
  readonly Confirmation: {
    readonly at: string;
    readonly attestation_version: string;
    readonly by: 'customer' | 'staff';
    readonly via: 'relayed' | 'email' | 'text' | 'call';
    readonly token?: string | undefined;
    readonly wording_version?: string | undefined;
    readonly wording_hash?: string | undefined;
    readonly ip?: string | undefined;
    readonly user_agent?: string | undefined;
    readonly staff_id?: string | undefined;
  };
  readonly MarketRead: {
    readonly vehicle_label: string;
    readonly coverage: 'good' | 'thin' | 'none';
    readonly sample_size: number;
    readonly market: { readonly low: number | null; readonly mid: number | null; readonly high: number | null };
    readonly adjusted_mid: number | null;
    readonly adjusted_range: { readonly low: number; readonly high: number } | null;
    readonly gap_vs_offer_cents: number | null;
    readonly snapshot_id: string | null;
    readonly disclaimer: string;
  };
  readonly Message: {
    readonly id: string;
    readonly purpose: string;
    readonly channel: string;
    readonly state: string;
    readonly held_by: 'recipient' | 'budget' | null;
    readonly provider_status: string | null;
    readonly attempts: number;
    readonly created_at: string;
    readonly finished_at: string | null;
  };
  readonly FoundFacts: {
    readonly plate?: { readonly vin: string } | undefined;
    readonly decoded?: Components['DecodedVin'] | undefined;
    readonly listing?: { readonly vin: string; readonly trim: string } | undefined;
    readonly report?: Components['FoundInReport'] | undefined;
    readonly nothing_read?: true | undefined;
    readonly staff?: Readonly<Record<string, { readonly value: string | number | null; readonly by: string; readonly at: string }>> | undefined;
  };
  readonly DecodedVin: {
    readonly vin: string;
    readonly year?: number | undefined;
    readonly make?: string | undefined;
    readonly model?: string | undefined;
    readonly series?: string | undefined;
    readonly trims: readonly (string)[];
    readonly body?: string | undefined;
    readonly engine?: string | undefined;
    readonly displacement_l?: number | undefined;
    readonly cylinders?: number | undefined;
    readonly fuel?: string | undefined;
    readonly powertrain?: 'battery' | 'plug-in' | 'engine' | undefined;
    readonly drive?: string | undefined;
    readonly cab?: string | undefined;
    readonly transmission?: string | undefined;
    readonly check_digit: 'right' | 'wrong' | 'unknown';
    readonly confidence: 'high' | 'medium' | 'low';
    readonly data_version: string;
  };
  readonly FoundInReport: {
    readonly vin?: string | undefined;
    readonly year?: number | undefined;
    readonly make?: string | undefined;
    readonly model?: string | undefined;
    readonly trim?: string | undefined;
    readonly odometer?: number | undefined;
    readonly date_of_loss?: string | undefined;
    readonly insurer?: string | undefined;
    readonly claim_number?: string | undefined;
    readonly offer_cents?: number | undefined;
  };
  readonly Document: {
    readonly object: 'document';
    readonly id: string;
    readonly intake_id: string;
    readonly sha256: string;
    readonly size_bytes: number;
    readonly reading: Components['DocumentReading'];
    readonly nothing_read: boolean;
    readonly differences: readonly (Components['Difference'])[];
    readonly file_removed_at: string | null;
    readonly created_at: string;
  };
  readonly DocumentReading: {
    readonly vendor: 'ccc' | 'mitchell' | 'unknown';
    readonly pages: number;
    readonly ocr: boolean;
    readonly fields: Components['ReadFields'];
    readonly checks: readonly ({
      readonly name: 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';
      readonly outcome: 'passed' | 'failed' | 'unknown';
    })[];
    readonly owner?: Components['ReadText'] | undefined;
    readonly contents?: Components['ReadContents'] | undefined;
  };
  readonly ReadFields: {
    readonly vin?: Components['ReadText'] | undefined;
    readonly year?: Components['ReadNumber'] | undefined;
    readonly make?: Components['ReadText'] | undefined;
    readonly model?: Components['ReadText'] | undefined;
    readonly trim?: Components['ReadText'] | undefined;
    readonly odometer?: Components['ReadNumber'] | undefined;
    readonly offer_cents?: Components['ReadNumber'] | undefined;
    readonly insurer?: Components['ReadText'] | undefined;
    readonly claim_number?: Components['ReadText'] | undefined;
    readonly date_of_loss?: Components['ReadText'] | undefined;
  };
  readonly ReadText: {
    readonly value: string;
    readonly confidence: 'high' | 'low';
    readonly page: number;
    readonly box?: readonly (number)[] | undefined;
    readonly source: 'text' | 'ocr';
  };
  readonly ReadNumber: {
    readonly value: number;
    readonly confidence: 'high' | 'low';
    readonly page: number;
    readonly box?: readonly (number)[] | undefined;
    readonly source: 'text' | 'ocr';
  };
  readonly ReadContents: {
    readonly loss_type?: Components['ReadText'] | undefined;
    readonly report_date?: Components['ReadText'] | undefined;
    readonly sum: readonly (Components['ReadSum'])[];
    readonly search_radius_miles?: Components['ReadNumber'] | undefined;
    readonly typical_mileage?: Components['ReadNumber'] | undefined;
    readonly overall_condition?: Components['ReadText'] | undefined;
    readonly typical_condition?: Components['ReadText'] | undefined;
    readonly condition_total?: Components['ReadNumber'] | undefined;
    readonly condition: readonly (Components['ReadCondition'])[];
    readonly comparables: readonly (Components['ReadComparable'])[];
    readonly identities: readonly ({
      readonly name: 'offer_adds_up' | 'total_adds_up' | 'base_is_mean' | 'base_repeats' | 'valuation_is_mean' | 'tax_is_rate' | 'condition_adds_up' | 'refurbishment_adds_up' | 'comparables_add_up' | 'comparables_repeat' | 'own_odometer_repeats';
      readonly outcome: 'passed' | 'failed' | 'unknown';
    })[];
  };
  readonly ReadSum: {
    readonly name: 'statewide' | 'base' | 'valuation' | 'condition' | 'prior_damage' | 'aftermarket' | 'refurbishment' | 'title_history' | 'adjustment' | 'offer' | 'tax' | 'fees' | 'other' | 'before_deductible' | 'deductible' | 'total';
    readonly label: string;
    readonly cents: Components['ReadNumber'];
    readonly rate_thousandths?: number | undefined;
  };
  readonly ReadCondition: {
    readonly group?: string | undefined;
    readonly component: string;
    readonly grade?: string | undefined;
    readonly cents?: Components['ReadNumber'] | undefined;
  };
  readonly ReadComparable: {
    readonly number: number;
    readonly description?: Components['ReadText'] | undefined;
    readonly price?: Components['ReadNumber'] | undefined;
    readonly price_kind?: 'list' | 'sold' | 'take' | undefined;
    readonly list_price?: Components['ReadNumber'] | undefined;
    readonly vin?: Components['ReadText'] | undefined;
    readonly vin_masked: boolean;
    readonly odometer?: Components['ReadNumber'] | undefined;
    readonly distance_miles?: Components['ReadNumber'] | undefined;
    readonly dated?: Components['ReadText'] | undefined;
    readonly date_kind?: 'listed' | 'updated' | undefined;
    readonly adjustments: readonly (Components['ReadAdjustment'])[];
    readonly adjustments_total?: Components['ReadNumber'] | undefined;
    readonly adjusted?: Components['ReadNumber'] | undefined;
  };
  readonly ReadAdjustment: {
    readonly name: string;
    readonly own?: string | undefined;
    readonly theirs?: string | undefined;
    readonly cents?: Components['ReadNumber'] | undefined;
  };
  readonly Difference: {
    readonly field: string;
    readonly sent: string | number | null;
    readonly read: string | number | null;
  };
  readonly Consultation: {
    readonly id: string;
    readonly number: string;
    readonly source: 'agent_intake' | 'referral' | 'membership';
    readonly source_id: string;
    readonly priority: boolean;
    readonly test: boolean;
    readonly language: 'en' | 'es' | null;
    readonly opened_at: string;
    readonly delivered_at: string | null;
    readonly closed_at: string | null;
    readonly initial_offer_cents: number | null;
    readonly settlement_cents: number | null;
    readonly settled_at: string | null;
    readonly money: Components['Money'];
    readonly calls: readonly (Components['Call'])[];
  };
  readonly Call: {
    readonly id: string;
    readonly staff_id: string;
    readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
    readonly note: string | null;
    readonly called_at: string;
    readonly rule_version: string | null;
    readonly local_time: string | null;
    readonly callback_at: string | null;
    readonly applied_from: string | null;
  };
  readonly Money: {
    readonly offer: Components['MoneyParts'];
    readonly settlement: Components['MoneyParts'];
    readonly improvement_cents: number | null;
    readonly missing: readonly ('offer' | 'settlement')[];
  };
  readonly MoneyParts: {
    readonly value: Components['MoneyPart'] | null;
    readonly tax: Components['MoneyPart'] | null;
    readonly fees: Components['MoneyPart'] | null;
    readonly other: Components['MoneyPart'] | null;
    readonly deductible: Components['MoneyPart'] | null;
    readonly total: Components['MoneyPart'] | null;
    readonly stated: Components['MoneyPart'] | null;
    readonly sum_cents: number | null;
  };
  readonly MoneyPart: {
    readonly cents: number;
    readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
  };
  readonly MoneyPartsRequest: {
    readonly value_cents?: number | undefined;
    readonly tax_cents?: number | undefined;
    readonly fees_cents?: number | undefined;
    readonly other_cents?: number | undefined;
    readonly deductible_cents?: number | undefined;
    readonly total_cents?: number | undefined;
    readonly stated_cents?: number | undefined;
  };
  readonly CallRequest: {
    readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
    readonly note?: string | undefined;
    readonly callback_at?: string | undefined;
    /** How many calls about the case you know of; rejected if there are more by now. */
    readonly seen_calls?: number | undefined;
    /** A random id for this outcome; repeating it never logs the outcome twice. */
    readonly attempt_id?: string | undefined;
  };
  readonly BoardCase: {
    readonly id: string;
    readonly number: string;
    readonly source: 'agent_intake' | 'referral' | 'membership';
    readonly source_id: string;
    readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
    readonly status: string;
    readonly status_at: string;
    readonly name: string | null;
    readonly vehicle: string | null;
    readonly loss_state: string | null;
    readonly gap_cents: number | null;
    readonly priority: boolean;
    readonly test: boolean;
    readonly proven: 'email' | 'text' | 'call' | null;
    readonly relayed: boolean;
    readonly tied: number;
    readonly attempts: number;
    readonly last_call_at: string | null;
    readonly callback_at: string | null;
    readonly next_call_at: string | null;
    readonly waits_for_number: boolean;
    readonly number_struck: boolean;
    readonly opened_at: string;
    readonly delivered_at: string | null;
    readonly closed_at: string | null;
    readonly stopped: boolean;
    readonly unread_replies: number;
    readonly by_telephone: boolean;
    readonly unreadable: boolean;
    readonly assignee: Components['Assignee'] | null;
    readonly held: Components['CaseHolder'] | null;
  };
  readonly CaseHolder: {
    readonly staff_id: string;
    readonly name: string;
    readonly until: string;
    readonly mine: boolean;
  };
  readonly Assignee: { readonly staff_id: string; readonly name: string; readonly mine: boolean };
  readonly CaseList: {
    readonly object: 'list';
    readonly data: readonly (Components['BoardCase'])[];
    readonly has_more: boolean;
    readonly next_cursor: null;
  };
  readonly QueueEntry: {
    readonly id: string;
    readonly number: string;
    readonly source: 'agent_intake' | 'referral' | 'membership';
    readonly source_id: string;
    readonly priority: boolean;
    readonly test: boolean;
    readonly opened_at: string;
    readonly delivered_at: string | null;
    readonly closed_at: string | null;
  };
  readonly NextCall: {
    readonly none: boolean;
    readonly consultation: Components['QueueEntry'] | null;
    readonly phone: string | null;
    readonly why: readonly (string)[];
    readonly attempts: number | null;
    readonly callback_at: string | null;
    readonly lease_until: string | null;
    readonly local_time: string | null;
    readonly rule_version: string;
    readonly may_call: boolean;
    readonly opens_at: string | null;
    readonly reason: 'nobody_waits' | 'outside_calling_hours' | 'not_yet_due' | 'capped' | 'busy' | 'test_case' | 'declined' | 'no_number' | null;
  };
  readonly Hold: {
    readonly object: 'hold';
    readonly id: string;
    readonly consultation_id: string;
    readonly product: 'research' | 'representation';
    readonly kind: 'hold' | 'card';
    readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
    readonly amount_cents: number;
    readonly discount_cents: number;
    readonly captured_cents: number | null;
    readonly refunded_cents: number;
    readonly refunded_at: string | null;
    readonly dispute: Components['Dispute'] | null;
    readonly refunds: readonly (Components['Refund'])[];
    readonly net_cents: number;
    readonly owner_must_act: boolean;
    readonly credit_cents: number;
    readonly terms_version: string;
    readonly accepted_at: string;
    readonly capture_before: string | null;
    readonly expires_soon: boolean;
    readonly wish: 'capture' | 'release' | null;
    readonly wished_by: string | null;
    readonly failure: string | null;
    readonly created_at: string;
    readonly held_at: string | null;
    readonly hold_lapsed_at: string | null;
    readonly ended_at: string | null;
  };
  readonly Refund: {
    readonly id: string;
    readonly amount_cents: number;
    readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
    readonly state: 'requested' | 'done' | 'failed';
    readonly requested_by: string;
    readonly requested_at: string;
    readonly failure: string | null;
  };
  readonly Dispute: {
    readonly status: string;
    readonly amount_cents: number;
    readonly due_at: string | null;
    readonly changed_at: string;
  };
  readonly Payments: {
    readonly provider_configured: boolean;
    readonly checkout: Components['CheckoutLinks'] | null;
    readonly noted: readonly (Components['NotedPayment'])[];
  };
  readonly CheckoutLinks: {
    readonly payer: 'owner' | 'borrower';
    readonly options_url: string | null;
    readonly research_url: string | null;
    readonly representation_url: string | null;
    readonly research_cents: number | null;
    readonly representation_cents: number;
    readonly expires_at: string;
    readonly over: boolean;
    readonly sent_at: readonly (string)[];
    readonly may_send: boolean;
  };
  readonly NotedPayment: {
    readonly id: string;
    readonly product: 'research' | 'representation';
    readonly amount_cents: number;
    readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
    readonly paid_on: string;
    readonly note: string | null;
    readonly noted_by: string;
    readonly noted_at: string;
    readonly voided_by: string | null;
    readonly voided_at: string | null;
  };
  readonly Appraisal: {
    readonly object: 'appraisal';
    readonly consultation_id: string;
    readonly revision: number;
    readonly draft: Components['AppraisalDraft'] | null;
    readonly draft_at: string | null;
    readonly snapshot_id: string | null;
    readonly warnings: readonly (string)[];
    readonly versions: readonly (Components['AppraisalVersion'])[];
    readonly release: Components['AppraisalRelease'];
  };
  readonly AppraisalDraft: {
    readonly format: 1;
    readonly case_number: string;
    readonly owner: string | null;
    readonly subject: Components['AppraisalSubject'];
    readonly snapshot: Components['AppraisalSnapshot'];
    readonly adjustment: Components['AppraisalAdjustment'];
    readonly comparables: readonly (Components['AppraisalComparable'])[];
    readonly left_out: readonly (Components['AppraisalLeftOut'])[];
    readonly value_cents: number;
    readonly low_cents: number;
    readonly high_cents: number;
    readonly offer: { readonly cents: number; readonly basis: 'value' | 'stated' } | null;
    readonly remarks: string | null;
    readonly limits: readonly (string)[];
    readonly nature: readonly (string)[];
    readonly insurer_report?: readonly (Components['AppraisalReportFinding'])[] | undefined;
    readonly signer: { readonly name: string | null; readonly title: string | null };
    readonly version: number | null;
    readonly signed_on: string | null;
  };
  readonly AppraisalSubject: {
    readonly vin: string | null;
    readonly year: number | null;
    readonly make: string | null;
    readonly model: string | null;
    readonly trim: string | null;
    readonly state: string | null;
    readonly date_of_loss: string | null;
    readonly insurer: string | null;
    readonly claim_number: string | null;
  };
  readonly AppraisalSnapshot: {
    readonly id: string;
    readonly method: string;
    readonly taken_at: string;
    readonly radius_miles: number | null;
    readonly zip: string | null;
    readonly state: string | null;
    readonly same_trim: boolean;
    readonly synthetic: boolean;
  };
  readonly AppraisalAdjustment: {
    readonly odometer: number | null;
    readonly slope_dollars_per_mile: number | null;
    readonly year_share?: number | undefined;
    readonly cap_share: number;
    readonly capped: number;
  };
  readonly AppraisalComparable: {
    readonly source: string;
    readonly source_id: string;
    readonly year: number;
    readonly trim: string | null;
    readonly price_cents: number;
    readonly miles: number | null;
    readonly distance_miles: number | null;
    readonly state: string | null;
    readonly dealer: string | null;
    readonly last_seen_at: string;
    readonly adjustment_cents: number | null;
    readonly adjusted_cents: number | null;
    readonly capped: boolean;
  };
  readonly AppraisalLeftOut: {
    readonly source: string;
    readonly source_id: string;
    readonly year: number;
    readonly trim: string | null;
    readonly price_cents: number;
    readonly miles: number | null;
    readonly distance_miles: number | null;
    readonly state: string | null;
    readonly dealer: string | null;
    readonly last_seen_at: string;
    readonly reason: string;
  };
  readonly AppraisalReportFinding: {
    readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
    readonly sentence: Components['Sentence'];
    readonly pages: readonly (number)[];
    readonly arithmetic: string | null;
  };
  readonly AppraisalVersion: {
    readonly number: number;
    readonly state: 'current' | 'superseded' | 'withdrawn';
    readonly value_cents: number;
    readonly snapshot_id: string;
    readonly inputs_sha256: string;
    readonly url: string;
    readonly reason: 'included' | 'paid_otherwise' | 'goodwill' | null;
    readonly released_by: string;
    readonly released_at: string;
    readonly withdrawn_at: string | null;
    readonly withdrawn_reason: string | null;
  };
  readonly AppraisalRelease: {
    readonly delivers: boolean;
    readonly message: 'email' | 'text' | 'stopped' | 'nobody' | 'test';
    readonly payment: 'capture' | 'by_hand' | 'charged' | 'included' | 'none';
    readonly payment_cents: number | null;
    readonly reason_required: boolean;
    readonly problems: readonly (string)[];
  };
  readonly Sentence: { readonly en: string; readonly es: string };
  readonly ReportCheck: {
    readonly object: 'report_check';
    readonly consultation_id: string;
    readonly documents: readonly ({
      readonly id: string;
      readonly vendor: string;
      readonly pages: number;
      readonly checked: boolean;
      readonly has_file: boolean;
    })[];
    readonly findings: readonly (Components['Finding'])[];
    readonly fingerprint: string;
    readonly released: Components['ReleasedFindings'] | null;
  };
  readonly Finding: {
    readonly id: string;
    readonly document_id: string;
    readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
    readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
    readonly certain: boolean;
    readonly marks: readonly (Components['FindingMark'])[];
    readonly arithmetic: string | null;
    readonly moves_cents: number | null;
    readonly sentence: Components['Sentence'];
  };
  readonly FindingMark: {
    readonly page: number;
    readonly box: readonly (number)[] | null;
    readonly label: string;
    readonly printed: string;
  };
  readonly ReleasedFindings: {
    readonly released_by: string;
    readonly released_at: string;
    readonly findings: readonly (Components['Finding'])[];
  };
  readonly ChangedFacts: {
    readonly object: 'case.facts';
    readonly consultation_id: string;
    readonly version: number;
    readonly fields: readonly (Components['Fact'])[];
    readonly history: readonly (Components['FactChange'])[];
    readonly market: Components['MarketFigure'] | null;
    readonly market_before: Components['MarketFigure'] | null;
  };
  readonly Fact: {
    readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone';
    readonly value: string | number | null;
    /** who stated it; null if unknown */
    readonly from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
    readonly by: string | null;
    readonly at: string | null;
    readonly sent: string | number | null;
    readonly report: string | number | null;
  };
  readonly FactChange: {
    readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone' | 'offer_cents';
    readonly value: string | number | null;
    readonly withdrawn: boolean;
    readonly before: string | number | null;
    /** who stated it; null if unknown */
    readonly before_from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
    readonly by: string | null;
    readonly at: string;
    readonly version: number;
  };
  readonly MarketFigure: {
    readonly label: string;
    readonly coverage: string;
    readonly sample_size: number;
    readonly mid: number | null;
    readonly adjusted_mid: number | null;
    readonly gap_cents: number | null;
    readonly snapshot_id: string | null;
  };
  readonly Snapshot: {
    readonly id: string;
    readonly method: string;
    readonly vehicle_label: string;
    readonly subject: Components['SnapshotSubject'];
    readonly radius_miles: number | null;
    readonly same_trim: boolean;
    /** The days in which the listings were seen, both included. */
    readonly window: { readonly from: string; readonly until: string };
    /** What else counts because too little of the same year and trim was found, in the order it was admitted. */
    readonly widenings: readonly (string)[];
    /** Why the figures cannot simply be compared with an offer. With good coverage adjusted is given all the same; with trims alone it spans them, and an offer outside it has a gap. */
    readonly withheld: readonly ('few' | 'trims' | 'unlisted trim' | 'title' | 'fuel')[];
    readonly synthetic: boolean;
    readonly sample_size: number;
    readonly market: { readonly low: number; readonly mid: number; readonly high: number } | null;
    readonly adjusted: { readonly low: number; readonly mid: number; readonly high: number } | null;
    readonly slope_dollars_per_mile: number | null;
    readonly year_share: number | null;
    /** Whether the price of a mile and a year leans on the listings of this model or on our general table. */
    readonly rates: 'model' | 'general';
    readonly capped: number;
    readonly taken_at: string;
    readonly coverage: 'good' | 'thin' | 'none';
    /** How the listed prices became the figures, in a sentence. */
    readonly basis: string;
    /** What to say before the figures are relied on. */
    readonly caveats: readonly (string)[];
    readonly comparables: readonly (Components['Comparable'])[];
  };
  readonly SnapshotSubject: {
    readonly year: number;
    readonly make: string;
    readonly model: string;
    readonly trim: string | null;
    readonly trim_candidates: readonly (string)[];
    readonly odometer: number | null;
    readonly zip: string | null;
    readonly state: string | null;
    readonly fuel: string | null;
    readonly body: string | null;
    readonly drive: string | null;
    readonly title_branded: boolean | null;
    readonly date_of_loss: string | null;
  };
  readonly Comparable: {
    readonly source: string;
    readonly source_id: string;
    readonly vin: string | null;
    readonly year: number;
    readonly trim: string | null;
    readonly price: number;
    readonly miles: number | null;
    readonly distance_miles: number | null;
    readonly state: string | null;
    readonly dealer: string | null;
    readonly first_seen_at: string | null;
    readonly last_seen_at: string;
    readonly fuel: string | null;
    readonly url: string | null;
    readonly adjustment: number | null;
    readonly adjusted_price: number | null;
    readonly adjustment_capped: boolean;
  };
  readonly Referral: {
    readonly id: string;
    readonly object: 'gap.referral';
    readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
    readonly external_ref: string | null;
    readonly created_at: string;
    readonly invited_at: string;
    readonly invitation_expires_at: string;
    readonly activated_at: string | null;
    readonly settled_at: string | null;
    readonly closed_at: string | null;
    readonly status_label: string;
    readonly status_tone: string;
    readonly status_note: string | null;
    readonly borrower: Components['Borrower'];
    readonly vehicle: Components['ReferralVehicle'];
    readonly claim: Components['ReferralClaim'];
    readonly liability: Components['Liability'];
    readonly program: Components['ReferralProgram'];
    readonly consent: Components['ReferralConsent'];
    readonly submitted_via: string;
    readonly livemode: boolean;
    readonly consultation_number: string | null;
  };
  readonly Borrower: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly ReferralVehicle: {
    readonly vin: string;
    readonly year: number;
    readonly make: string;
    readonly model: string;
  };
  readonly ReferralClaim: {
    readonly carrier: string;
    readonly claim_number: string;
    readonly loss_state: string;
    readonly date_of_loss: string;
    readonly initial_offer_cents: number;
  };
  readonly ReferralProgram: {
    readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
    readonly subsidy_type: 'fixed' | 'percent' | null;
    readonly subsidy_value: number | null;
    readonly price_cents: number;
    readonly locked: boolean;
  };
  readonly ReferralConsent: {
    readonly mode: string;
    readonly disclosure_confirmed_at: string | null;
    readonly disclosure_channel: string | null;
    readonly disclosure_attestor_name: string | null;
  };
  readonly Liability: { readonly loan_payoff_cents: number; readonly deductible_cents: number };
  readonly Exposure: {
    readonly object: 'gap.exposure';
    readonly referral_id: string;
    readonly institution_id: string;
    readonly livemode: boolean;
    readonly payoff_cents: number | null;
    /** The day of the payoff; null where the institution submitted it without one. */
    readonly payoff_as_of: string | null;
    readonly payoff_from: 'institution' | 'staff';
    readonly deductible_cents: number | null;
    /** The value of the vehicle when the loan was made. */
    readonly financed_value_cents: number | null;
    /** The largest loan that the program covers, of that value; null: none is known. */
    readonly ltv_cap_percent: number | null;
    /** How much of the deductible the program covers; null: it is not known. */
    readonly deductible_cover_cents: number | null;
    /** The day from which these terms are for; null: no terms are known. */
    readonly terms_from: string | null;
    /** When these terms were set; a settled referral keeps those that had been set by then. */
    readonly terms_set_at: string | null;
    /** The value before tax and fees that the insurer offered first. */
    readonly offer_value_cents: number | null;
    /** The value before tax and fees that was settled. */
    readonly settlement_value_cents: number | null;
    /** What the first offer leaves for the GAP program. */
    readonly before_cents: number | null;
    /** What the settlement leaves for the GAP program. */
    readonly after_cents: number | null;
    readonly reduction_cents: number | null;
    /** Above zero where the settlement is below the first offer. */
    readonly growth_cents: number | null;
    /** What the settlement pays above the payoff; it is the borrower’s. */
    readonly surplus_cents: number | null;
    /** What neither settlement nor program covers; it is left to the borrower. */
    readonly beyond_program_cents: number | null;
    readonly basis: 'value' | 'unknown';
    readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
    readonly checklist: readonly (Components['ChecklistItem'])[];
  };
  readonly ChecklistItem: {
    readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
    readonly title: string;
    /** Whom it comes from. */
    readonly holder: string;
    readonly received_on: string | null;
    /** The staff member who recorded it last. */
    readonly recorded_by: string | null;
    readonly recorded_by_name: string | null;
    readonly recorded_at: string | null;
  };
  readonly ExposureTotals: {
    readonly settled: number;
    readonly known: number;
    readonly unknown: number;
    readonly before_cents: number;
    readonly after_cents: number;
    readonly reduction_cents: number;
    readonly growth_cents: number;
    readonly surplus_cents: number;
    readonly beyond_program_cents: number;
  };
  readonly ExposureMonth: {
    readonly month: string;
    readonly settled: number;
    readonly known: number;
    readonly unknown: number;
    readonly before_cents: number;
    readonly after_cents: number;
    readonly reduction_cents: number;
    readonly growth_cents: number;
    readonly surplus_cents: number;
    readonly beyond_program_cents: number;
  };
  readonly GapTermsList: { readonly object: 'list'; readonly data: readonly (Components['GapTerms'])[] };
  readonly GapTerms: {
    readonly effective_on: string;
    readonly ltv_cap_percent: number | null;
    readonly deductible_cover_cents: number | null;
    readonly set_by: string;
    readonly set_at: string;
    /** What was set for this day before and counts no more, the newest first. */
    readonly former: readonly ({
      readonly ltv_cap_percent: number | null;
      readonly deductible_cover_cents: number | null;
      readonly set_by: string;
      readonly set_at: string;
    })[];
  };
  readonly ConsentRecord: {
    readonly object: 'consent.record';
    readonly exported_at: string;
    readonly consultation_id: string;
    readonly number: string;
    readonly source: 'agent_intake' | 'referral' | 'membership';
    readonly source_id: string;
    readonly test: boolean;
    readonly email: string | null;
    readonly phone_hint: string | null;
    /** False when there are more entries than are listed; the newest are. */
    readonly complete: boolean;
    /** Where the chain ended: its number of entries and the last fingerprint. */
    readonly anchor: string;
    readonly verification: {
      readonly ok: boolean;
      /** Entries that were checked. */
      readonly entries: number;
      /** Those of them that are not chained yet. */
      readonly unchained: number;
      /** The first thing that is wrong. */
      readonly problem: string | null;
    };
    readonly entries: readonly (Components['ConsentEntry'])[];
    readonly wordings: readonly ({
      /** SHA-256 of the words, in hex; entries name them by it. */
      readonly hash: string;
      readonly version: string;
      readonly words: string;
      readonly first_shown_at: string;
      /** What is wrong with it; null when it is as it was recorded. */
      readonly problem: string | null;
    })[];
  };
  readonly ConsentEntry: {
    readonly id: string;
    /** When it was recorded, in UTC. */
    readonly at: string;
    readonly kind: string;
    /** What it is about; null when it is about a contact alone. */
    readonly subject_id: string | null;
    /** Which contacts it is about: those of today, or one that was there earlier. */
    readonly contacts: readonly ('email' | 'phone' | 'earlier')[];
    readonly details: Readonly<Record<string, string | number | boolean | null>>;
    /** Its position in the chain; null until it is chained. */
    readonly seq: number | null;
    /** The fingerprint over this entry and all before it, in hex. */
    readonly chain_mac: string | null;
    /** What is wrong with it; null when it is as it was recorded. */
    readonly problem: string | null;
  };
  readonly Institution: {
    readonly id: string;
    readonly object: 'gap.institution';
    readonly name: string;
    readonly status: 'active' | 'suspended';
    readonly program: Components['ProgramTerms'];
    readonly plans: readonly (Components['PlanTerms'])[];
    readonly technical_contact_email: string | null;
    readonly billing_contact_email: string | null;
    readonly bill_to: string | null;
    readonly created_at: string;
    readonly live_requested_at: string | null;
    readonly live_requested_by: string | null;
  };
  readonly ProgramTerms: {
    readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
    readonly subsidy_type: 'fixed' | 'percent' | null;
    readonly subsidy_value: number | null;
  };
  readonly PlanTerms: { readonly code: string; readonly unit_price_cents: number };
  readonly AccountList: {
    readonly object: 'list';
    readonly data: readonly ({
      readonly id: string;
      readonly name: string;
      readonly detail: string | null;
      readonly status: string;
      readonly created_at: string;
    })[];
    readonly has_more: boolean;
    readonly next_cursor: string | null;
  };
  readonly ApiKey: {
    readonly id: string;
    readonly object: 'gap.key';
    readonly livemode: boolean;
    readonly role: 'full' | 'read_only';
    readonly label: string | null;
    readonly key_prefix: string;
    readonly status: 'active' | 'expired' | 'revoked';
    readonly created_at: string;
    readonly expires_at: string | null;
    readonly revoked_at: string | null;
    readonly last_used_at: string | null;
    readonly last_used_address: string | null;
    readonly allowed_addresses: readonly (string)[];
    readonly replaced_by: string | null;
  };
  readonly Credential: {
    readonly id: string;
    readonly object: 'gap.signed_credential';
    readonly livemode: boolean;
    readonly role: 'full' | 'read_only';
    readonly label: string | null;
    readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
    readonly status: 'pending' | 'active' | 'revoked';
    readonly challenge_expires_at: string | null;
    readonly created_at: string;
    readonly activated_at: string | null;
    readonly revoked_at: string | null;
    readonly last_used_at: string | null;
    readonly replaced_by: string | null;
  };
  readonly Endpoint: {
    readonly id: string;
    readonly object: 'gap.webhook_endpoint';
    readonly url: string;
    readonly livemode: boolean;
    readonly payload: 'thin' | 'full';
    readonly secret_kind: 'standard' | 'gap';
    readonly event_types: readonly (string)[];
    readonly status: 'enabled' | 'disabled';
    readonly deprecated: boolean;
    readonly sunset_at: string | null;
    readonly rotation: Components['EndpointRotation'] | null;
    readonly created_at: string;
  };
  readonly EndpointRotation: { readonly started_at: string; readonly overlap_ends_at: string };
  readonly EndpointWithSecret: {
    readonly id: string;
    readonly object: 'gap.webhook_endpoint';
    readonly url: string;
    readonly livemode: boolean;
    readonly payload: 'thin' | 'full';
    readonly secret_kind: 'standard' | 'gap';
    readonly event_types: readonly (string)[];
    readonly status: 'enabled' | 'disabled';
    readonly deprecated: boolean;
    readonly sunset_at: string | null;
    readonly rotation: Components['EndpointRotation'] | null;
    readonly created_at: string;
    readonly secret: string;
  };
  readonly Delivery: {
    readonly id: string;
    readonly event_id: string;
    readonly endpoint_id: string;
    readonly account_id: string;
    readonly type: string;
    readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
    readonly attempts: readonly (Components['Attempt'])[];
    readonly next_attempt_at: string | null;
    readonly created_at: string;
  };
  readonly Attempt: {
    readonly number: number;
    readonly at: string;
    readonly status: number | null;
    readonly cause: string;
    readonly duration_ms: number;
  };
  readonly DeliveryOutcome: {
    readonly delivery_id: string;
    readonly at: string;
    readonly status: number | null;
    readonly cause: string;
    readonly duration_ms: number;
  };
  readonly DeliveryRecovery: {
    readonly object: 'gap.recovery';
    readonly id: string | null;
    readonly status: 'dry_run' | 'running' | 'done' | 'stopped';
    readonly total: number;
    readonly recovered: number;
  };
  readonly Statement: {
    readonly id: string;
    readonly object: 'gap.statement';
    readonly number: string;
    readonly period: string;
    readonly status: 'issued' | 'paid' | 'void';
    readonly currency: 'USD';
    readonly enrollment_count: number;
    readonly amount_cents: number;
    readonly lines: readonly (Components['StatementLine'])[];
    readonly issued_at: string;
    readonly due_at: string;
  };
  readonly StatementLine: {
    readonly plan: string;
    readonly quantity: number;
    readonly unit_price_cents: number;
    readonly amount_cents: number;
  };
  readonly Redemption: {
    readonly id: string;
    readonly object: 'gap.redemption';
    readonly status: 'open' | 'completed' | 'canceled';
    readonly enrollment_id: string;
    readonly loss_notice_id: string;
    readonly consultation_number: string;
    readonly test: boolean;
    readonly created_at: string;
    readonly completed_at: string | null;
  };
  readonly Reply: {
    readonly id: string;
    readonly channel: 'text' | 'page' | 'one_click' | 'email' | 'complaint';
    readonly understood_as: 'stop' | 'ask' | 'wrong_number' | 'help' | 'start' | 'yes' | 'other';
    readonly words: string;
    readonly from_hint: string | null;
    readonly received_at: string;
    readonly read_at: string | null;
    readonly answered_at: string | null;
  };
  readonly CustomerRequest: {
    readonly id: string;
    readonly consultation_id: string;
    readonly kind: 'copy' | 'correct' | 'delete' | 'reopen';
    readonly words: string | null;
    readonly created_at: string;
    readonly due_at: string | null;
    readonly done_at: string | null;
  };
  readonly Switches: {
    readonly intake_program_open: boolean;
    readonly registration_open: boolean;
    readonly features: {
      readonly referral_sandbox: boolean;
      readonly partner_security_platform: boolean;
      readonly signed_credentials: boolean;
      readonly review_records: boolean;
    };
  };
  readonly CustomerData: {
    readonly object: 'privacy.customer_data';
    readonly consultation_id: string;
    readonly number: string;
    readonly scopes: readonly ('case' | 'email' | 'phone')[];
    readonly legal_holds: readonly (Components['LegalHold'])[];
    readonly erasure: Components['Erasure'] | null;
    readonly erased_at: string | null;
  };
  readonly Erasure: {
    readonly id: string;
    readonly scope: 'case' | 'email' | 'phone';
    readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
    readonly asked_by: string;
    readonly asked_at: string;
    readonly state: 'waiting' | 'running' | 'done' | 'stopped';
    readonly problem: 'legal_hold' | 'money_open' | 'failed' | null;
    readonly finished_at: string | null;
    readonly rows: number | null;
  };
  readonly LegalHold: {
    readonly id: string;
    readonly kind: 'case' | 'institution';
    readonly reason: string;
    readonly placed_by: string;
    readonly placed_at: string;
  };
};

/** Every operation: what it takes, and what it answers with when it succeeds. */
export type Operations = {
  readonly 'GET /me': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly role: 'caller' | 'lead' | 'administrator';
      /** The zone whose days are the team’s days. */
      readonly time_zone: string;
      readonly session: {
        readonly id: string;
        readonly method: 'oidc' | 'password';
        readonly created_at: string;
        readonly idle_expires_at: string;
        readonly expires_at: string;
        readonly fresh_until: string | null;
        readonly previous_sign_in_at: string | null;
        /** Refused sign-ins between the two, of the last 31 days. */
        readonly failed_tries: number;
        /** From how many networks. */
        readonly failed_networks: number;
      } | null;
      readonly csrf: { readonly origin: string; readonly content_type: string };
    };
  };
  readonly 'GET /colleagues': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({ readonly id: string; readonly name: string })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /me/sessions': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly method: 'oidc' | 'password';
        readonly current: boolean;
        readonly created_at: string;
        readonly last_seen_at: string;
        readonly expires_at: string;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'DELETE /me/sessions/{session_id}': { readonly response: { readonly ok: true } };
  readonly 'POST /me/fresh': {
    readonly body: { readonly password: string };
    readonly response: { readonly fresh_until: string };
  };
  readonly 'GET /staff': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly role: 'caller' | 'lead' | 'administrator';
        /** What they speak beside English; whoever chose that language is offered to them first. */
        readonly languages: readonly ('es')[];
        readonly created_at: string;
        readonly disabled_at: string | null;
        readonly identity_bound: boolean;
        readonly password_set: boolean;
        readonly last_seen_at: string | null;
        readonly signed_in_at: string | null;
        /** Refused sign-ins since then, of the last 31 days. */
        readonly failed_tries: number;
        /** From how many networks. */
        readonly failed_networks: number;
        readonly sessions: number;
        readonly setup_expires_at: string | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /staff': {
    readonly body: {
      readonly email: string;
      readonly name: string;
      readonly role?: 'caller' | 'lead' | 'administrator' | undefined;
    };
    readonly response: { readonly id: string; readonly setup_expires_at: string };
  };
  readonly 'PATCH /staff/{staff_id}': {
    readonly body: {
      /** agent is the former name of caller */
      readonly role?: 'caller' | 'lead' | 'administrator' | 'agent' | undefined;
      readonly disabled?: boolean | undefined;
      readonly identity_bound?: false | undefined;
      /** What they speak beside English; whoever chose that language is offered to them first. */
      readonly languages?: readonly ('es')[] | undefined;
    };
    readonly response: { readonly ok: true };
  };
  readonly 'POST /staff/{staff_id}/set-up': { readonly response: { readonly id: string; readonly setup_expires_at: string } };
  readonly 'POST /staff/{staff_id}/sessions/end': { readonly response: { readonly ok: true } };
  readonly 'GET /sign-ups': {
    readonly response: {
      readonly data: readonly ({
        readonly institution_id: string;
        readonly institution_name: string;
        readonly name: string;
        readonly email: string;
        readonly purpose: string;
        readonly signed_up_at: string;
        readonly live_requested_at: string | null;
        readonly live_opened_at: string | null;
      })[];
    };
  };
  readonly 'POST /institutions/{institution_id}/open-live': { readonly response: { readonly id: string; readonly live_opened_at: string } };
  readonly 'GET /authenticator-resets': {
    readonly response: {
      readonly data: readonly ({
        readonly id: string;
        readonly email: string;
        readonly name: string;
        readonly made_by: string;
        readonly identity_check: string;
        readonly created_at: string;
        readonly opens_at: string;
        readonly expires_at: string;
        readonly state: 'waiting' | 'open' | 'used' | 'stopped_by_user' | 'stopped_by_us' | 'expired';
      })[];
    };
  };
  readonly 'POST /authenticator-resets': {
    readonly body: {
      readonly email: string;
      /** How you know that it is them, such as whom you called back and at which number you found where. */
      readonly identity_check: string;
    };
    readonly response: { readonly id: string; readonly opens_at: string; readonly expires_at: string };
  };
  readonly 'POST /authenticator-resets/{reset_id}/stop': { readonly response: { readonly ok: true } };
  readonly 'GET /audit': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly staff_id?: string | undefined;
      readonly subject_id?: string | undefined;
      readonly operation?: string | undefined;
      readonly kind?: 'view' | 'action' | 'refused' | undefined;
      readonly views?: 'shown' | 'hidden' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly kind: 'view' | 'action' | 'refused';
        readonly operation: string;
        readonly did: string;
        readonly staff_id: string | null;
        readonly credential_id: string | null;
        readonly subject_id: string | null;
        readonly reason: string | null;
        readonly request_id: string | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /audit.csv': {
    readonly query: {
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly staff_id?: string | undefined;
      readonly subject_id?: string | undefined;
      readonly operation?: string | undefined;
      readonly kind?: 'view' | 'action' | 'refused' | undefined;
      readonly views?: 'shown' | 'hidden' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'GET /intakes/{intake_id}': { readonly response: Components['Intake'] };
  readonly 'POST /intakes/{intake_id}/calls': {
    readonly body: Components['CallRequest'];
    readonly response: {
      readonly object: 'intake';
      readonly id: string;
      readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
      readonly agent_tier: 'anonymous' | 'registered';
      readonly principal_id: string | null;
      readonly external_ref: string | null;
      readonly agent: Components['IntakeAgent'];
      /** The vehicle’s owner. An email or a phone number is required. */
      readonly customer: Components['IntakeCustomer'];
      readonly struck_phones: readonly (string)[];
      readonly consent: Components['IntakeConsent'];
      /** A VIN is best, then a plate with its state; otherwise send year, make and model. */
      readonly vehicle: Components['IntakeVehicle'];
      readonly loss: Components['IntakeLoss'];
      readonly offer: Components['IntakeOffer'];
      readonly found: Components['FoundFacts'];
      readonly preliminary: Components['MarketRead'] | null;
      readonly attestation_version: string;
      readonly priority_callback: boolean;
      readonly confirmation: Components['Confirmation'] | null;
      readonly proven: 'email' | 'text' | 'call' | null;
      readonly consultation: Components['Consultation'] | null;
      readonly messages: readonly (Components['Message'])[];
      readonly documents: readonly (Components['Document'])[];
      readonly created_at: string;
      readonly status_at: string;
      readonly expires_at: string;
      readonly logged: {
        readonly call_id: string | null;
        readonly status_changed: boolean;
        /** Whether the contacts are on the do-not-contact list now. */
        readonly listed: boolean;
        readonly applied_to: readonly (string)[];
      };
    };
  };
  readonly 'POST /intakes/{intake_id}/start': { readonly response: Components['Intake'] };
  readonly 'GET /telephone-wording': {
    readonly response: {
      readonly object: 'telephone_wording';
      readonly version: string;
      readonly asked: string;
      readonly agreement: string;
      readonly lifting: string;
    };
  };
  readonly 'POST /telephone-cases': {
    readonly body: {
      readonly customer: {
        readonly first_name?: string | undefined;
        readonly last_name?: string | undefined;
        readonly email?: string | undefined;
        /** the number they call from */
        readonly phone: string;
      };
      /** A VIN is best, then a plate with its state; otherwise send year, make and model. */
      readonly vehicle?: Components['IntakeVehicle'] | undefined;
      readonly loss?: Components['IntakeLoss'] | undefined;
      readonly offer?: Components['IntakeOffer'] | undefined;
      /** the version of the words that were read to them */
      readonly wording_version: string;
      /** they said yes to these words */
      readonly agreed: true;
      /** the number was read back to them and they said that it is theirs */
      readonly number_read_back: boolean;
      /** they are on the do-not-contact list and want to be called again */
      readonly lift_do_not_contact?: boolean | undefined;
    };
    readonly response: {
      readonly object: 'telephone_case';
      /** False when the person has an open case already, which is named. */
      readonly created: boolean;
      readonly consultation_id: string;
      /** A contact is on the do-not-contact list: nobody calls or writes. */
      readonly do_not_contact: boolean;
    };
  };
  readonly 'GET /board': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly test?: 'true' | 'false' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['QueueEntry'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /consultations/{consultation_id}/assignee': {
    readonly body: {
      /** the active staff member to assign it to; null to unassign */
      readonly staff_id: string | null;
      /** the assignee that you saw; refused if the assignee has changed since */
      readonly seen?: string | null | undefined;
      readonly reason?: string | undefined;
    };
    readonly response: {
      readonly object: 'assignee';
      readonly consultation_id: string;
      readonly staff_id: string | null;
      readonly name: string | null;
    };
  };
  readonly 'POST /queue/next': { readonly response: Components['NextCall'] };
  readonly 'POST /queue/{consultation_id}/claim': { readonly response: Components['NextCall'] };
  readonly 'POST /queue/{consultation_id}/heartbeat': { readonly response: { readonly lease_until: string } };
  readonly 'POST /queue/{consultation_id}/release': {
    readonly body: { readonly reason?: string | undefined };
    readonly response: { readonly ok: true };
  };
  readonly 'POST /queue/{consultation_id}/take-over': { readonly body: { readonly reason: string }; readonly response: Components['NextCall'] };
  readonly 'POST /queue/{consultation_id}/calls': {
    readonly body: Components['CallRequest'];
    readonly response: Components['Consultation'];
  };
  readonly 'GET /calling-rules': {
    readonly response: {
      readonly object: 'calling_rules';
      readonly version: string;
      readonly overridden: boolean;
      readonly caps: { readonly per_24h: number; readonly per_30d: number };
      readonly reviewed_by: string | null;
      readonly data: readonly ({
        readonly code: string;
        readonly name: string;
        readonly periods: readonly ({
          readonly effective_from: string | null;
          readonly week: readonly ({ readonly from: number; readonly to: number } | null)[];
          readonly closed_holidays: readonly (string)[];
        })[];
        readonly calls_per_24h: number;
        readonly exemptions: readonly (string)[];
        readonly citation: string;
        readonly source: string;
        readonly as_of: string;
        readonly confirmed: 'law_read' | 'reported' | 'vendor_table' | 'no_own_rule_found';
        readonly reviewed_by: string | null;
        readonly notes: string | null;
      })[];
    };
  };
  readonly 'POST /cases/{consultation_id}/notes': {
    readonly body: {
      readonly words: string;
      /** Chosen by the client for each draft. A note sent again with the same id is stored once. */
      readonly draft_key: string;
    };
    readonly response: { readonly id: string; readonly created_at: string };
  };
  readonly 'POST /consultations/{consultation_id}/deliver': {
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: Components['Money'];
      readonly calls: readonly (Components['Call'])[];
      readonly checkout: {
        readonly research_url: string | null;
        readonly representation_url: string | null;
        readonly note: string | null;
      };
    };
  };
  readonly 'POST /consultations/{consultation_id}/settlement': {
    readonly body: {
      readonly settlement?: Components['MoneyPartsRequest'] | undefined;
      readonly offer?: Components['MoneyPartsRequest'] | undefined;
      readonly settlement_cents?: number | undefined;
      readonly initial_offer_cents?: number | undefined;
    };
    readonly response: Components['Consultation'];
  };
  readonly 'GET /holds': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly state?: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed' | undefined;
      readonly product?: 'research' | 'representation' | undefined;
      readonly consultation_id?: string | undefined;
      readonly expires_soon?: 'true' | undefined;
      readonly disputed?: 'true' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Hold'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly provider_configured: boolean;
    };
  };
  readonly 'POST /holds/{hold_id}/capture': {
    readonly body: {
      readonly amount_cents?: number | undefined;
      readonly seen_on_paper?: boolean | undefined;
      readonly reason?: string | undefined;
    };
    readonly response: Components['Hold'];
  };
  readonly 'POST /holds/{hold_id}/release': { readonly response: Components['Hold'] };
  readonly 'POST /holds/{hold_id}/refund': {
    readonly body: {
      readonly amount_cents?: number | undefined;
      readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
      readonly seen_refunded_cents: number;
    };
    readonly response: Components['Hold'];
  };
  readonly 'POST /consultations/{consultation_id}/checkout-link': { readonly response: Components['Payments'] };
  readonly 'POST /consultations/{consultation_id}/payments': {
    readonly body: {
      readonly product: 'research' | 'representation';
      readonly amount_cents: number;
      readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
      readonly paid_on: string;
      readonly note?: string | undefined;
    };
    readonly response: Components['Payments'];
  };
  readonly 'POST /payments/{payment_id}/void': { readonly response: Components['Payments'] };
  readonly 'POST /consultations/{consultation_id}/close': {
    readonly body: {
      readonly reason: 'settled' | 'paid' | 'offer_fair' | 'not_interested' | 'no_answer' | 'duplicate' | 'mistake' | 'other';
      readonly note?: string | undefined;
    };
    readonly response: Components['Consultation'];
  };
  readonly 'POST /consultations/{consultation_id}/reopen': {
    readonly body: { readonly reason: string };
    readonly response: Components['Consultation'];
  };
  readonly 'GET /cases/{consultation_id}/appraisal': { readonly response: Components['Appraisal'] };
  readonly 'PUT /cases/{consultation_id}/appraisal/draft': {
    readonly body: {
      readonly revision: number;
      readonly snapshot_id?: string | undefined;
      readonly left_out: readonly ({ readonly source: string; readonly source_id: string; readonly reason: string })[];
      readonly remarks?: string | undefined;
      readonly signer_name?: string | undefined;
      readonly signer_title?: string | undefined;
    };
    readonly response: Components['Appraisal'];
  };
  readonly 'GET /cases/{consultation_id}/appraisal/preview': { readonly response: unknown };
  readonly 'GET /cases/{consultation_id}/appraisal/preview.pdf': { readonly response: unknown };
  readonly 'POST /cases/{consultation_id}/appraisal/release': {
    readonly body: {
      readonly revision: number;
      readonly reason?: 'included' | 'paid_otherwise' | 'goodwill' | undefined;
    };
    readonly response: Components['Appraisal'];
  };
  readonly 'POST /cases/{consultation_id}/appraisal/withdraw': {
    readonly body: { readonly number: number; readonly reason: string };
    readonly response: Components['Appraisal'];
  };
  readonly 'POST /do-not-contact': {
    readonly body: { readonly email?: string | undefined; readonly phone?: string | undefined };
    readonly response: {
      readonly ok: true;
      readonly listed: readonly ({ readonly kind: 'email' | 'phone'; readonly contact: string; readonly typed: boolean })[];
      readonly unnamed: number;
      readonly complete: boolean;
    };
  };
  readonly 'POST /do-not-contact/lookup': {
    readonly body: { readonly email?: string | undefined; readonly phone?: string | undefined };
    readonly response: {
      readonly listed: boolean;
      readonly since: string | null;
      readonly source: 'staff' | 'call' | 'stop_reply' | null;
    };
  };
  readonly 'POST /discounts': {
    readonly body: {
      readonly email?: string | undefined;
      readonly phone?: string | undefined;
      readonly source: 'agent_intake' | 'partner_referral' | 'staff' | 'campaign';
    };
    readonly response: { readonly ok: boolean };
  };
  readonly 'GET /messages/held': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly kind: 'recipient' | 'address' | 'network' | 'agent' | 'institution' | 'anonymous' | 'global';
        readonly whose: string | null;
        readonly mails: number;
        readonly texts: number;
        readonly oldest_at: string;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'POST /messages/held/{group_id}/allow': { readonly response: { readonly changed: number; readonly more: boolean } };
  readonly 'POST /messages/held/{group_id}/drop': { readonly response: { readonly changed: number; readonly more: boolean } };
  readonly 'POST /cases/{consultation_id}/replies': { readonly body: { readonly words: string }; readonly response: { readonly ok: true } };
  readonly 'POST /cases/{consultation_id}/replies/read': { readonly response: { readonly ok: true } };
  readonly 'GET /replies': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Reply'])[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'POST /replies/{reply_id}/read': { readonly response: { readonly ok: true } };
  readonly 'POST /replies/{reply_id}/resume': { readonly response: { readonly ok: true } };
  readonly 'GET /cases/{consultation_id}/templates': {
    readonly response: {
      readonly object: 'list';
      readonly reason: string | null;
      readonly data: readonly ({
        readonly template: 'voicemail' | 'missed_call' | 'options_ready';
        readonly title: string;
        /** It was sent already, and is not sent again now. */
        readonly sent: boolean;
        readonly channels: readonly ({
          readonly channel: 'text' | 'email';
          readonly to: string;
          readonly subject: string | null;
          /** What stands before the words that staff add. */
          readonly before: string;
          /** What stands after them. */
          readonly after: string;
        })[];
      })[];
    };
  };
  readonly 'POST /cases/{consultation_id}/messages': {
    readonly body: {
      readonly template: 'voicemail' | 'missed_call' | 'options_ready';
      readonly channel: 'text' | 'email';
      readonly words?: string | undefined;
    };
    readonly response: { readonly ok: true };
  };
  readonly 'GET /documents/{document_id}': { readonly response: Components['Document'] };
  readonly 'GET /documents/{document_id}/file': { readonly response: unknown };
  readonly 'GET /documents/{document_id}/page': {
    readonly query: {
      /** counted from 1 */
      readonly number: string;
    };
    readonly response: unknown;
  };
  readonly 'GET /cases/{consultation_id}/facts': {
    readonly response: {
      readonly object: 'case.facts';
      readonly consultation_id: string;
      readonly version: number;
      readonly fields: readonly (Components['Fact'])[];
      readonly history: readonly (Components['FactChange'])[];
      readonly market: Components['MarketFigure'] | null;
    };
  };
  readonly 'PATCH /cases/{consultation_id}/facts': {
    readonly body: {
      /** the version that the change is based on */
      readonly seen: number;
      readonly changes: {
        readonly vin?: string | null | undefined;
        readonly year?: number | null | undefined;
        readonly make?: string | null | undefined;
        readonly model?: string | null | undefined;
        readonly trim?: string | null | undefined;
        readonly odometer?: number | null | undefined;
        readonly title?: string | null | undefined;
        readonly condition?: string | null | undefined;
        readonly date_of_loss?: string | null | undefined;
        readonly zip?: string | null | undefined;
        readonly loss_state?: string | null | undefined;
        readonly insurer?: string | null | undefined;
        readonly claim_number?: string | null | undefined;
        readonly payoff_cents?: number | null | undefined;
        readonly deductible_cents?: number | null | undefined;
        readonly first_name?: string | null | undefined;
        readonly last_name?: string | null | undefined;
        readonly email?: string | null | undefined;
        readonly phone?: string | null | undefined;
      };
      /** fields whose team statements are withdrawn */
      readonly withdrawn?: readonly ('vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone')[] | undefined;
    };
    readonly response: Components['ChangedFacts'];
  };
  readonly 'POST /cases/{consultation_id}/documents': { readonly response: Components['ChangedFacts'] };
  readonly 'POST /vin-decodings': {
    readonly body: { readonly vin: string };
    readonly response: {
      readonly object: 'decoded_vin';
      readonly vin: string;
      readonly complete: boolean;
      readonly year: number | null;
      readonly make: string | null;
      readonly model: string | null;
      readonly series: string | null;
      /** candidates by vPIC, never a fact, not even a single one */
      readonly trims: readonly (string)[];
      readonly body: string | null;
      readonly engine: string | null;
      readonly displacement_l: number | null;
      readonly cylinders: number | null;
      readonly fuel: string | null;
      readonly drive: string | null;
      readonly check_digit: 'right' | 'wrong' | 'unknown';
      readonly confidence: 'high' | 'medium' | 'low' | null;
    };
  };
  readonly 'GET /cases/{consultation_id}/report-check': { readonly response: Components['ReportCheck'] };
  readonly 'POST /cases/{consultation_id}/report-check/release': {
    readonly body: { readonly fingerprint: string; readonly finding_ids: readonly (string)[] };
    readonly response: Components['ReportCheck'];
  };
  readonly 'POST /cases/{consultation_id}/report-check/withdraw': { readonly response: Components['ReportCheck'] };
  readonly 'POST /agents/{agent_id}/status': {
    readonly body: { readonly status: 'active' | 'suspended' | 'unverified' };
    readonly response: { readonly id: string; readonly status: 'active' | 'suspended' | 'unverified' };
  };
  readonly 'GET /snapshots/{snapshot_id}': { readonly response: Components['Snapshot'] };
  readonly 'GET /settings': { readonly response: Components['Switches'] };
  readonly 'PATCH /settings': {
    readonly body: {
      readonly intake_program_open?: boolean | undefined;
      readonly registration_open?: boolean | undefined;
      readonly features?: {
        readonly referral_sandbox?: boolean | undefined;
        readonly partner_security_platform?: boolean | undefined;
        readonly signed_credentials?: boolean | undefined;
        readonly review_records?: boolean | undefined;
      } | undefined;
    };
    readonly response: Components['Switches'];
  };
  readonly 'POST /institutions': {
    readonly body: {
      readonly name: string;
      readonly program?: Components['ProgramTerms'] | undefined;
      readonly plans?: readonly (Components['PlanTerms'])[] | undefined;
      readonly technical_contact_email?: string | null | undefined;
      readonly billing_contact_email?: string | null | undefined;
      readonly bill_to?: string | null | undefined;
    };
    readonly response: Components['Institution'];
  };
  readonly 'GET /institutions/{institution_id}': { readonly response: Components['Institution'] };
  readonly 'PATCH /institutions/{institution_id}': {
    readonly body: {
      readonly name?: string | undefined;
      readonly status?: 'active' | 'suspended' | undefined;
      readonly program?: Components['ProgramTerms'] | undefined;
      readonly plans?: readonly (Components['PlanTerms'])[] | undefined;
      readonly technical_contact_email?: string | null | undefined;
      readonly billing_contact_email?: string | null | undefined;
      readonly bill_to?: string | null | undefined;
    };
    readonly response: Components['Institution'];
  };
  readonly 'GET /institutions/{institution_id}/keys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['ApiKey'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /institutions/{institution_id}/keys': {
    readonly body: {
      readonly livemode: boolean;
      readonly role?: 'full' | 'read_only' | undefined;
      readonly label?: string | undefined;
      readonly expires_at?: string | undefined;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly (string)[];
      readonly replaced_by: string | null;
      readonly key: string;
    };
  };
  readonly 'POST /institutions/{institution_id}/keys/{key_id}/revoke': { readonly response: Components['ApiKey'] };
  readonly 'GET /institutions/{institution_id}/credentials': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Credential'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /institutions/{institution_id}/credentials': {
    readonly body: {
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly public_key: string;
      readonly livemode: boolean;
      readonly label?: string | undefined;
      readonly role?: 'full' | 'read_only' | undefined;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
      readonly challenge: string;
    };
  };
  readonly 'POST /institutions/{institution_id}/credentials/{credential_id}/revoke': { readonly response: Components['Credential'] };
  readonly 'GET /institutions/{institution_id}/webhook-endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Endpoint'])[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'POST /institutions/{institution_id}/webhook-endpoints': {
    readonly body: {
      readonly url: string;
      readonly livemode: boolean;
      readonly event_types?: readonly (string)[] | undefined;
      readonly payload?: 'thin' | 'full' | undefined;
      readonly secret_kind?: 'standard' | 'gap' | undefined;
    };
    readonly response: Components['EndpointWithSecret'];
  };
  readonly 'GET /institutions/{institution_id}/webhook-endpoints/{endpoint_id}': { readonly response: Components['Endpoint'] };
  readonly 'PATCH /institutions/{institution_id}/webhook-endpoints/{endpoint_id}': {
    readonly body: {
      readonly url?: string | undefined;
      readonly event_types?: readonly (string)[] | undefined;
      readonly status?: 'enabled' | 'disabled' | undefined;
    };
    readonly response: Components['Endpoint'];
  };
  readonly 'DELETE /institutions/{institution_id}/webhook-endpoints/{endpoint_id}': { readonly response: { readonly deleted: boolean } };
  readonly 'POST /institutions/{institution_id}/referrals': {
    readonly body: {
      readonly livemode: boolean;
      readonly referral: {
        readonly external_ref?: string | undefined;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email?: string | undefined;
          /** ten digits; +1 and punctuation are optional */
          readonly phone?: string | undefined;
        };
        readonly vehicle: {
          /** 17 characters, without I, O and Q */
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          /** a date (YYYY-MM-DD) or a time with a time zone */
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: { readonly loan_payoff_cents: number; readonly deductible_cents: number };
        readonly consent?: { readonly mode?: 'invitation' | undefined } | undefined;
      };
    };
    readonly response: Components['Referral'];
  };
  readonly 'GET /referrals/{referral_id}': { readonly response: Components['Referral'] };
  readonly 'POST /referrals/{referral_id}/review': {
    readonly body: {
      readonly status: 'in_review' | 'completed';
      readonly outcome?: 'offer_supported' | 'offer_low' | 'inconclusive' | undefined;
      readonly summary?: string | undefined;
    };
    readonly response: {
      readonly object: 'gap.review_record';
      readonly id: string;
      readonly referral_id: string;
      readonly status: 'in_review' | 'completed';
      readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
      readonly summary: string | null;
      readonly opened_at: string;
      readonly completed_at: string | null;
      readonly updated_at: string;
    };
  };
  readonly 'POST /referrals/{referral_id}/activate': {
    readonly body: { readonly note?: string | undefined };
    readonly response: Components['Referral'];
  };
  readonly 'POST /referrals/{referral_id}/decline': {
    readonly body: { readonly note?: string | undefined };
    readonly response: Components['Referral'];
  };
  readonly 'POST /referrals/{referral_id}/settle': {
    readonly body: {
      readonly settlement?: Components['MoneyPartsRequest'] | undefined;
      readonly offer?: Components['MoneyPartsRequest'] | undefined;
      readonly settlement_cents?: number | undefined;
      readonly note?: string | undefined;
    };
    readonly response: Components['Referral'];
  };
  readonly 'POST /referrals/{referral_id}/close': {
    readonly body: { readonly note?: string | undefined };
    readonly response: Components['Referral'];
  };
  readonly 'POST /redemptions/{redemption_id}/complete': { readonly response: Components['Redemption'] };
  readonly 'POST /redemptions/{redemption_id}/cancel': { readonly response: Components['Redemption'] };
  readonly 'POST /statements/run': {
    readonly body: { readonly period: string };
    readonly response: {
      readonly period: string;
      /** statements issued by this run */
      readonly issued: number;
      /** statements of the month that already existed */
      readonly existing: number;
      readonly unpriced: readonly ({ readonly institution_id: string; readonly plan: string })[];
    };
  };
  readonly 'GET /institutions/{institution_id}/statements': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly period?: string | undefined;
      readonly status?: 'issued' | 'paid' | 'void' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Statement'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /institutions/{institution_id}/statements/{statement_id}': { readonly response: Components['Statement'] };
  readonly 'GET /institutions/{institution_id}/statements/{statement_id}.csv': { readonly response: unknown };
  readonly 'GET /institutions/{institution_id}/statements/{statement_id}.pdf': { readonly response: unknown };
  readonly 'GET /statements/settings': {
    readonly response: {
      readonly issuer: string | null;
      readonly remit_to: string | null;
      readonly updated_at: string | null;
    };
  };
  readonly 'PUT /statements/settings': {
    readonly body: { readonly issuer: string; readonly remit_to: string };
    readonly response: {
      readonly issuer: string | null;
      readonly remit_to: string | null;
      readonly updated_at: string | null;
    };
  };
  readonly 'GET /institutions/{institution_id}/statements/{statement_id}/vehicles.csv': { readonly response: unknown };
  readonly 'GET /institutions/{institution_id}/statements/{statement_id}/changes': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly kind: 'sent' | 'paid' | 'void' | 'reopened';
        readonly staff_id: string;
        readonly at: string;
        readonly note: string | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /institutions/{institution_id}/statements/{statement_id}/status': {
    readonly body: { readonly status: 'issued' | 'paid' | 'void'; readonly note?: string | undefined };
    readonly response: Components['Statement'];
  };
  readonly 'POST /institutions/{institution_id}/statements/{statement_id}/send': { readonly response: { readonly ok: true } };
  readonly 'GET /customer-requests': {
    readonly response: { readonly object: 'list'; readonly data: readonly (Components['CustomerRequest'])[] };
  };
  readonly 'POST /customer-requests/{request_id}/done': { readonly response: Components['CustomerRequest'] };
  readonly 'GET /webhook-endpoints/{endpoint_id}/health': {
    readonly response: {
      readonly object: 'gap.webhook_endpoint_health';
      readonly endpoint_id: string;
      readonly state: 'answering' | 'failing' | 'disabled' | 'untried';
      readonly summary: string;
      readonly slow: boolean;
      readonly failing_since: string | null;
      readonly warned_at: string | null;
      readonly certificate_ends_at: string | null;
      readonly last_success: Components['DeliveryOutcome'] | null;
      readonly last_failure: Components['DeliveryOutcome'] | null;
      readonly pending: {
        readonly due: number;
        readonly scheduled: number;
        readonly next_attempt_at: string | null;
      };
      readonly last_24_hours: { readonly succeeded: number; readonly failed: number };
    };
  };
  readonly 'POST /webhook-endpoints/{endpoint_id}/test': { readonly response: Components['Delivery'] };
  readonly 'POST /webhook-endpoints/{endpoint_id}/rotate': {
    readonly body: { readonly overlap_hours?: number | undefined };
    readonly response: Components['EndpointWithSecret'];
  };
  readonly 'POST /webhook-endpoints/{endpoint_id}/promote': { readonly response: Components['Endpoint'] };
  readonly 'GET /webhook-endpoints/{endpoint_id}/recover': { readonly response: Components['DeliveryRecovery'] };
  readonly 'POST /webhook-endpoints/{endpoint_id}/recover': {
    readonly body: {
      readonly since: string;
      readonly until?: string | undefined;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[] | undefined;
      readonly dry_run?: boolean | undefined;
    };
    readonly response: Components['DeliveryRecovery'];
  };
  readonly 'GET /deliveries': {
    readonly query: {
      readonly endpoint_id?: string | undefined;
      readonly event_id?: string | undefined;
      readonly account_id?: string | undefined;
      readonly type?: string | undefined;
      readonly state?: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped' | undefined;
      readonly limit?: string | undefined;
      readonly cursor?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Delivery'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /deliveries/{delivery_id}': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly account_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: readonly (Components['Attempt'])[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
      readonly url: string | null;
      readonly body: string;
      readonly answers: readonly ({ readonly number: number; readonly text: string | null })[];
    };
  };
  readonly 'POST /deliveries/{delivery_id}/resend': { readonly response: Components['Delivery'] };
  readonly 'GET /board/columns': {
    readonly query: { readonly test?: 'true' | 'false' | undefined };
    readonly response: {
      readonly object: 'board.columns';
      readonly at: string;
      readonly test: boolean;
      readonly columns: readonly ({
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly count: number;
        readonly oldest_at: string | null;
        readonly cards: readonly (Components['BoardCase'])[];
      })[];
    };
  };
  readonly 'GET /board/mine': {
    readonly response: {
      readonly object: 'board.mine';
      readonly at: string;
      readonly count: number;
      readonly callbacks: readonly (Components['BoardCase'])[];
      readonly cases: readonly (Components['BoardCase'])[];
    };
  };
  readonly 'GET /board/cases/{consultation_id}': {
    readonly response: {
      readonly object: 'board.case';
      readonly at: string;
      readonly card: Components['BoardCase'];
      readonly tied: readonly ({
        readonly id: string;
        readonly number: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly opened_at: string;
      })[];
      readonly person: {
        readonly first_name: string | null;
        readonly last_name: string | null;
        readonly email: string | null;
        readonly phone: string | null;
        readonly phone_hint: string | null;
        readonly language: 'en' | 'es' | null;
      };
      readonly asked: {
        readonly by: 'agent' | 'institution' | 'telephone';
        readonly name: string | null;
        readonly details: readonly ({ readonly label: string; readonly value: string })[];
        readonly proven: boolean;
        readonly words: string | null;
        readonly at: string;
      };
      readonly facts: readonly ({
        readonly group: string;
        readonly label: string;
        readonly value: string;
        readonly from: string;
        readonly by: string | null;
        readonly at: string | null;
      })[];
      readonly facts_version: number;
      readonly offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly money: {
        readonly offer: Components['MoneyParts'];
        readonly settlement: Components['MoneyParts'];
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
        readonly settled_at: string | null;
        readonly services: readonly ({
          readonly service: 'consultation' | 'research' | 'representation';
          readonly offered: boolean;
          readonly why: 'not_set' | 'turned_off' | 'licence_ended' | null;
          readonly licence: string | null;
          readonly ends_on: string | null;
        })[];
        readonly state: string | null;
        readonly fee: {
          readonly verdict: 'due' | 'paid' | 'nothing' | 'unknown' | 'not_accepted' | 'given_up' | 'included';
          readonly price_cents: number | null;
          readonly paid_cents: number;
          readonly due_cents: number;
        };
      };
      readonly review: {
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly updated_at: string;
      } | null;
      readonly market: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly low: number | null;
        readonly mid: number | null;
        readonly high: number | null;
        readonly adjusted_mid: number | null;
        readonly adjusted_low: number | null;
        readonly adjusted_high: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
        readonly disclaimer: string;
      } | null;
      readonly missing: readonly (string)[];
      readonly payment: {
        readonly payer: 'owner' | 'shared' | 'institution' | 'plan';
        readonly who: string;
        readonly plan: string | null;
        readonly items: readonly ({
          readonly name: 'consultation' | 'research' | 'representation';
          readonly list_cents: number;
          /** The one discount of a customer whom an agent submitted. */
          readonly discount_cents: number;
          /** What the institution or the plan pays of it. */
          readonly institution_cents: number;
          /** What the owner pays. */
          readonly price_cents: number;
          readonly charged: string;
        })[];
      };
      readonly holds: readonly (Components['Hold'])[];
      readonly payments: {
        readonly provider_configured: boolean;
        readonly checkout: Components['CheckoutLinks'] | null;
        readonly noted: readonly (Components['NotedPayment'])[];
        readonly payer: 'owner' | 'borrower' | 'institution' | 'plan';
        readonly link_messages: readonly ({
          readonly channel: string;
          readonly state: string;
          readonly at: string;
          readonly held: boolean;
        })[];
        readonly paid_cents: number;
        readonly settled_at: string | null;
        readonly improvement_cents: number | null;
        readonly saved_cents: number | null;
      };
      readonly closing: {
        readonly reason: string | null;
        readonly may_reopen: boolean;
        readonly quiet_since: string;
        readonly to_ask: boolean;
        readonly closes_at: string | null;
        readonly history: readonly ({
          readonly action: 'closed' | 'reopened';
          readonly reason: string;
          readonly note: string | null;
          readonly staff_id: string | null;
          readonly at: string;
        })[];
        readonly closed_by: string | null;
      };
      readonly documents: readonly ({
        readonly id: string;
        readonly size_bytes: number;
        readonly vendor: string;
        readonly pages: number;
        readonly scanned: boolean;
        readonly failed_checks: readonly (string)[];
        readonly nothing_read: boolean;
        readonly other_vehicle: string | null;
        readonly other_owner: string | null;
        readonly differences: readonly (Components['Difference'])[];
        readonly file_removed_at: string | null;
        readonly created_at: string;
      })[];
      readonly replies: readonly (Components['Reply'])[];
      readonly own_page: {
        readonly stopped_channels: readonly ('email' | 'text' | 'call')[];
        readonly requests: readonly (Components['CustomerRequest'])[];
      };
      readonly calling: {
        readonly may_call: boolean;
        readonly opens_at: string | null;
        readonly reason: 'outside_calling_hours' | 'capped' | null;
        readonly ended: 'do_not_contact' | 'declined' | 'no_calls' | 'test_case' | null;
        readonly number_problem: 'premium' | 'toll_free' | 'outside_us' | 'not_assigned' | null;
        readonly until: string;
        readonly rule_version: string;
        readonly zones: readonly (string)[];
        readonly states: readonly (string)[];
        readonly callback_openings: readonly ({ readonly from: string; readonly to: string })[];
      };
      readonly allowed_outcomes: readonly ({
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        /** Whether a call with this outcome can be logged now. */
        readonly allowed: boolean;
        readonly reason: string | null;
      })[];
      readonly call_count: number;
      readonly say: readonly (readonly ({ readonly text: string; readonly theirs: boolean })[])[];
      readonly timeline: readonly ({
        readonly at: string;
        readonly kind: 'submitted' | 'status' | 'message' | 'call' | 'answer' | 'action' | 'document' | 'money' | 'reply' | 'note';
        readonly title: string;
        readonly by: string | null;
        readonly note: string | null;
      })[];
    };
  };
  readonly 'GET /board/search': { readonly query: { readonly q: string }; readonly response: Components['CaseList'] };
  readonly 'GET /board/load': {
    readonly response: {
      readonly object: 'board.load';
      readonly at: string;
      readonly today: {
        readonly date: string;
        readonly from: string;
        readonly to: string;
        readonly time_zone: string;
      };
      readonly lanes: readonly ({
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly count: number;
        readonly oldest_at: string | null;
        readonly held: number;
      })[];
      readonly ages: readonly ({ readonly name: string; readonly count: number })[];
      readonly callbacks: { readonly overdue: number; readonly due_today: number };
      readonly fees_due: readonly ({
        readonly consultation_id: string;
        readonly number: string;
        readonly settled_at: string;
        readonly due_cents: number;
        readonly declined: boolean;
        readonly charging: boolean;
      })[];
      readonly people: readonly ({
        readonly staff_id: string;
        readonly name: string;
        readonly calls: number;
        readonly reached: number;
        readonly confirmed: number;
        readonly last_call_at: string | null;
        readonly holds: { readonly consultation_id: string; readonly number: string; readonly since: string } | null;
      })[];
    };
  };
  readonly 'GET /board/agents': {
    readonly query: { readonly cursor?: string | undefined };
    readonly response: Components['AccountList'];
  };
  readonly 'GET /board/institutions': {
    readonly query: { readonly cursor?: string | undefined };
    readonly response: Components['AccountList'];
  };
  readonly 'GET /board/states/{state}/facts': {
    readonly response: {
      readonly object: 'state_facts';
      readonly state: string;
      readonly topics: readonly ({
        readonly topic: 'comparables' | 'tax_and_fees' | 'appraisal' | 'valuation_report' | 'appraiser_licence';
        /** empty where no source was found: unknown, not none */
        readonly facts: readonly ({
          /** what the source says, in our words; no advice */
          readonly text: string;
          readonly citation: string;
          readonly source: string;
          readonly kind: 'official' | 'reprint' | 'secondary';
          readonly url: string;
          /** YYYY, YYYY-MM or YYYY-MM-DD */
          readonly as_of: string;
          readonly dated: 'by the source' | 'when read';
        })[];
      })[];
    };
  };
  readonly 'GET /stream': { readonly response: unknown };
  readonly 'GET /board/figures': {
    readonly query: {
      readonly range?: 'day' | 'week' | 'month' | undefined;
      /** a day of the period; default: today */
      readonly on?: string | undefined;
    };
    readonly response: {
      readonly object: 'board.figures';
      readonly at: string;
      readonly zone: string;
      readonly range: 'day' | 'week' | 'month';
      readonly on: string;
      readonly from: string;
      readonly to: string;
      readonly funnel: readonly ({
        readonly step: 'asked' | 'confirmed' | 'delivered' | 'accepted' | 'paid';
        readonly count: number;
      })[];
      readonly first_call: { readonly median_s: number | null; readonly called: number };
      readonly reach: readonly ({
        readonly weekday: number;
        readonly hour: number;
        readonly calls: number;
        readonly reached: number;
      })[];
      readonly people: readonly ({
        readonly staff_id: string;
        readonly name: string;
        readonly calls: number;
        readonly reached: number;
        readonly outcomes: readonly ({ readonly outcome: string; readonly count: number })[];
      })[];
      readonly improvement: {
        readonly known: number;
        readonly unknown: number;
        readonly won_cents: number;
        readonly with_gap: number;
        readonly without_gap: number;
        readonly promised_cents: number;
        readonly won_with_gap_cents: number;
      };
      readonly exposure: Components['ExposureTotals'] | null;
      readonly holds: readonly ({
        readonly product: string;
        readonly held: number;
        readonly held_cents: number;
        readonly saved: number;
        readonly saved_cents: number;
        readonly captured: number;
        readonly captured_cents: number;
        readonly released: number;
        readonly released_cents: number;
      })[];
      readonly origins: readonly ({
        readonly kind: 'platform' | 'institution';
        readonly id: string;
        readonly name: string;
        readonly asked: number;
        readonly confirmed: number;
        readonly delivered: number;
        readonly settled: number;
        readonly paid: number;
        readonly captured_cents: number;
      })[];
    };
  };
  readonly 'GET /board/figures.csv': {
    readonly query: {
      readonly range?: 'day' | 'week' | 'month' | undefined;
      /** a day of the period; default: today */
      readonly on?: string | undefined;
    };
    readonly response: unknown;
  };
  readonly 'GET /board/figures/cases': {
    readonly query: {
      readonly range?: 'day' | 'week' | 'month' | undefined;
      /** a day of the period; default: today */
      readonly on?: string | undefined;
      readonly step?: 'asked' | 'confirmed' | 'delivered' | 'accepted' | 'paid' | 'called' | 'settled' | undefined;
      readonly improvement?: 'known' | 'unknown' | undefined;
      readonly hold?: 'held' | 'saved' | 'captured' | 'released' | undefined;
      readonly product?: 'research' | 'representation' | undefined;
      readonly platform?: string | undefined;
      readonly institution_id?: string | undefined;
      readonly staff_id?: string | undefined;
      readonly outcome?: string | undefined;
      readonly weekday?: string | undefined;
      readonly hour?: string | undefined;
    };
    readonly response: Components['CaseList'];
  };
  readonly 'GET /board/late-callbacks': { readonly response: Components['CaseList'] };
  readonly 'GET /consent/{consultation_id}': { readonly response: Components['ConsentRecord'] };
  readonly 'GET /consent/{consultation_id}.pdf': { readonly response: unknown };
  readonly 'GET /referrals/{referral_id}/exposure': { readonly response: Components['Exposure'] };
  readonly 'PUT /referrals/{referral_id}/loan': {
    readonly body: {
      readonly payoff_cents?: number | null | undefined;
      /** The day of the payoff; given with it or not at all. */
      readonly payoff_as_of?: string | null | undefined;
      readonly financed_value_cents?: number | null | undefined;
    };
    readonly response: Components['Exposure'];
  };
  readonly 'PUT /referrals/{referral_id}/checklist': {
    readonly body: {
      readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
      /** Null takes back what was recorded by mistake. */
      readonly received_on: string | null;
    };
    readonly response: Components['Exposure'];
  };
  readonly 'GET /institutions/{institution_id}/gap-terms': { readonly response: Components['GapTermsList'] };
  readonly 'PUT /institutions/{institution_id}/gap-terms': {
    readonly body: {
      /** for referrals made on this day (UTC) or later; default: today */
      readonly effective_on?: string | undefined;
      readonly ltv_cap_percent?: number | null | undefined;
      readonly deductible_cover_cents?: number | null | undefined;
    };
    readonly response: Components['GapTermsList'];
  };
  readonly 'GET /exposure/ledger': {
    readonly query: {
      /** default: every institution */
      readonly institution_id?: string | undefined;
      /** of the settlements, inclusive; default: a year before `to` */
      readonly from?: string | undefined;
      /** exclusive; default: the end of today in UTC */
      readonly to?: string | undefined;
      /** default: true */
      readonly livemode?: 'true' | 'false' | undefined;
    };
    readonly response: {
      readonly object: 'gap.exposure_ledger';
      readonly livemode: boolean;
      /** Null: of every institution. */
      readonly institution_id: string | null;
      readonly from: string;
      readonly to: string;
      readonly currency: 'USD';
      readonly totals: Components['ExposureTotals'];
      /** The months (UTC) in which something was settled, in order. */
      readonly by_month: readonly (Components['ExposureMonth'])[];
      readonly rows: readonly ({
        readonly referral_id: string;
        readonly institution_id: string;
        readonly external_ref: string | null;
        readonly consultation_number: string | null;
        readonly settled_at: string;
        readonly payoff_cents: number | null;
        /** The day of the payoff; null where the institution submitted it without one. */
        readonly payoff_as_of: string | null;
        readonly payoff_from: 'institution' | 'staff';
        readonly deductible_cents: number | null;
        /** The value of the vehicle when the loan was made. */
        readonly financed_value_cents: number | null;
        /** The largest loan that the program covers, of that value; null: none is known. */
        readonly ltv_cap_percent: number | null;
        /** How much of the deductible the program covers; null: it is not known. */
        readonly deductible_cover_cents: number | null;
        /** The day from which these terms are for; null: no terms are known. */
        readonly terms_from: string | null;
        /** When these terms were set; a settled referral keeps those that had been set by then. */
        readonly terms_set_at: string | null;
        /** The value before tax and fees that the insurer offered first. */
        readonly offer_value_cents: number | null;
        /** The value before tax and fees that was settled. */
        readonly settlement_value_cents: number | null;
        /** What the first offer leaves for the GAP program. */
        readonly before_cents: number | null;
        /** What the settlement leaves for the GAP program. */
        readonly after_cents: number | null;
        readonly reduction_cents: number | null;
        /** Above zero where the settlement is below the first offer. */
        readonly growth_cents: number | null;
        /** What the settlement pays above the payoff; it is the borrower’s. */
        readonly surplus_cents: number | null;
        /** What neither settlement nor program covers; it is left to the borrower. */
        readonly beyond_program_cents: number | null;
        readonly basis: 'value' | 'unknown';
        readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
      })[];
    };
  };
  readonly 'GET /exposure/ledger.csv': {
    readonly query: {
      /** default: every institution */
      readonly institution_id?: string | undefined;
      /** of the settlements, inclusive; default: a year before `to` */
      readonly from?: string | undefined;
      /** exclusive; default: the end of today in UTC */
      readonly to?: string | undefined;
      /** default: true */
      readonly livemode?: 'true' | 'false' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'GET /exposure/ledger.pdf': {
    readonly query: {
      /** default: every institution */
      readonly institution_id?: string | undefined;
      /** of the settlements, inclusive; default: a year before `to` */
      readonly from?: string | undefined;
      /** exclusive; default: the end of today in UTC */
      readonly to?: string | undefined;
      /** default: true */
      readonly livemode?: 'true' | 'false' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'GET /analytics/lenders': {
    readonly query: {
      /** default: every institution */
      readonly institution_id?: string | undefined;
      /** of the settlements, inclusive; default: a year before `to` */
      readonly from?: string | undefined;
      /** exclusive; default: the end of today in UTC */
      readonly to?: string | undefined;
      /** default: true */
      readonly livemode?: 'true' | 'false' | undefined;
    };
    readonly response: {
      readonly object: 'analytics.lenders';
      readonly livemode: boolean;
      /** Null: of every institution. */
      readonly institution_id: string | null;
      readonly from: string;
      readonly to: string;
      readonly currency: 'USD';
      readonly exposure: {
        readonly totals: Components['ExposureTotals'];
        /** The months (UTC) in which something was settled, in order. */
        readonly by_month: readonly (Components['ExposureMonth'])[];
      } | null;
      readonly activation: readonly ({
        /** Of the first invitation, in UTC. */
        readonly month: string;
        readonly invited: number;
        /** Of those invited in this month, whenever they said yes. */
        readonly activated: number;
        /** May still say yes; above zero the rate is not final. */
        readonly open: number;
        /** Activated of invited, with four decimals. */
        readonly activation_rate: number;
      })[];
    };
  };
  readonly 'GET /referrals/{referral_id}/evidence': {
    readonly response: {
      readonly object: 'gap.evidence_packet';
      readonly made_at: string;
      readonly referral_id: string;
      readonly consultation_id: string;
      readonly number: string;
      readonly test: boolean;
      readonly institution: { readonly id: string; readonly name: string };
      readonly external_ref: string | null;
      readonly claim: {
        readonly borrower: string | null;
        readonly vehicle: string | null;
        readonly vin: string | null;
        readonly insurer: string | null;
        readonly claim_number: string | null;
        readonly date_of_loss: string | null;
        readonly state: string | null;
      };
      readonly exposure: Components['Exposure'];
      readonly money: Components['Money'];
      readonly appraisal: {
        readonly version: number;
        readonly released_at: string;
        readonly inputs_sha256: string;
        readonly inputs: Components['AppraisalDraft'];
      } | null;
      readonly reports: readonly ({
        readonly document_id: string;
        readonly sha256: string;
        readonly size_bytes: number;
        readonly pages: number;
        readonly vendor: string;
        readonly received_at: string;
        readonly file_removed_at: string | null;
      })[];
      readonly snapshot: Components['Snapshot'] | null;
      readonly consent: Components['ConsentRecord'];
    };
  };
  readonly 'GET /referrals/{referral_id}/evidence.pdf': { readonly response: unknown };
  readonly 'GET /cases/{consultation_id}/person-export': {
    readonly query: { readonly scope?: 'case' | 'email' | 'phone' | undefined };
    readonly response: {
      readonly exported_at: string;
      readonly contacts: readonly (string)[];
      readonly cases: readonly ({ readonly number: string; readonly id: string; readonly source_id: string })[];
      readonly data: Readonly<Record<string, readonly (Readonly<Record<string, unknown>>)[]>>;
    };
  };
  readonly 'GET /cases/{consultation_id}/person-export.pdf': {
    readonly query: { readonly scope?: 'case' | 'email' | 'phone' | undefined };
    readonly response: unknown;
  };
  readonly 'GET /cases/{consultation_id}/person': { readonly response: Components['CustomerData'] };
  readonly 'GET /cases/{consultation_id}/erasure-preview': {
    readonly query: { readonly scope?: 'case' | 'email' | 'phone' | undefined };
    readonly response: {
      readonly object: 'privacy.erasure_preview';
      readonly scope: 'case' | 'email' | 'phone';
      readonly cases: readonly ({ readonly number: string; readonly open: boolean })[];
      readonly rows: number;
      readonly stops: readonly ('legal_hold' | 'money_open')[];
    };
  };
  readonly 'POST /cases/{consultation_id}/erasure': {
    readonly body: {
      readonly scope: 'case' | 'email' | 'phone';
      readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
      readonly confirm: string;
    };
    readonly response: Components['Erasure'];
  };
  readonly 'POST /cases/{consultation_id}/legal-hold': {
    readonly body: { readonly reason: string };
    readonly response: Components['CustomerData'];
  };
  readonly 'POST /cases/{consultation_id}/legal-hold/lift': {
    readonly body: { readonly reason: string };
    readonly response: Components['CustomerData'];
  };
};
