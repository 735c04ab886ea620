// Made from openapi/portal.json by npm run generate; edits are overwritten.

/** What the description names. */
export type Components = {
  readonly ReferralView: {
    readonly object: 'portal.referral';
    readonly referral: Components['Referral'];
    /** the calendar day of the loss, as it was sent */
    readonly loss_day: string;
    readonly version: string;
    readonly masked: boolean;
    readonly can_edit: readonly ('external_ref' | 'borrower' | 'vehicle' | 'claim' | 'liability')[];
    readonly can_cancel: boolean;
    readonly can_attest: boolean;
    readonly can_add_document: boolean;
    readonly review: Components['Review'] | null;
    readonly documents: readonly (Components['ReferralDocument'])[];
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
  readonly ListedReferral: {
    readonly id: string;
    readonly object: 'portal.referral';
    readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
    readonly status_label: string;
    readonly status_tone: string;
    readonly external_ref: string | null;
    readonly borrower: Components['Borrower'];
    readonly vehicle: Components['ReferralVehicle'];
    readonly claim: { readonly carrier: string; readonly claim_number: string; readonly date_of_loss: string };
    readonly created_at: string;
    readonly invitation_expires_at: string;
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
  readonly ReferralDocument: {
    readonly object: 'portal.referral_document';
    readonly id: string;
    readonly file_name: string;
    readonly size_bytes: number;
    readonly sent_at: string;
    readonly sent_by: Components['Named'];
    readonly pages: number;
    readonly vendor: 'ccc' | 'mitchell' | 'unknown';
    readonly nothing_read: boolean;
    readonly read: Components['ReadFields'];
    readonly differences: readonly (Components['Difference'])[];
    readonly can_download: boolean;
  };
  readonly ReadFields: {
    readonly vin: string | null;
    readonly offer_cents: number | null;
    readonly insurer: string | null;
    readonly claim_number: string | null;
    readonly date_of_loss: string | null;
  };
  readonly Difference: {
    readonly field: string;
    readonly stated: string | number | null;
    readonly read: string | number | null;
  };
  readonly Review: {
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
  readonly RosterFile: {
    readonly id: string;
    readonly name: string;
    readonly status: 'uploading' | 'uploaded' | 'reading' | 'planned' | 'void' | 'failed' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone';
    readonly kind: 'csv' | 'xlsx' | 'ndjson' | null;
    readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
    readonly delimiter: string | null;
    readonly size_bytes: number;
    readonly problem: string | null;
    readonly rows_read: number;
    readonly columns: readonly (Components['RosterColumn'])[];
    readonly is_mapped: boolean;
    readonly counts: Components['RosterCounts'] | null;
    /** whether the number of removals must be confirmed */
    readonly confirm_removals: boolean;
    readonly threshold_percent: number;
    readonly planned_at: string | null;
    readonly plan_ends_at: string | null;
    readonly applied_at: string | null;
    readonly apply_finished_at: string | null;
    readonly changes_done: number;
    readonly overtaken: number;
    readonly undo_until: string | null;
    /** whether its 24 hours are not over; the roster must also be as it was left */
    readonly can_undo: boolean;
    readonly undo_asked_at: string | null;
    readonly undo_finished_at: string | null;
    readonly undo_done: number;
    readonly undo_overtaken: number;
    /** whether the file itself is still stored, so that it can be read again */
    readonly file_stored: boolean;
    readonly created_at: string;
  };
  readonly RosterCounts: {
    readonly add: number;
    readonly change: number;
    readonly remove: number;
    readonly unchanged: number;
    readonly kept: number;
    readonly invalid: number;
    readonly unnamed: number;
    readonly warned: number;
    readonly active: number;
  };
  readonly RosterPerson: {
    readonly external_ref: string | null;
    readonly plan: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly RosterColumn: {
    readonly name: string;
    readonly samples: readonly (string)[];
    readonly field: 'vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null;
  };
  readonly ReferralFile: {
    readonly id: string;
    readonly name: string;
    readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
    readonly kind: 'csv' | 'xlsx' | null;
    readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
    readonly delimiter: string | null;
    readonly size_bytes: number;
    readonly problem: string | null;
    readonly rows: number;
    readonly counts: Components['ReferralFileCounts'] | null;
    readonly leave_out: number | null;
    readonly checked_at: string | null;
    readonly applied_at: string | null;
    readonly done: number;
    readonly referred: number;
    /** Referred, and on the do-not-contact list. Null for whoever sees contacts masked. */
    readonly not_contacted: number | null;
    readonly overtaken: number;
    readonly finished_at: string | null;
    /** whether it was stopped with rows left that can still be referred */
    readonly can_resume: boolean;
    readonly cells_until: string | null;
    readonly created_at: string;
    readonly is_mapped: boolean;
    readonly columns: readonly (Components['ReferralFileColumn'])[];
  };
  readonly ReferralFileCounts: {
    readonly ready: number;
    readonly invalid: number;
    readonly double: number;
    readonly open: number;
    readonly ended: number;
    readonly warned: number;
  };
  readonly ReferralFileColumn: {
    readonly name: string;
    readonly samples: readonly (string)[];
    readonly field: 'borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null;
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
    readonly type: string;
    readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
    readonly attempts: number;
    readonly last_attempt: Components['LastAttempt'] | null;
    readonly next_attempt_at: string | null;
    readonly created_at: string;
  };
  readonly LastAttempt: {
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
  readonly RecoveryList: { readonly object: 'list'; readonly data: readonly (Components['Recovery'])[] };
  readonly Recovery: {
    readonly id: string;
    readonly status: 'running' | 'done' | 'stopped';
    readonly since: string;
    readonly until: string;
    readonly states: readonly (string)[];
    readonly event_types: readonly (string)[];
    readonly per_minute: number | null;
    readonly total: number;
    readonly recovered: number;
    readonly recovered_per_minute: number | null;
    readonly created_at: string;
    readonly finished_at: string | null;
  };
  readonly Contacts: {
    readonly object: 'portal.contacts';
    readonly technical: Components['Contact'];
    readonly operations: Components['Contact'];
    readonly billing: Components['Contact'];
    readonly notices: Components['Notices'];
  };
  readonly Contact: { readonly email: string | null; readonly pending: Components['PendingContact'] | null };
  readonly PendingContact: { readonly email: string; readonly expires_at: string };
  readonly Notices: {
    readonly endpoint_warnings: readonly ('technical' | 'operations' | 'billing')[];
    readonly statements: readonly ('technical' | 'operations' | 'billing')[];
    readonly security_notices: readonly ('technical' | 'operations' | 'billing')[];
  };
  readonly SandboxEnrollment: {
    readonly id: string;
    readonly object: 'sandbox.enrollment';
    readonly status: string;
    readonly redemption: Components['SandboxRedemption'] | null;
    readonly name: string;
    readonly vehicle: string;
    readonly external_ref: string | null;
    readonly created_at: string;
    readonly steps: readonly (Components['SandboxStep'])[];
  };
  readonly SandboxRedemption: { readonly id: string; readonly settled: boolean };
  readonly SandboxReferral: {
    readonly id: string;
    readonly object: 'sandbox.referral';
    readonly status: string;
    readonly status_label: string;
    readonly review: 'in_review' | 'completed' | null;
    readonly name: string;
    readonly vehicle: string;
    readonly external_ref: string | null;
    readonly created_at: string;
    readonly invitation_expires_at: string;
    readonly steps: readonly (Components['SandboxStep'])[];
  };
  readonly SandboxStep: {
    readonly step: string;
    readonly label: string;
    readonly kind: 'action' | 'time';
    readonly publishes: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[];
  };
  readonly SandboxReset: {
    readonly id: string;
    readonly object: 'sandbox.reset';
    readonly status: 'running' | 'finished';
    readonly asked_at: string;
    readonly finished_at: string | null;
    readonly found: Components['SandboxCounts'];
    readonly removed: Components['SandboxCounts'];
    /** referrals and enrollments that stay; null while it runs */
    readonly kept: number | null;
  };
  readonly SandboxCounts: {
    readonly messages: number;
    readonly referrals: number;
    readonly enrollments: number;
    readonly roster_syncs: number;
    readonly idempotency_keys: number;
  };
  readonly Key: {
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
  readonly NewKey: {
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
  readonly Mistake: {
    readonly code: string;
    readonly what: string;
    readonly fix: string;
    /** The same in terms of the language that was asked for. */
    readonly in_language: string | null;
  };
  readonly RecordedBody: {
    /** Null when it is not UTF-8. */
    readonly text: string | null;
    readonly base64: string;
    /** How long it was. */
    readonly bytes: number;
    readonly truncated: boolean;
  };
  readonly NewPassword: { readonly token: string; readonly password: string; readonly code: string };
  readonly Named: { readonly id: string; readonly name: string };
  readonly GoLive: {
    readonly counted_since: string;
    readonly steps: readonly ({
      readonly step: 'signed_call' | 'replayed_key' | 'handled_conflict' | 'delivered_event' | 'unknown_event' | 'rotated_secret';
      readonly done: boolean;
      readonly since: string | null;
      readonly evidence: { readonly kind: 'credential' | 'request' | 'delivery' | 'endpoint'; readonly id: string } | null;
    })[];
    readonly live_open: boolean;
    readonly live_requested_at: string | null;
    readonly ready: boolean;
    readonly endpoints: readonly ({ readonly id: string; readonly url: string })[];
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
  readonly IssuerSettings: {
    readonly object: 'portal.issuer_settings';
    readonly issuer: {
      readonly object: 'portal.issuer';
      readonly issuer: string;
      readonly client_id: string;
      readonly email_domains: readonly (string)[];
      readonly acr_values: readonly (string)[];
      readonly amr_values: readonly (string)[];
      readonly new_user_role: string | null;
      readonly redirect_uri: string;
      readonly sign_in_url: string;
      readonly created_at: string;
      readonly changed_at: string;
    } | null;
    readonly redirect_uri: string;
    readonly possible_domains: readonly (string)[];
  };
  readonly Authenticator: {
    /** For an authenticator app that takes no picture. */
    readonly secret: string;
    readonly uri: string;
    readonly qr: { readonly size: number; readonly path: string };
  };
  readonly Passkey: {
    readonly id: string;
    readonly object: 'portal.passkey';
    readonly label: string;
    readonly synced: boolean;
    readonly created_at: string;
    readonly last_used_at: string | null;
  };
  readonly ShownPasskey: {
    readonly id: string;
    readonly rawId: string;
    readonly type: 'public-key';
    readonly clientExtensionResults?: Readonly<Record<string, unknown>> | undefined;
    readonly authenticatorAttachment?: string | null | undefined;
    readonly response: {
      readonly clientDataJSON: string;
      readonly authenticatorData: string;
      readonly signature: string;
      readonly userHandle?: string | null | undefined;
    };
  };
  readonly TrailEntry: {
    readonly at: string;
    readonly kind: 'action' | 'refused';
    readonly operation: string;
    readonly did: string;
    readonly who: {
      readonly type: 'user' | 'staff' | 'link';
      readonly id: string | null;
      readonly name: string;
    };
    readonly credential_id: string | null;
    readonly subject_id: string | null;
    readonly request_id: string | null;
  };
};

/** Every operation: what it takes, and what it answers with when it succeeds. */
export type Operations = {
  readonly 'POST /session': {
    readonly body: { readonly email: string; readonly password: string; readonly code: string };
    readonly response: { readonly ok: true };
  };
  readonly 'DELETE /session': { readonly response: { readonly ok: true } };
  readonly 'POST /sign-in/reset': { readonly body: { readonly email: string }; readonly response: { readonly ok: true } };
  readonly 'POST /sign-in/reset/finish': { readonly body: Components['NewPassword']; readonly response: { readonly ok: true } };
  readonly 'POST /sign-up': {
    readonly body: {
      readonly institution_name: string;
      readonly name: string;
      readonly email: string;
      readonly purpose: string;
    };
    readonly response: { readonly ok: true };
  };
  readonly 'POST /sign-up/view': {
    readonly body: { readonly token: string };
    readonly response: {
      readonly email: string;
      readonly name: string;
      readonly institution_name: string;
      readonly authenticator: Components['Authenticator'];
    };
  };
  readonly 'POST /sign-up/finish': {
    readonly body: Components['NewPassword'];
    readonly response: { readonly institution_id: string; readonly recovery_codes: readonly (string)[] };
  };
  readonly 'POST /invitations/view': {
    readonly body: { readonly token: string };
    readonly response: {
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly institution_name: string;
      /** Null where the address has an account: sign in with it and accept. */
      readonly authenticator: Components['Authenticator'] | null;
    };
  };
  readonly 'POST /invitations/finish': {
    readonly body: {
      readonly token: string;
      readonly password: string;
      readonly code: string;
      readonly name: string;
    };
    readonly response: { readonly institution_id: string; readonly recovery_codes: readonly (string)[] };
  };
  readonly 'POST /sign-in/authenticator/view': {
    readonly body: { readonly token: string };
    readonly response: {
      readonly email: string;
      readonly opens_at: string;
      /** The link does not work yet; until then it can be stopped. */
      readonly waits: boolean;
    };
  };
  readonly 'POST /sign-in/authenticator/begin': {
    readonly body: { readonly token: string; readonly password: string };
    readonly response: { readonly authenticator: Components['Authenticator'] };
  };
  readonly 'POST /sign-in/authenticator/finish': {
    readonly body: Components['NewPassword'];
    readonly response: { readonly recovery_codes: readonly (string)[] };
  };
  readonly 'POST /sign-in/authenticator/stop': { readonly body: { readonly token: string }; readonly response: { readonly ok: true } };
  readonly 'POST /sign-in/passkey-options': { readonly response: { readonly options: Readonly<Record<string, unknown>> } };
  readonly 'POST /sign-in/passkey': {
    readonly body: { readonly credential: Components['ShownPasskey'] };
    readonly response: { readonly ok: true };
  };
  readonly 'GET /issuer-sign-in/{institution_id}': { readonly response: unknown };
  readonly 'GET /issuer-callback/{institution_id}': { readonly response: unknown };
  readonly 'POST /contact-confirmations': {
    readonly body: { readonly token: string };
    readonly response: {
      readonly object: 'portal.confirmed_contact';
      readonly kind: 'technical' | 'operations' | 'billing';
      readonly institution: string;
    };
  };
  readonly 'POST /pairings': {
    readonly body: {
      /** What asks, such as the name and the machine of a command line. It is shown to the user. */
      readonly client: string;
      /** SHA-256 of the verifier, which whoever asks keeps, in base64url without padding. */
      readonly challenge: string;
    };
    readonly response: {
      readonly object: 'portal.pairing';
      /** To be typed in the portal by a user who is signed in. */
      readonly code: string;
      /** Where it is typed. */
      readonly page: string;
      readonly expires_at: string;
      readonly poll_every_s: number;
    };
  };
  readonly 'POST /pairings/poll': {
    readonly body: {
      /** Of which the challenge is the hash. */
      readonly verifier: string;
    };
    readonly response: {
      readonly status: 'pending' | 'approved';
      readonly token?: {
        readonly id: string;
        /** In this answer alone. */
        readonly token: string;
        readonly permissions: readonly (string)[];
        readonly modes: readonly (string)[];
        readonly expires_at: string;
        readonly user: Components['Named'];
        readonly institution: Components['Named'];
      } | undefined;
    };
  };
  readonly 'GET /me': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly fresh_until: string | null;
      readonly institutions: readonly ({
        readonly id: string;
        readonly name: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly suspended: boolean;
        readonly live_open: boolean;
      })[];
    };
  };
  readonly 'GET /sessions': {
    readonly response: {
      readonly data: readonly ({
        readonly id: string;
        readonly method: string;
        readonly current: boolean;
        readonly created_at: string;
        readonly last_seen_at: string;
        readonly expires_at: string;
      })[];
    };
  };
  readonly 'DELETE /sessions': { readonly response: { readonly ok: true } };
  readonly 'POST /session/fresh': {
    readonly body: { readonly code: string };
    readonly response: { readonly fresh_until: string };
  };
  readonly 'POST /password': {
    readonly body: { readonly current: string; readonly code: string; readonly password: string };
    readonly response: { readonly ok: true };
  };
  readonly 'POST /invitations/accept': {
    readonly body: { readonly token: string };
    readonly response: { readonly institution_id: string };
  };
  readonly 'DELETE /roles/{institution_id}': { readonly response: { readonly ok: true } };
  readonly 'POST /passkeys/options': { readonly response: { readonly options: Readonly<Record<string, unknown>> } };
  readonly 'GET /passkeys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Passkey'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /passkeys': {
    readonly body: {
      readonly label: string;
      readonly credential: {
        readonly id: string;
        readonly rawId: string;
        readonly type: 'public-key';
        readonly clientExtensionResults?: Readonly<Record<string, unknown>> | undefined;
        readonly authenticatorAttachment?: string | null | undefined;
        readonly response: {
          readonly clientDataJSON: string;
          readonly attestationObject: string;
          readonly transports?: readonly (string)[] | undefined;
        };
      };
    };
    readonly response: Components['Passkey'];
  };
  readonly 'PATCH /passkeys/{passkey_id}': { readonly body: { readonly label: string }; readonly response: Components['Passkey'] };
  readonly 'DELETE /passkeys/{passkey_id}': { readonly response: { readonly ok: true } };
  readonly 'POST /session/fresh/passkey-options': { readonly response: { readonly options: Readonly<Record<string, unknown>> } };
  readonly 'POST /session/fresh/passkey': {
    readonly body: { readonly credential: Components['ShownPasskey'] };
    readonly response: { readonly fresh_until: string };
  };
  readonly 'POST /pairings/view': {
    readonly body: { readonly code: string };
    readonly response: {
      readonly client: string;
      readonly address: string;
      /** Whether the browser that looks has this address too. */
      readonly same_address: boolean;
      readonly created_at: string;
      readonly expires_at: string;
      readonly permissions: readonly (string)[];
      readonly days: number;
    };
  };
  readonly 'POST /pairings/deny': { readonly body: { readonly code: string }; readonly response: { readonly ok: true } };
  readonly 'GET /{institution_id}/{mode}/institution': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly livemode: boolean;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly permissions: readonly ('institution.read' | 'members.read' | 'members.write' | 'settings.write' | 'credentials.read' | 'credentials.write' | 'endpoints.read' | 'endpoints.write' | 'deliveries.read' | 'deliveries.write' | 'events.read' | 'requests.read' | 'sandbox.read' | 'sandbox.write' | 'tokens.write' | 'trail.read' | 'referrals.read' | 'referrals.write' | 'rosters.read' | 'rosters.write' | 'statements.read' | 'analytics.read' | 'contacts.read')[];
      readonly live_open: boolean;
    };
  };
  readonly 'GET /{institution_id}/{mode}/go-live': { readonly response: Components['GoLive'] };
  readonly 'POST /{institution_id}/{mode}/go-live/rehearsals': {
    readonly body: { readonly endpoint_id: string };
    readonly response: { readonly delivery_id: string; readonly endpoint_id: string };
  };
  readonly 'POST /{institution_id}/{mode}/go-live/request': { readonly response: Components['GoLive'] };
  readonly 'GET /{institution_id}/{mode}/keys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Key'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/keys': {
    readonly body: {
      readonly role?: 'full' | 'read_only' | undefined;
      readonly label?: string | undefined;
      readonly expires_at?: string | undefined;
      readonly allowed_addresses?: readonly (string)[] | undefined;
    };
    readonly response: Components['NewKey'];
  };
  readonly 'PATCH /{institution_id}/{mode}/keys/{key_id}': {
    readonly body: {
      readonly label?: string | null | undefined;
      readonly allowed_addresses?: readonly (string)[] | undefined;
    };
    readonly response: Components['Key'];
  };
  readonly 'POST /{institution_id}/{mode}/keys/{key_id}/rotate': {
    readonly body: { readonly overlap_hours: 0 | 1 | 24 | 168; readonly expires_at?: string | undefined };
    readonly response: { readonly replaced: Components['Key']; readonly key: Components['NewKey'] };
  };
  readonly 'POST /{institution_id}/{mode}/keys/{key_id}/revoke': { readonly response: Components['Key'] };
  readonly 'GET /{institution_id}/{mode}/credentials': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Credential'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/credentials': {
    readonly body: {
      readonly public_key: string;
      readonly label?: string | undefined;
      readonly role?: 'full' | 'read_only' | undefined;
      readonly replaces?: string | undefined;
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
      readonly verify_calls: {
        readonly curl: string;
        readonly typescript: string;
        readonly python: string;
        readonly java: string;
      };
    };
  };
  readonly 'GET /{institution_id}/{mode}/credentials/{credential_id}': { readonly response: Components['Credential'] };
  readonly 'POST /{institution_id}/{mode}/credentials/{credential_id}/revoke': { readonly response: Components['Credential'] };
  readonly 'GET /{institution_id}/{mode}/requests': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly status?: '2xx' | '3xx' | '4xx' | '5xx' | undefined;
      readonly code?: string | undefined;
      readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | undefined;
      readonly route?: string | undefined;
      readonly credential_id?: string | undefined;
      readonly object_id?: string | undefined;
      readonly request_id?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly object: 'request';
        readonly at: string;
        readonly method: string;
        readonly route: string;
        /** Ids stay; whatever else was written there is shown as the pattern. */
        readonly path: string;
        readonly query_names: readonly (string)[];
        readonly status: number;
        readonly code: string | null;
        /** A name that the contract does not have is an asterisk. */
        readonly issue_paths: readonly (string)[];
        readonly credential_id: string;
        readonly duration_ms: number;
        readonly client_address: string;
        /** The stored answer of an Idempotency-Key was sent again. */
        readonly replayed: boolean;
        readonly object_ids: readonly (string)[];
        /** Headers and bodies are there: in test mode, for 7 days. */
        readonly has_content: boolean;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly unrecorded: readonly ({
        readonly minute: string;
        readonly reason: 'queue_full' | 'not_written' | 'refused_often';
        readonly calls: number;
      })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/requests/{request_id}': {
    readonly response: {
      readonly id: string;
      readonly object: 'request';
      readonly at: string;
      readonly method: string;
      readonly route: string;
      /** Ids stay; whatever else was written there is shown as the pattern. */
      readonly path: string;
      readonly query_names: readonly (string)[];
      readonly status: number;
      readonly code: string | null;
      /** A name that the contract does not have is an asterisk. */
      readonly issue_paths: readonly (string)[];
      readonly credential_id: string;
      readonly duration_ms: number;
      readonly client_address: string;
      /** The stored answer of an Idempotency-Key was sent again. */
      readonly replayed: boolean;
      readonly object_ids: readonly (string)[];
      /** Headers and bodies are there: in test mode, for 7 days. */
      readonly has_content: boolean;
      readonly content: {
        readonly target: string;
        readonly headers: readonly ({ readonly name: string; readonly value: string })[];
        /** Null when it was not read, or read as a stream. */
        readonly request_body: Components['RecordedBody'] | null;
        readonly response_body: Components['RecordedBody'] | null;
      } | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/doctor/request': {
    readonly body: {
      /** A request of the log in test mode. */
      readonly request_id?: string | undefined;
      /** An HTTP request as text, or what curl -v prints. */
      readonly raw?: string | undefined;
      readonly method?: string | undefined;
      readonly url?: string | undefined;
      readonly headers?: readonly ({ readonly name: string; readonly value: string })[] | undefined;
      /** As text, when it is not behind the headers. */
      readonly body?: string | undefined;
      /** The exact bytes of the body. */
      readonly body_base64?: string | undefined;
      /** When it was sent, to check the clock. */
      readonly sent_at?: string | undefined;
      readonly language?: 'javascript' | 'python' | 'java' | 'csharp' | 'go' | 'php' | 'ruby' | undefined;
    };
    readonly response: {
      readonly verdict: 'valid' | 'explained' | 'not_explained';
      readonly summary: string;
      readonly mistakes: readonly (Components['Mistake'])[];
      /** What else was noticed, and what could not be told. */
      readonly notes: readonly (string)[];
      /** What was looked for. */
      readonly tried: readonly (string)[];
      readonly object: 'signature_check';
      /** The text to sign, as we build it. */
      readonly expected_text: string | null;
      /** The text that was signed, when it was found. */
      readonly signed_text: string | null;
      /** The credential whose key made the signature. */
      readonly credential: { readonly id: string; readonly status: string; readonly livemode: boolean } | null;
      readonly verifications: number;
    };
  };
  readonly 'GET /{institution_id}/{mode}/doctor/endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({ readonly id: string; readonly url: string })[];
    };
  };
  readonly 'POST /{institution_id}/{mode}/doctor/webhook': {
    readonly body: {
      readonly endpoint_id: string;
      /** As they arrived, one on each line. */
      readonly headers: string;
      /** As text, when it is not behind the headers. */
      readonly body?: string | undefined;
      /** The exact bytes of the body. */
      readonly body_base64?: string | undefined;
      /** What your code computed, in hexadecimal digits or base64. */
      readonly computed?: string | undefined;
      /** By the clock of the receiver. */
      readonly received_at?: string | undefined;
      readonly language?: 'javascript' | 'python' | 'java' | 'csharp' | 'go' | 'php' | 'ruby' | undefined;
    };
    readonly response: {
      readonly verdict: 'valid' | 'explained' | 'not_explained';
      readonly summary: string;
      readonly mistakes: readonly (Components['Mistake'])[];
      /** What else was noticed, and what could not be told. */
      readonly notes: readonly (string)[];
      /** What was looked for. */
      readonly tried: readonly (string)[];
      readonly object: 'delivery_check';
    };
  };
  readonly 'GET /{institution_id}/{mode}/tokens': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly object: 'portal.token';
        readonly label: string;
        readonly user: Components['Named'];
        readonly permissions: readonly (string)[];
        readonly modes: readonly ('live' | 'test')[];
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string;
        readonly last_used_at: string | null;
        readonly revoked_at: string | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/tokens': {
    readonly body: {
      readonly label: string;
      readonly permissions: readonly ('institution.read' | 'members.read' | 'members.write' | 'settings.write' | 'credentials.read' | 'credentials.write' | 'endpoints.read' | 'endpoints.write' | 'deliveries.read' | 'deliveries.write' | 'events.read' | 'requests.read' | 'sandbox.read' | 'sandbox.write' | 'tokens.write' | 'trail.read' | 'referrals.read' | 'referrals.write' | 'rosters.read' | 'rosters.write' | 'statements.read' | 'analytics.read' | 'contacts.read')[];
      readonly modes: readonly ('live' | 'test')[];
      readonly expires_in_days: number;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'portal.token';
      readonly label: string;
      readonly user: Components['Named'];
      readonly permissions: readonly (string)[];
      readonly modes: readonly ('live' | 'test')[];
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string;
      readonly last_used_at: string | null;
      readonly revoked_at: string | null;
      readonly token: string;
    };
  };
  readonly 'POST /{institution_id}/{mode}/tokens/{token_id}/revoke': { readonly response: { readonly ok: true } };
  readonly 'POST /{institution_id}/{mode}/pairings/approve': { readonly body: { readonly code: string }; readonly response: { readonly ok: true } };
  readonly 'GET /{institution_id}/{mode}/event-types': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({ readonly type: string; readonly means: string; readonly body: string })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Endpoint'])[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/endpoints': {
    readonly body: { readonly url: string; readonly event_types?: readonly (string)[] | undefined };
    readonly response: Components['EndpointWithSecret'];
  };
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}': { readonly response: Components['Endpoint'] };
  readonly 'PATCH /{institution_id}/{mode}/endpoints/{endpoint_id}': {
    readonly body: {
      readonly url?: string | undefined;
      readonly event_types?: readonly (string)[] | undefined;
      readonly status?: 'enabled' | 'disabled' | undefined;
    };
    readonly response: Components['Endpoint'];
  };
  readonly 'DELETE /{institution_id}/{mode}/endpoints/{endpoint_id}': { readonly response: { readonly deleted: boolean } };
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}/health': {
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
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}/figures': {
    readonly query: { readonly range: '24h' | '7d' };
    readonly response: {
      readonly object: 'portal.endpoint_figures';
      readonly endpoint_id: string;
      readonly range: '24h' | '7d';
      readonly step_seconds: number;
      readonly counted_at_most: number | null;
      readonly steps: readonly ({
        readonly at: string;
        readonly acknowledged: number;
        readonly failed: number;
        readonly p50_ms: number | null;
        readonly p95_ms: number | null;
      })[];
    };
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/test': { readonly response: Components['Delivery'] };
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}/rotation': {
    readonly response: {
      readonly object: 'portal.rotation';
      readonly endpoint_id: string;
      readonly secret_kind: 'standard' | 'gap';
      readonly secret_id: string;
      readonly running: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
        readonly previous_secret_id: string | null;
        readonly acknowledged: number;
        readonly failed: number;
      } | null;
      readonly last_test: {
        readonly delivery_id: string;
        readonly state: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string | null;
      } | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/rotate': {
    readonly body: { readonly overlap_hours: 0 | 1 | 24 | 168 };
    readonly response: Components['EndpointWithSecret'];
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/rotation/test': { readonly response: Components['Delivery'] };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/rotation/promote': { readonly response: Components['Endpoint'] };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/rotation/revert': { readonly response: Components['Endpoint'] };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/rehearsal': {
    readonly body: {
      /** Empty: all that its kind takes. Left out: as they are. */
      readonly event_types?: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[] | undefined;
      readonly payload?: 'thin' | 'full' | undefined;
    };
    readonly response: {
      readonly object: 'portal.endpoint_rehearsal';
      readonly endpoint_id: string;
      readonly since: string;
      readonly until: string;
      readonly difference: string;
      readonly total: { readonly before: number; readonly after: number };
      readonly masked: boolean;
      readonly types: readonly ({
        readonly type: string;
        /** What the endpoint would have got with its settings of now. */
        readonly before: number;
        /** What it would have got with the new ones. */
        readonly after: number;
        readonly sample: string | null;
      })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/deliveries': {
    readonly query: {
      readonly endpoint_id?: string | undefined;
      readonly event_id?: string | undefined;
      readonly object_id?: string | undefined;
      readonly type?: string | undefined;
      readonly state?: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped' | undefined;
      readonly status?: '2xx' | '3xx' | '4xx' | '5xx' | 'none' | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
      readonly limit?: string | undefined;
      readonly cursor?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['Delivery'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly searched_to: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/deliveries/{delivery_id}': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly endpoint_deleted: boolean;
      readonly url: string | null;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly body: string;
      readonly masked: boolean;
      readonly attempts: readonly ({
        readonly number: number;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly advice: string;
        readonly duration_ms: number;
        readonly timings: Readonly<Record<string, number>>;
        readonly address: string | null;
        readonly answer: string | null;
        readonly request: {
          readonly url: string;
          readonly headers: readonly ({ readonly name: string; readonly value: string })[];
          readonly signed_by: string;
          readonly standard_signed_by: readonly (string)[];
        } | null;
      })[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
  readonly 'POST /{institution_id}/{mode}/deliveries/resend': {
    readonly body: { readonly delivery_ids: readonly (string)[] };
    readonly response: {
      readonly object: 'portal.resend';
      readonly resent: readonly ({ readonly delivery_id: string; readonly new_delivery_id: string })[];
      readonly refused: readonly (string)[];
    };
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/recoveries/preview': {
    readonly body: {
      readonly since: string;
      readonly until?: string | undefined;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[] | undefined;
      readonly event_types?: readonly (string)[] | undefined;
    };
    readonly response: {
      readonly object: 'portal.recovery_preview';
      readonly since: string;
      readonly until: string;
      readonly total: number;
      readonly oldest: string | null;
      readonly newest: string | null;
      readonly samples: readonly ({
        readonly delivery_id: string;
        readonly event_id: string;
        readonly type: string;
        readonly state: string;
        readonly created_at: string;
      })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}/recoveries': { readonly response: Components['RecoveryList'] };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/recoveries': {
    readonly body: {
      readonly since: string;
      readonly until?: string | undefined;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[] | undefined;
      readonly event_types?: readonly (string)[] | undefined;
      readonly per_minute?: number | undefined;
    };
    readonly response: Components['RecoveryList'];
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/recoveries/{recovery_id}/stop': { readonly response: Components['RecoveryList'] };
  readonly 'GET /{institution_id}/{mode}/events': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly type?: 'referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated' | undefined;
      readonly object_id?: string | undefined;
      readonly order?: 'asc' | 'desc' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly object: 'portal.event';
        readonly id: string;
        readonly type: string;
        /** What it is about: a referral, an enrollment or a statement. */
        readonly object_id: string;
        readonly created_at: string;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/events/{event_id}': {
    readonly response: {
      readonly object: 'portal.event';
      readonly id: string;
      readonly type: string;
      /** What it is about: a referral, an enrollment or a statement. */
      readonly object_id: string;
      readonly created_at: string;
      readonly livemode: boolean;
      /** Whether contacts are hidden in what follows. */
      readonly masked: boolean;
      /** The text that endpoints with thin payloads got. */
      readonly body: string;
      readonly current: string | null;
      readonly deliveries: readonly ({
        readonly id: string;
        readonly endpoint_id: string;
        readonly url: string | null;
        readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
        readonly attempts: number;
        readonly status: number | null;
        readonly cause: string | null;
        readonly created_at: string;
        readonly finished_at: string | null;
        readonly next_attempt_at: string | null;
      })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/events/seals': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly object: 'portal.event_seal';
        readonly day: string;
        readonly status: 'open' | 'closing' | 'sealed' | 'broken';
        /** As sealed; so far while the day has no seal. */
        readonly count: number;
        readonly first_id: string | null;
        readonly last_id: string | null;
        readonly sha256: string | null;
        readonly sealed_at: string | null;
        readonly broken: { readonly found_at: string; readonly count: number } | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/events/reconcile': {
    readonly body: {
      /** Ids of events as text, CSV or NDJSON: one or several in a line, or an object with an id in each. */
      readonly received: string;
      readonly created_from: string;
      readonly created_to: string;
      readonly types?: readonly ('referral.created' | 'referral.invited' | 'referral.activated' | 'referral.settled' | 'referral.closed' | 'referral.canceled' | 'referral.expired' | 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled' | 'plan.loss.reported' | 'plan.redemption.created' | 'plan.statement.issued' | 'referral.declined' | 'referral.updated' | 'plan.redemption.completed' | 'referral.review_updated')[] | undefined;
    };
    readonly response: {
      readonly object: 'portal.event_reconciliation';
      readonly created_from: string;
      readonly created_to: string;
      readonly received: {
        readonly lines: number;
        readonly ids: number;
        readonly unreadable: { readonly count: number; readonly lines: readonly (number)[] };
      };
      readonly ours: number;
      readonly matched: number;
      readonly missing: {
        readonly count: number;
        readonly by_type: readonly ({ readonly type: string; readonly count: number })[];
        readonly data: readonly ({ readonly id: string; readonly type: string; readonly created_at: string })[];
      };
      readonly unknown: { readonly count: number; readonly ids: readonly (string)[] };
      readonly elsewhere: {
        /** Ours, but of another time or type than asked for. */
        readonly count: number;
        readonly ids: readonly (string)[];
      };
      readonly duplicates: {
        readonly count: number;
        readonly data: readonly ({ readonly id: string; readonly times: number })[];
      };
    };
  };
  readonly 'GET /{institution_id}/{mode}/events/receivers': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly url: string;
        readonly payload: 'thin' | 'full';
        /** Empty: all that its kind takes. */
        readonly event_types: readonly (string)[];
        readonly status: 'enabled' | 'disabled';
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/endpoints/{endpoint_id}/recover-events': {
    readonly body: { readonly event_ids: readonly (string)[]; readonly dry_run?: boolean | undefined };
    readonly response: {
      readonly object: 'portal.event_recovery';
      readonly id: string | null;
      readonly endpoint_id: string;
      readonly status: 'dry_run' | 'running' | 'done';
      /** Events that are sent. */
      readonly total: number;
      /** Of these, put into the queue so far. */
      readonly recovered: number;
      readonly left_out: {
        /** No event of this institution and mode, or no longer stored. */
        readonly unknown: number;
        /** Of a type that the endpoint does not take. */
        readonly not_taken: number;
        /** Already in the queue of this endpoint. */
        readonly on_the_way: number;
        /** The endpoint takes full payloads, and this one was never made for it. */
        readonly without_text: number;
      };
      readonly created_at: string | null;
      readonly finished_at: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/endpoints/{endpoint_id}/recover-events/{recovery_id}': {
    readonly response: {
      readonly object: 'portal.event_recovery';
      readonly id: string | null;
      readonly endpoint_id: string;
      readonly status: 'dry_run' | 'running' | 'done';
      /** Events that are sent. */
      readonly total: number;
      /** Of these, put into the queue so far. */
      readonly recovered: number;
      readonly created_at: string | null;
      readonly finished_at: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/referrals': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['SandboxReferral'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/referrals/{referral_id}': { readonly response: Components['SandboxReferral'] };
  readonly 'POST /{institution_id}/{mode}/sandbox/referrals/{referral_id}/simulate': {
    readonly body: {
      readonly step: 'accept' | 'attest' | 'decline' | 'cancel' | 'expire' | 'deliver' | 'settle' | 'close' | 'pass_settled_days' | 'pass_quiet_days' | 'edit' | 'start_review' | 'complete_review';
    };
    readonly response: Components['SandboxReferral'];
  };
  readonly 'POST /{institution_id}/{mode}/sandbox/samples/referrals': {
    readonly body: {
      readonly outcome: 'invited' | 'accepted' | 'declined' | 'expired' | 'settled_with_savings' | 'no_market';
    };
    readonly response: Components['SandboxReferral'];
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/enrollments': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['SandboxEnrollment'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/enrollments/{enrollment_id}': { readonly response: Components['SandboxEnrollment'] };
  readonly 'POST /{institution_id}/{mode}/sandbox/enrollments/{enrollment_id}/simulate': {
    readonly body: {
      readonly step: 'edit' | 'swap_vehicle' | 'cancel' | 'report_loss' | 'complete_redemption' | 'cancel_redemption' | 'settle' | 'pass_settled_days';
    };
    readonly response: Components['SandboxEnrollment'];
  };
  readonly 'POST /{institution_id}/{mode}/sandbox/samples/enrollments': {
    readonly body: { readonly outcome: 'active' | 'canceled' | 'loss_reported' | 'redeemed' };
    readonly response: Components['SandboxEnrollment'];
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/messages': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      /** a referral, an enrollment or an endpoint */
      readonly about?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        readonly object: 'sandbox.message';
        readonly purpose: string;
        readonly channel: 'email' | 'text';
        readonly from: string;
        readonly to: string;
        readonly subject: string | null;
        /** what it is about; removed when that is no longer there */
        readonly about: {
          readonly id: string;
          readonly object: 'referral' | 'enrollment' | 'endpoint' | 'removed';
        };
        readonly created_at: string;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/messages/{message_id}': {
    readonly response: {
      readonly id: string;
      readonly object: 'sandbox.message';
      readonly purpose: string;
      readonly channel: 'email' | 'text';
      readonly from: string;
      readonly to: string;
      readonly subject: string | null;
      /** what it is about; removed when that is no longer there */
      readonly about: {
        readonly id: string;
        readonly object: 'referral' | 'enrollment' | 'endpoint' | 'removed';
      };
      readonly created_at: string;
      readonly text: string;
      /** addresses of our own pages in it; they work */
      readonly links: readonly (string)[];
      readonly has_html: boolean;
    };
  };
  readonly 'GET /{institution_id}/{mode}/sandbox/messages/{message_id}/mail.html': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/sandbox/reset': {
    readonly response: {
      readonly object: 'sandbox.latest_reset';
      readonly reset: Components['SandboxReset'] | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/sandbox/reset': {
    readonly body: { readonly confirm: string };
    readonly response: Components['SandboxReset'];
  };
  readonly 'GET /{institution_id}/{mode}/referrals': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly status?: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['ListedReferral'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/referrals': {
    readonly body: {
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
    readonly response: Components['Referral'];
  };
  readonly 'POST /{institution_id}/{mode}/referrals/search': {
    readonly body: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly status?: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled' | undefined;
      /** a VIN or its last six characters or more, a claim number, an external_ref, or a referral id */
      readonly q: string;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['ListedReferral'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      /** false: more begins with this than was looked at; ask for more of it */
      readonly complete: boolean;
    };
  };
  readonly 'GET /{institution_id}/{mode}/referrals.csv': {
    readonly query: {
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly status?: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'POST /{institution_id}/{mode}/referrals/check': {
    readonly body: {
      /** a body of POST /referrals */
      readonly referral: unknown;
    };
    readonly response: {
      readonly object: 'portal.referral_check';
      /** what POST /referrals would refuse it for */
      readonly issues: readonly ({ readonly path: string; readonly message: string })[];
      /** what the VIN says */
      readonly vehicle: {
        readonly vin: string;
        readonly year: number | null;
        readonly make: string | null;
        readonly model: string | null;
        readonly check_digit: 'right' | 'wrong' | 'unknown';
      } | null;
      /** the open referral of this VIN */
      readonly open_referral: {
        readonly id: string;
        readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      } | null;
      /** what is odd and refuses nothing */
      readonly warnings: readonly ({ readonly path: string; readonly message: string; readonly code: string })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/referrals/{referral_id}': { readonly response: Components['ReferralView'] };
  readonly 'PATCH /{institution_id}/{mode}/referrals/{referral_id}': {
    readonly body: {
      readonly version: string;
      readonly changes: {
        readonly external_ref?: string | null | undefined;
        readonly borrower?: {
          readonly first_name?: string | undefined;
          readonly last_name?: string | undefined;
          readonly email?: string | null | undefined;
          readonly phone?: string | null | undefined;
        } | undefined;
        readonly vehicle?: {
          /** 17 characters, without I, O and Q */
          readonly vin?: string | undefined;
          readonly year?: number | undefined;
          readonly make?: string | undefined;
          readonly model?: string | undefined;
        } | undefined;
        readonly claim?: {
          readonly carrier?: string | undefined;
          readonly claim_number?: string | undefined;
          readonly loss_state?: string | undefined;
          /** a date (YYYY-MM-DD) or a time with a time zone */
          readonly date_of_loss?: string | undefined;
          readonly initial_offer_cents?: number | undefined;
        } | undefined;
        readonly liability?: {
          readonly loan_payoff_cents?: number | undefined;
          readonly deductible_cents?: number | undefined;
        } | undefined;
      };
    };
    readonly response: Components['ReferralView'];
  };
  readonly 'GET /{institution_id}/{mode}/referrals/{referral_id}/timeline': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly at: string;
        readonly ahead: boolean;
        readonly kind: string;
        readonly text: string;
        readonly by: 'borrower' | 'team' | 'institution' | null;
        readonly who: string | null;
        readonly note: string | null;
        readonly settlement_cents: number | null;
        readonly improvement_cents: number | null;
      })[];
      readonly api_edits_days: number;
    };
  };
  readonly 'POST /{institution_id}/{mode}/referrals/{referral_id}/cancel': {
    readonly body: { readonly reason?: string | undefined };
    readonly response: Components['ReferralView'];
  };
  readonly 'POST /{institution_id}/{mode}/referrals/{referral_id}/attest': {
    readonly body: {
      readonly attestor_name: string;
      readonly channel: 'phone' | 'email' | 'in_person' | 'chat' | 'letter';
      readonly attestation: string;
      /** default: now */
      readonly confirmed_at?: string | undefined;
    };
    readonly response: Components['ReferralView'];
  };
  readonly 'POST /{institution_id}/{mode}/referrals/{referral_id}/documents': { readonly response: Components['ReferralView'] };
  readonly 'GET /{institution_id}/{mode}/referrals/{referral_id}/documents/{sent_document_id}/file': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/rosters': {
    readonly query: { readonly before?: string | undefined };
    readonly response: { readonly data: readonly (Components['RosterFile'])[]; readonly next: string | null };
  };
  readonly 'POST /{institution_id}/{mode}/rosters': { readonly response: Components['RosterFile'] };
  readonly 'GET /{institution_id}/{mode}/rosters/{file_id}': { readonly response: Components['RosterFile'] };
  readonly 'GET /{institution_id}/{mode}/rosters/{file_id}/rows': {
    readonly query: {
      readonly action?: 'add' | 'change' | 'remove' | 'unchanged' | 'kept' | 'invalid' | undefined;
      readonly warned?: 'true' | undefined;
      readonly after?: string | undefined;
    };
    readonly response: {
      readonly data: readonly ({
        readonly seq: number;
        readonly action: 'add' | 'change' | 'remove' | 'unchanged' | 'kept' | 'invalid';
        readonly row: number | null;
        readonly vin: string | null;
        readonly enrollment_id: string | null;
        readonly before: Components['RosterPerson'] | null;
        readonly after: Components['RosterPerson'] | null;
        readonly effective_on: string | null;
        readonly reasons: readonly ({ readonly path: string; readonly message: string })[];
        readonly warnings: readonly (string)[];
        readonly overtaken: boolean;
        readonly undo_overtaken: boolean;
        /** whether the data of its member was erased */
        readonly erased: boolean;
      })[];
      readonly next: number | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/rosters/{file_id}/result.csv': {
    readonly query: {
      readonly action?: 'add' | 'change' | 'remove' | 'unchanged' | 'kept' | 'invalid' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'PUT /{institution_id}/{mode}/rosters/{file_id}/mapping': {
    readonly body: {
      readonly mapping: readonly ('vehicle.vin' | 'member.first_name' | 'member.last_name' | 'member.email' | 'member.phone' | 'external_ref' | 'plan' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'effective_on' | null)[];
    };
    readonly response: Components['RosterFile'];
  };
  readonly 'POST /{institution_id}/{mode}/rosters/{file_id}/apply': {
    readonly body: {
      readonly confirm_removals?: number | undefined;
      readonly leave_out_invalid?: number | undefined;
    };
    readonly response: Components['RosterFile'];
  };
  readonly 'POST /{institution_id}/{mode}/rosters/{file_id}/undo': { readonly response: Components['RosterFile'] };
  readonly 'GET /{institution_id}/{mode}/referral-files': {
    readonly query: { readonly before?: string | undefined };
    readonly response: {
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly status: 'uploading' | 'uploaded' | 'checked' | 'applying' | 'applied' | 'stopped' | 'failed' | 'expired';
        readonly kind: 'csv' | 'xlsx' | null;
        readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
        readonly delimiter: string | null;
        readonly size_bytes: number;
        readonly problem: string | null;
        readonly rows: number;
        readonly counts: Components['ReferralFileCounts'] | null;
        readonly leave_out: number | null;
        readonly checked_at: string | null;
        readonly applied_at: string | null;
        readonly done: number;
        readonly referred: number;
        /** Referred, and on the do-not-contact list. Null for whoever sees contacts masked. */
        readonly not_contacted: number | null;
        readonly overtaken: number;
        readonly finished_at: string | null;
        /** whether it was stopped with rows left that can still be referred */
        readonly can_resume: boolean;
        readonly cells_until: string | null;
        readonly created_at: string;
      })[];
      readonly next: string | null;
    };
  };
  readonly 'POST /{institution_id}/{mode}/referral-files': { readonly response: Components['ReferralFile'] };
  readonly 'GET /{institution_id}/{mode}/referral-files/template.csv': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/referral-files/{file_id}': { readonly response: Components['ReferralFile'] };
  readonly 'GET /{institution_id}/{mode}/referral-files/{file_id}/rows': {
    readonly query: {
      readonly outcome?: 'ready' | 'invalid' | 'double' | 'open' | 'ended' | 'referred' | 'overtaken' | 'erased' | 'warned' | undefined;
      readonly after?: string | undefined;
    };
    readonly response: {
      readonly data: readonly ({
        /** as a spreadsheet counts it */
        readonly row: number;
        readonly outcome: 'ready' | 'invalid' | 'double' | 'open' | 'ended' | 'referred' | 'overtaken' | 'erased';
        readonly vin: string | null;
        readonly borrower: string | null;
        readonly issues: readonly ({ readonly path: string; readonly column: string | null; readonly message: string })[];
        readonly warnings: readonly (string)[];
        readonly referral_id: string | null;
        readonly first_row: number | null;
      })[];
      readonly next: number | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/referral-files/{file_id}/result.csv': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/referral-files/{file_id}/rejected.csv': { readonly response: unknown };
  readonly 'PUT /{institution_id}/{mode}/referral-files/{file_id}/mapping': {
    readonly body: {
      readonly mapping: readonly ('borrower.first_name' | 'borrower.last_name' | 'borrower.name' | 'borrower.email' | 'borrower.phone' | 'vehicle.vin' | 'vehicle.year' | 'vehicle.make' | 'vehicle.model' | 'claim.carrier' | 'claim.claim_number' | 'claim.loss_state' | 'claim.date_of_loss' | 'claim.initial_offer' | 'claim.initial_offer_cents' | 'liability.loan_payoff' | 'liability.loan_payoff_cents' | 'liability.deductible' | 'liability.deductible_cents' | 'external_ref' | null)[];
    };
    readonly response: Components['ReferralFile'];
  };
  readonly 'POST /{institution_id}/{mode}/referral-files/{file_id}/apply': {
    readonly body: {
      /** how many rows are referred */
      readonly ready: number;
      /** how many rows are not */
      readonly leave_out: number;
    };
    readonly response: Components['ReferralFile'];
  };
  readonly 'POST /{institution_id}/{mode}/referral-files/{file_id}/resume': { readonly response: Components['ReferralFile'] };
  readonly 'POST /{institution_id}/{mode}/referral-files/{file_id}/stop': { readonly response: Components['ReferralFile'] };
  readonly 'GET /{institution_id}/{mode}/analytics': {
    readonly query: { readonly from?: string | undefined; readonly to?: string | undefined };
    readonly response: {
      readonly figures: {
        readonly object: 'gap.analytics';
        readonly livemode: boolean;
        readonly from: string;
        readonly to: string;
        readonly currency: 'USD';
        readonly referrals: {
          readonly created: number;
          readonly activated: number;
          readonly settled: number;
          readonly closed: number;
          readonly declined: number;
          readonly expired: number;
          readonly canceled: number;
          readonly activation_rate: number | null;
        };
        readonly savings: {
          readonly settled_count: number;
          readonly initial_offer_cents: number;
          readonly settlement_cents: number;
          readonly increase_cents: number;
          readonly average_increase_cents: number | null;
        };
        readonly spend: {
          readonly referral_subsidy_cents: number;
          readonly membership_cents: number;
          readonly total_cents: number;
        };
        readonly membership: {
          readonly active_enrollments: number;
          readonly enrolled: number;
          readonly canceled: number;
          readonly losses_reported: number;
          readonly redemptions: number;
        };
        readonly by_month: readonly ({
          readonly month: string;
          readonly created: number;
          readonly activated: number;
          readonly settled: number;
          readonly increase_cents: number;
          readonly spend_cents: number;
        })[];
      };
      readonly lenders: {
        readonly object: 'analytics.lenders';
        readonly livemode: boolean;
        /** Null: of every institution. */
        readonly institution_id: string | null;
        readonly from: string;
        readonly to: string;
        readonly currency: 'USD';
        readonly exposure: {
          readonly totals: {
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
          /** The months (UTC) in which something was settled, in order. */
          readonly by_month: readonly ({
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
          })[];
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
      readonly settlement_days: readonly ({
        /** Of the settlement, in UTC. */
        readonly month: string;
        /** Those whose borrower said yes to us, which is when the time begins. */
        readonly settled: number;
        readonly median_days: number | null;
      })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/analytics.csv': {
    readonly query: { readonly from?: string | undefined; readonly to?: string | undefined };
    readonly response: unknown;
  };
  readonly 'GET /{institution_id}/{mode}/analytics/referrals': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly milestone: 'created' | 'activated' | 'settled' | 'declined' | 'expired' | 'canceled' | 'closed';
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly month?: string | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly ({
        readonly id: string;
        /** When it came to this milestone. */
        readonly at: string;
        readonly external_ref: string | null;
        readonly status: string;
        readonly vin: string | null;
        readonly settlement_cents: number | null;
        readonly improvement_cents: number | null;
        /** What the institution pays for it; null until it is settled. */
        readonly fee_cents: number | null;
        /** From the borrower’s yes to the settlement. */
        readonly days_to_settlement: number | null;
        /** Of those listed by their settlement; null where it is not known. */
        readonly exposure: { readonly before_cents: number; readonly after_cents: number } | null;
      })[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/statements': {
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
  readonly 'GET /{institution_id}/{mode}/statements/{statement_id}': {
    readonly response: {
      readonly statement: Components['Statement'];
      readonly issuer: string | null;
      readonly bill_to: string | null;
      readonly remit_to: string | null;
      readonly changes: readonly ({ readonly kind: 'sent' | 'paid' | 'void' | 'reopened'; readonly at: string })[];
    };
  };
  readonly 'GET /{institution_id}/{mode}/statements/{statement_id}.csv': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/statements/{statement_id}.pdf': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/statements/{statement_id}/vehicles.csv': { readonly response: unknown };
  readonly 'GET /{institution_id}/{mode}/members': {
    readonly response: {
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly you: boolean;
        readonly since: string;
      })[];
    };
  };
  readonly 'PATCH /{institution_id}/{mode}/members/{user_id}': {
    readonly body: {
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
    readonly response: {
      readonly id: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
  };
  readonly 'DELETE /{institution_id}/{mode}/members/{user_id}': { readonly response: { readonly ok: true } };
  readonly 'GET /{institution_id}/{mode}/invitations': {
    readonly response: {
      readonly data: readonly ({
        readonly id: string;
        readonly email: string;
        readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
        readonly created_at: string;
        readonly expires_at: string;
        readonly invited_by: string;
      })[];
    };
  };
  readonly 'POST /{institution_id}/{mode}/invitations': {
    readonly body: {
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
    };
    readonly response: {
      readonly id: string;
      readonly email: string;
      readonly role: 'owner' | 'admin' | 'developer' | 'operations' | 'finance' | 'read_only';
      readonly created_at: string;
      readonly expires_at: string;
    };
  };
  readonly 'DELETE /{institution_id}/{mode}/invitations/{invitation_id}': { readonly response: { readonly ok: true } };
  readonly 'POST /{institution_id}/{mode}/members/{user_id}/reset-authenticator': {
    readonly body: {
      /** The address of the member, typed to confirm. */
      readonly email: string;
    };
    readonly response: {
      /** Until when the link in the mail to the member works. */
      readonly expires_at: string;
    };
  };
  readonly 'GET /{institution_id}/{mode}/settings/contacts': { readonly response: Components['Contacts'] };
  readonly 'PUT /{institution_id}/{mode}/settings/contacts/{kind}': {
    readonly body: { readonly email: string | null };
    readonly response: Components['Contacts'];
  };
  readonly 'PUT /{institution_id}/{mode}/settings/notices': { readonly body: Components['Notices']; readonly response: Components['Contacts'] };
  readonly 'GET /{institution_id}/{mode}/settings/issuer': { readonly response: Components['IssuerSettings'] };
  readonly 'POST /{institution_id}/{mode}/settings/issuer': {
    readonly body: {
      readonly issuer: string;
      readonly client_id: string;
      readonly client_secret?: string | undefined;
      readonly email_domains: readonly (string)[];
      readonly acr_values?: readonly (string)[] | undefined;
      readonly amr_values?: readonly (string)[] | undefined;
      readonly new_user_role: 'developer' | 'operations' | 'finance' | 'read_only' | null;
    };
    readonly response: Components['IssuerSettings'];
  };
  readonly 'DELETE /{institution_id}/{mode}/settings/issuer': { readonly response: { readonly ok: true } };
  readonly 'POST /{institution_id}/{mode}/settings/issuer/test': {
    readonly response: { readonly object: 'portal.issuer_test'; readonly ok: boolean; readonly says: string };
  };
  readonly 'GET /{institution_id}/{mode}/trail': {
    readonly query: {
      /** 1 to 100; default: 25 */
      readonly limit?: string | undefined;
      /** next_cursor of the previous page */
      readonly cursor?: string | undefined;
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly user_id?: string | undefined;
      readonly subject_id?: string | undefined;
      readonly operation?: string | undefined;
      readonly by?: 'users' | 'staff' | undefined;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly (Components['TrailEntry'])[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'GET /{institution_id}/{mode}/trail.csv': {
    readonly query: {
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly user_id?: string | undefined;
      readonly subject_id?: string | undefined;
      readonly operation?: string | undefined;
      readonly by?: 'users' | 'staff' | undefined;
    };
    readonly response: unknown;
  };
  readonly 'GET /{institution_id}/{mode}/trail.json': {
    readonly query: {
      readonly created_from?: string | undefined;
      readonly created_to?: string | undefined;
      readonly user_id?: string | undefined;
      readonly subject_id?: string | undefined;
      readonly operation?: string | undefined;
      readonly by?: 'users' | 'staff' | undefined;
    };
    readonly response: { readonly object: 'trail'; readonly data: readonly (Components['TrailEntry'])[] };
  };
};
