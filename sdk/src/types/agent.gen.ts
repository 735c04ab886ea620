// Made from openapi/agent.json by npm run generate; edits are overwritten.

/** The address in the description. */
export const describedServer = 'https://api.makewhole.test';

/** What the description names. */
export type Components = {
  readonly IntakeRequest: {
    /** the agent that submits */
    readonly agent: Components['AgentInfo'];
    /** The vehicle’s owner. An email or a phone number is required. */
    readonly customer: Components['Customer'];
    /** what the owner asked for and knows */
    readonly consent: Components['Consent'];
    /** A VIN is best, then a plate with its state; otherwise send year, make and model. */
    readonly vehicle?: Components['Vehicle'] | undefined;
    /** when and where the loss happened, and who pays */
    readonly loss?: Components['Loss'] | undefined;
    /** the insurer’s offer */
    readonly offer?: Components['Offer'] | undefined;
    /** your own reference; returned in every receipt */
    readonly external_ref?: string | undefined;
  };
  readonly AgentInfo: {
    /** your agent’s name, shown to the customer; a registration takes 2 to 80 characters */
    readonly name: string;
    /** a slug of your choice; with a key send the one you registered, though others are accepted. A registration takes 2 to 40 characters */
    readonly platform: string;
    /** the version of your agent */
    readonly version?: string | undefined;
    /** the URL of your operator’s site */
    readonly operator_url?: string | undefined;
  };
  readonly Customer: {
    /** the customer’s first name */
    readonly first_name?: string | undefined;
    /** the customer’s last name */
    readonly last_name?: string | undefined;
    /** the customer’s email address */
    readonly email?: string | undefined;
    /** ten digits; +1, spaces, parentheses and hyphens are optional */
    readonly phone?: string | undefined;
  };
  readonly Consent: {
    /** default: customer_directed; warm_handoff asks for an immediate call and requires an agent key */
    readonly mode?: 'customer_directed' | 'warm_handoff' | undefined;
    /** in your own words: the owner asked for this and knows that we write, and call if there is a phone number */
    readonly attestation: string;
    /** who attests it, if not the agent */
    readonly attestor_name?: string | undefined;
    /** default: true; if false, you relay customer_message yourself */
    readonly notify_customer?: boolean | undefined;
  };
  readonly Vehicle: {
    /** the full 17 characters give year, make, model and often the trim */
    readonly vin?: string | undefined;
    /** looked up together with plate_state if there is no VIN */
    readonly plate?: string | undefined;
    /** two letters, such as CA */
    readonly plate_state?: string | undefined;
    /** the model year */
    readonly year?: number | undefined;
    /** the maker, such as Honda */
    readonly make?: string | undefined;
    /** the model, such as Accord */
    readonly model?: string | undefined;
    /** the trim, such as EX-L; it improves the market read */
    readonly trim?: string | undefined;
    /** miles at the time of the loss; the market read is adjusted for it */
    readonly odometer?: number | undefined;
  };
  readonly Loss: {
    /** the day of the loss, YYYY-MM-DD */
    readonly date_of_loss?: string | undefined;
    /** two letters; where the loss happened or the policy was written */
    readonly loss_state?: string | undefined;
    /** where to search for comparable vehicles */
    readonly zip?: string | undefined;
    /** who pays: the owner’s insurer, the other driver’s insurer, unknown, or nobody because there is no claim */
    readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none' | undefined;
  };
  readonly Offer: {
    /** who made the offer */
    readonly insurer?: string | undefined;
    /** the insurer’s claim number */
    readonly claim_number?: string | undefined;
    /** what the insurer says the vehicle was worth, in cents: the vehicle value before tax, fees and deductible, not the total to be paid */
    readonly acv_offer_cents?: number | undefined;
    /** the same in dollars; if you send both, both must match */
    readonly acv_offer?: number | undefined;
  };
  readonly IntakeCreated: {
    /** the id of the intake */
    readonly intake_id: string;
    /** the developer page of this API explains each status */
    readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
    /** true if this repeats the response to an earlier request with the same key */
    readonly idempotent_replay?: boolean | undefined;
    /** your own reference, as you sent it; null if you sent none */
    readonly external_ref: string | null;
    /** for the customer only; null if there is nothing to confirm */
    readonly customer_confirmation_url: string | null;
    /** a text with that link, to be relayed word for word */
    readonly customer_message: string | null;
    /** how the customer will be contacted */
    readonly contact_policy: Components['ContactPolicy'];
    /** registered if an agent key was sent */
    readonly agent_tier: 'anonymous' | 'registered';
    /** prices you may quote to this customer */
    readonly pricing: Components['Pricing'];
    /** where the customer can buy, once something is for sale */
    readonly checkout: Components['Checkout'];
    /** true if a warm_handoff was accepted; the customer is called first */
    readonly priority_callback: boolean;
    /** The early market read: asking prices in whole dollars (10th percentile, median, 90th percentile), and the same adjusted for the odometer and the model year. With good coverage adjusted_mid and adjusted_range are always given; if the trim is unknown and trims differ in price, the range spans them. gap_vs_offer_cents is adjusted_mid minus the offer, in cents, where the offer is the vehicle value before tax and fees. It is null if trims differ and the offer is within adjusted_range, if no listing is of the stated trim, if the title is branded, or if the fuel differs; the disclaimer says why. With thin coverage adjusted_mid and adjusted_range are null in these cases too, and if fewer than five listings were found; market still shows what was found. null without year, make, model and a ZIP or state, or if the market could not be read. */
    readonly preliminary: Components['MarketRead'] | null;
    /** request fields that would help; no operation adds them later, but a report fills in some */
    readonly missing_fields: readonly (string)[];
    /** GET with Authorization: Bearer and the poll_token or your key */
    readonly poll_url: string;
    /** in the 201 response only; store it */
    readonly poll_token: string;
    /** the API’s developer page */
    readonly docs_url: string;
  };
  readonly IntakeReceipt: {
    /** the id of the intake */
    readonly intake_id: string;
    /** the developer page of this API explains each status */
    readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
    /** true if this repeats the response to an earlier request with the same key */
    readonly idempotent_replay?: boolean | undefined;
    /** your own reference, as you sent it; null if you sent none */
    readonly external_ref: string | null;
    /** for the customer only; null if there is nothing to confirm */
    readonly customer_confirmation_url: string | null;
    /** a text with that link, to be relayed word for word */
    readonly customer_message: string | null;
    /** how the customer will be contacted */
    readonly contact_policy: Components['ContactPolicy'];
    /** registered if an agent key was sent */
    readonly agent_tier: 'anonymous' | 'registered';
    /** prices you may quote to this customer */
    readonly pricing: Components['Pricing'];
    /** where the customer can buy, once something is for sale */
    readonly checkout: Components['Checkout'];
    /** true if a warm_handoff was accepted; the customer is called first */
    readonly priority_callback: boolean;
    /** The early market read: asking prices in whole dollars (10th percentile, median, 90th percentile), and the same adjusted for the odometer and the model year. With good coverage adjusted_mid and adjusted_range are always given; if the trim is unknown and trims differ in price, the range spans them. gap_vs_offer_cents is adjusted_mid minus the offer, in cents, where the offer is the vehicle value before tax and fees. It is null if trims differ and the offer is within adjusted_range, if no listing is of the stated trim, if the title is branded, or if the fuel differs; the disclaimer says why. With thin coverage adjusted_mid and adjusted_range are null in these cases too, and if fewer than five listings were found; market still shows what was found. null without year, make, model and a ZIP or state, or if the market could not be read. */
    readonly preliminary: Components['MarketRead'] | null;
    /** request fields that would help; no operation adds them later, but a report fills in some */
    readonly missing_fields: readonly (string)[];
    /** GET with Authorization: Bearer and the poll_token or your key */
    readonly poll_url: string;
    /** the API’s developer page */
    readonly docs_url: string;
  };
  readonly ContactPolicy: {
    /** whether an email will be sent */
    readonly will_email: boolean;
    /** whether a text message will be sent */
    readonly will_text: boolean;
    /** by a person, once there is a number; false only for not_eligible */
    readonly will_call: boolean;
    /** why the customer is called */
    readonly call_purpose: string;
    /** always false: a person calls */
    readonly automated_calls: boolean;
  };
  readonly Pricing: {
    /** the currency of all prices */
    readonly currency: 'USD';
    /** the price of the report only */
    readonly research: Components['Price'];
    /** the price of the appraisal with negotiation */
    readonly representation: Components['Price'];
    /** the discount, and who gets it */
    readonly discount: Components['Discount'];
  };
  readonly Price: {
    /** the list price */
    readonly list_cents: number;
    /** what this customer pays */
    readonly your_price_cents: number;
  };
  readonly Discount: {
    /** whether this customer gets it */
    readonly applied: boolean;
    /** how much is taken off */
    readonly amount_cents: number;
    /** the product it applies to */
    readonly applies_to: 'representation';
    /** who gets the discount, as a sentence */
    readonly note: string;
  };
  readonly Checkout: {
    /** how the customer pays: a hold on their own card, which they authorize themselves */
    readonly model: 'pre-authorization';
    /** null until the customer has confirmed and the consultation was delivered */
    readonly research_url: string | null;
    /** null under the same conditions as research_url */
    readonly representation_url: string | null;
    /** a sentence about it, for people */
    readonly note: string;
  };
  readonly MarketRead: {
    /** year, make, model and trim as one text */
    readonly vehicle_label: string;
    /** how many comparable listings there are: good (12 or more), thin (fewer) or none */
    readonly coverage: 'good' | 'thin' | 'none';
    /** how many listings the figures are based on */
    readonly sample_size: number;
    /** asking prices of the comparable listings, in whole dollars */
    readonly market: Components['MarketPrices'];
    /** the median adjusted for the odometer, in whole dollars; always an integer if coverage is good, null if the listings don’t support one */
    readonly adjusted_mid: number | null;
    /** the likely range of that value, across trims if the trim is unknown and trims differ; null if adjusted_mid is null */
    readonly adjusted_range: Components['AdjustedRange'] | null;
    /** adjusted_mid minus the offer, in cents; a positive value means the offer looks low. Null if trims differ and the offer is within adjusted_range */
    readonly gap_vs_offer_cents: number | null;
    /** the stored set of listings behind the figures; null if there are none */
    readonly snapshot_id: string | null;
    /** what the figures are and are not; show it with them */
    readonly disclaimer: string;
  };
  readonly MarketPrices: {
    /** the 10th percentile, in whole dollars */
    readonly low: number | null;
    /** the median, in whole dollars */
    readonly mid: number | null;
    /** the 90th percentile, in whole dollars */
    readonly high: number | null;
  };
  readonly AdjustedRange: {
    /** the 10th percentile, in whole dollars */
    readonly low: number;
    /** the 90th percentile, in whole dollars */
    readonly high: number;
  };
  readonly ReportUpload: {
    /** the report as a PDF, up to 15,728,640 bytes */
    readonly file: string;
  };
  readonly Agreement: {
    /** the current version; send it back when you register */
    readonly version: string;
    /** SHA-256 of the agreement’s text, in hexadecimal */
    readonly hash: string;
    /** its human-readable page */
    readonly url: string;
    /** the text of the agreement */
    readonly markdown: string;
  };
  readonly RegistrationRequest: {
    /** the agent that submits */
    readonly agent: Components['AgentAtRegistration'];
    /** the person or company behind the agent */
    readonly operator: Components['Operator'];
    /** the agreement between its operator and us */
    readonly agreement: Components['AgreementAcceptance'];
  };
  readonly AgentAtRegistration: {
    /** your agent’s name, shown to customers; 2 to 80 characters, a tighter limit than on intakes */
    readonly name: string;
    /** a slug of your choice, 2 to 40 characters, a tighter limit than on intakes; send the same one as agent.platform on your intakes */
    readonly platform: string;
    /** the agent’s site */
    readonly website?: string | undefined;
    /** what your agent does, in a sentence or two */
    readonly description?: string | undefined;
  };
  readonly Operator: {
    /** the person or company */
    readonly name: string;
    /** a monitored mailbox: we send the code there, and notices about the key and the webhook */
    readonly email: string;
  };
  readonly AgreementAcceptance: {
    /** true: you accept the agreement of this version */
    readonly accepted: true;
    /** the current version, from GET /agreement */
    readonly version: string;
  };
  readonly Registration: {
    /** the id of the pending registration */
    readonly registration_id: string;
    /** waiting for the emailed code */
    readonly status: 'pending_verification';
    /** where the code was sent, shortened */
    readonly operator_email_masked: string;
    /** when the emailed code expires */
    readonly code_expires_at: string;
    /** what to do next, as a sentence */
    readonly next_step: string;
    /** why the mail server rejected the address; present only if it did */
    readonly email_delivery_error?: string | undefined;
    /** the accepted agreement */
    readonly agreement: Components['AgreementLink'];
  };
  readonly AgreementLink: {
    /** the accepted version */
    readonly version: string;
    /** its human-readable page */
    readonly url: string;
  };
  readonly VerifyRequest: {
    /** the id of the pending registration */
    readonly registration_id: string;
    /** the six digits of the email */
    readonly code: string;
  };
  readonly VerifiedRegistration: {
    /** the id of your agent, agt_…; keep it, since recovery asks for it */
    readonly principal_id: string;
    /** the current status */
    readonly status: 'active';
    /** the key, shown only in this response; store it before you do anything else */
    readonly api_key: string;
    /** the first characters of the key, so you can recognize it */
    readonly key_prefix: string;
    /** the agreement between its operator and us */
    readonly agreement: Components['AcceptedAgreement'];
    /** the API’s developer page */
    readonly docs_url: string;
  };
  readonly AcceptedAgreement: {
    /** the accepted version */
    readonly version: string;
    /** SHA-256 of the agreement’s text, in hexadecimal */
    readonly hash: string;
  };
  readonly RecoveryRequest: {
    /** the id of your agent, agt_…, as the answer with your key and GET /me have it; not registration_id */
    readonly principal_id: string;
    /** operator.email of the registration */
    readonly email: string;
  };
  readonly RecoveryRequested: {
    /** the current status */
    readonly status: 'sent_if_registered';
    /** what to do next, as a sentence */
    readonly next_step: string;
  };
  readonly RecoverKeyRequest: {
    /** the recovery code of the email */
    readonly code: string;
  };
  readonly RecoveredKey: {
    /** the id of your agent, agt_…; keep it, since recovery asks for it */
    readonly principal_id: string;
    /** the key, shown only in this response; store it before you do anything else */
    readonly api_key: string;
    /** the first characters of the key, so you can recognize it */
    readonly key_prefix: string;
    /** whether another key stopped working */
    readonly revoked_previous: boolean;
  };
  readonly Me: {
    /** the id of your agent, agt_…; keep it, since recovery asks for it */
    readonly principal_id: string;
    /** the current status */
    readonly status: 'active';
    /** the agent that submits */
    readonly agent: Components['AgentProfile'];
    /** the person or company behind the agent */
    readonly operator: Components['MaskedOperator'];
    /** the agreement between its operator and us */
    readonly agreement: Components['AgreementStanding'];
    /** where we send events; null if not set */
    readonly webhook: Components['WebhookSetting'] | null;
    /** your active keys */
    readonly keys: readonly (Components['KeyInfo'])[];
    /** your limits */
    readonly limits: Components['AgentLimits'];
    /** when it was created */
    readonly created_at: string;
  };
  readonly AgentProfile: {
    /** the registered name */
    readonly name: string;
    /** the registered slug */
    readonly platform: string;
    /** the agent’s site */
    readonly website: string | null;
    /** what the agent does */
    readonly description: string | null;
  };
  readonly MaskedOperator: {
    /** the registered person or company */
    readonly name: string;
    /** the operator’s email address, shortened */
    readonly email_masked: string;
  };
  readonly AgreementStanding: {
    /** the accepted version */
    readonly version: string;
    /** SHA-256 of the agreement’s text, in hexadecimal */
    readonly hash: string;
    /** when the agreement was accepted */
    readonly accepted_at: string;
    /** whether this is the current version */
    readonly current: boolean;
  };
  readonly WebhookSetting: {
    /** an https address */
    readonly url: string;
    /** the event types we send */
    readonly events: readonly (string)[];
    /** when it was created */
    readonly created_at: string;
    /** when it last changed */
    readonly updated_at: string;
  };
  readonly KeyInfo: {
    /** the first characters of the key */
    readonly prefix: string;
    /** when it was created */
    readonly created_at: string;
    /** when it was last used; null if never */
    readonly last_used_at: string | null;
  };
  readonly AgentLimits: {
    /** submissions per minute with your key */
    readonly intakes_per_minute: number;
    /** submissions per minute from one IP address without a key */
    readonly anonymous_intakes_per_minute: number;
    /** a registered agent’s limit, as a multiple of the anonymous limit */
    readonly multiplier: number;
  };
  readonly RotatedKey: {
    /** the key, shown only in this response; store it before you do anything else */
    readonly api_key: string;
    /** the first characters of the key, so you can recognize it */
    readonly key_prefix: string;
    /** whether another key stopped working */
    readonly revoked_previous: boolean;
  };
  readonly WebhookRequest: {
    /** an https address */
    readonly url: string;
  };
  readonly AgentWebhook: {
    /** the signing key, shown only in this response; store it */
    readonly secret: string;
    /** an https address */
    readonly url: string;
    /** the event types we send */
    readonly events: readonly (string)[];
    /** when it was created */
    readonly created_at: string;
    /** when it last changed */
    readonly updated_at: string;
  };
  readonly WebhookRemoved: {
    /** false if there was no webhook */
    readonly deleted: boolean;
  };
  readonly Issue: {
    /** the dotted field name; empty for the whole body */
    readonly path: string;
    /** the problem, as a phrase */
    readonly message: string;
  };
  readonly AgentError: {
    /** what went wrong, as a sentence for people */
    readonly error: string;
    /** the error code; branch on it and on the status */
    readonly code: 'invalid_request' | 'not_found' | 'unauthorized' | 'rate_limited' | 'program_disabled' | 'idempotency_conflict' | 'internal';
    /** each invalid field, listed once; only on 400 */
    readonly issues?: readonly (Components['Issue'])[] | undefined;
  };
  readonly AgreementOutdated: {
    /** what went wrong, as a sentence for people */
    readonly error: string;
    /** the error code; branch on it and on the status */
    readonly code: 'invalid_request' | 'not_found' | 'unauthorized' | 'rate_limited' | 'program_disabled' | 'idempotency_conflict' | 'internal';
    /** each invalid field, listed once; only on 400 */
    readonly issues?: readonly (Components['Issue'])[] | undefined;
    /** the current version; read it, then register with it */
    readonly current_version: string;
  };
  readonly CodeRefused: {
    /** what went wrong, as a sentence for people */
    readonly error: string;
    /** the error code; branch on it and on the status */
    readonly code: 'invalid_request' | 'not_found' | 'unauthorized' | 'rate_limited' | 'program_disabled' | 'idempotency_conflict' | 'internal';
    /** each invalid field, listed once; only on 400 */
    readonly issues?: readonly (Components['Issue'])[] | undefined;
    /** how many more codes can be tried */
    readonly attempts_left?: number | undefined;
  };
  readonly IntakeEvent: Components['IntakeReceivedEvent'] | Components['IntakeWelcomeSentEvent'] | Components['IntakeContactAttemptedEvent'] | Components['IntakeCustomerConfirmedEvent'] | Components['IntakeConsultationActiveEvent'] | Components['IntakeDeclinedEvent'] | Components['IntakeExpiredEvent'];
  readonly IntakeReceivedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.received';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'received';
    };
  };
  readonly IntakeWelcomeSentEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.welcome_sent';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'welcome_sent';
    };
  };
  readonly IntakeContactAttemptedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.contact_attempted';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'contact_attempted';
    };
  };
  readonly IntakeCustomerConfirmedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.customer_confirmed';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'customer_confirmed';
    };
  };
  readonly IntakeConsultationActiveEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.consultation_active';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'consultation_active';
    };
  };
  readonly IntakeDeclinedEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.declined';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'declined';
    };
  };
  readonly IntakeExpiredEvent: {
    /** the same on every retry and resend; process each id once */
    readonly id: string;
    /** the kind of object */
    readonly object: 'event';
    /** the event type */
    readonly type: 'intake.expired';
    /** when it was created */
    readonly created_at: string;
    /** what the event is about */
    readonly data: {
      /** the id of the intake */
      readonly intake_id: string;
      /** the current status */
      readonly status: 'expired';
    };
  };
};

/** Every operation: what it takes, and what it answers with when it succeeds. */
export type Operations = {
  readonly 'POST /api/agent/v1/intakes': {
    readonly body: Components['IntakeRequest'];
    readonly response: Components['IntakeReceipt'] | Components['IntakeCreated'];
  };
  readonly 'GET /api/agent/v1/intakes/{intake_id}': {
    readonly response: Components['IntakeReceipt'];
  };
  readonly 'POST /api/agent/v1/intakes/{intake_id}/documents': {
    readonly response: Components['IntakeReceipt'];
  };
  readonly 'GET /api/agent/v1/agreement': {
    readonly response: Components['Agreement'];
  };
  readonly 'POST /api/agent/v1/register': {
    readonly body: Components['RegistrationRequest'];
    readonly response: Components['Registration'];
  };
  readonly 'POST /api/agent/v1/register/verify': {
    readonly body: Components['VerifyRequest'];
    readonly response: Components['VerifiedRegistration'];
  };
  readonly 'POST /api/agent/v1/recover': {
    readonly body: Components['RecoveryRequest'];
    readonly response: Components['RecoveryRequested'];
  };
  readonly 'POST /api/agent/v1/recover/verify': {
    readonly body: Components['RecoverKeyRequest'];
    readonly response: Components['RecoveredKey'];
  };
  readonly 'GET /api/agent/v1/me': {
    readonly response: Components['Me'];
  };
  readonly 'POST /api/agent/v1/me/rotate-key': {
    readonly response: Components['RotatedKey'];
  };
  readonly 'PUT /api/agent/v1/me/webhook': {
    readonly body: Components['WebhookRequest'];
    readonly response: Components['AgentWebhook'];
  };
  readonly 'DELETE /api/agent/v1/me/webhook': {
    readonly response: Components['WebhookRemoved'];
  };
};

/** The bodies of webhook deliveries. */
export type Webhooks = {
  readonly intake: Components['IntakeEvent'];
};

/** Every code of an error. */
export type ErrorCode = 'idempotency_conflict' | 'internal' | 'invalid_request' | 'not_found' | 'program_disabled' | 'rate_limited' | 'unauthorized';
