// All documented errors, defined once: the thrown errors, their pages, their JSON forms and the examples of the
// interface description are made from these tables.
import { consultationProblems } from './consultation-problems.ts';
import { credentialProblems } from './credential-problems.ts';

import { sandboxProblems } from './sandbox-problems.ts';
import { signatureProblems } from './signature-problems.ts';
import { workProblems } from './work-problems.ts';

export type ProblemEntry = {
  readonly status: number;
  /** When it is sent. */
  readonly when: string;
  /** What the client should do about it. */
  readonly remedy: string;
  /** Members that it adds to the body, with an example of each. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Set when the response has Retry-After. */
  readonly retryAfter?: true;
};

export const partnerProblems = {
  authentication_required: {
    status: 401,
    when: 'The request carries no credential, or one of a scheme other than Bearer.',
    remedy: 'Send your key as Authorization: Bearer, or sign the request with the gap-v2 profile.',
  },
  key_unknown: {
    status: 401,
    when: 'The bearer key is not one of ours. Agent API keys do not work here.',
    remedy:
      'Compare the key with the one you were shown. If it is lost, ask us to create a new one and to revoke the old one.',
  },
  key_revoked: {
    status: 401,
    when: 'The bearer key was revoked.',
    remedy: 'Use another key of your institution, or ask us to create one.',
  },
  key_expired: {
    status: 401,
    when: 'The bearer key has expired.',
    remedy: 'Ask us to create a new key; it can be one without an expiry.',
  },
  ...signatureProblems,
  nonce_replayed: {
    status: 401,
    when: 'The signature is genuine, but its nonce was used with this credential in the last 15 minutes.',
    remedy:
      'Use a new random nonce for every request, including retries. The Idempotency-Key of a retry stays the same.',
  },
  auth_failures_throttled: {
    status: 429,
    when: 'Too many requests from your address (for IPv6, its /64) failed to authenticate in the last minute.',
    remedy:
      'Fix the credential, and wait the number of seconds in Retry-After. Requests that authenticate are not affected.',
    retryAfter: true,
  },
  institution_suspended: {
    status: 403,
    when: 'The credential is genuine, but your institution is suspended.',
    remedy: 'Ask your contact on our team.',
  },
  forbidden: {
    status: 403,
    when: 'The credential may not do this: it is read-only, it is not the one that must sign this call, or your institution does not accept this key from your address.',
    remedy:
      'Use a credential with the role full. To activate a signed credential, sign the request with its own key. The portal sets the addresses a key is accepted from.',
  },
  environment_mismatch: {
    status: 403,
    when: 'X-SVC-Environment does not match the mode of the credential.',
    remedy: 'Send TEST with test credentials and PRODUCTION with live ones.',
  },
  test_mode_only: {
    status: 403,
    when: 'A live credential was used for a simulation.',
    remedy: 'Use a test credential and a referral created with one.',
  },
  not_found: {
    status: 404,
    when: 'There is no such path, or no object with this id that your credential can see.',
    remedy: 'Check the id, and that the object was created in the mode (live or test) of this credential.',
  },
  operation_not_open: {
    status: 404,
    when: 'The operation is planned, but not open yet.',
    remedy: 'GET /api/gap/v1/me lists the features available to you.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but does not support this method.',
    remedy: 'The Allow header lists the supported methods.',
  },
  validation_failed: {
    status: 400,
    when: 'A field of the body or a query parameter is invalid.',
    remedy: 'Each issue names the field and the problem. Nothing was changed.',
    members: { issues: [{ path: 'claim.date_of_loss', message: 'is required' }] },
  },
  malformed_body: {
    status: 400,
    when: 'The body is not a JSON object in UTF-8.',
    remedy: 'Send one JSON object; issues describes the problem.',
    members: { issues: [{ path: '', message: 'The body is not valid JSON in UTF-8.' }] },
  },
  idempotency_key_invalid: {
    status: 400,
    when: 'The Idempotency-Key is not 1 to 255 visible ASCII characters without spaces.',
    remedy: 'Use a random UUID as the key.',
  },
  challenge_invalid: {
    status: 400,
    when: 'The challenge does not match the one shown when the credential was uploaded.',
    remedy: 'Send the challenge exactly as shown.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The Idempotency-Key was used in the last 24 hours with a different request.',
    remedy: 'Use a new key for a new request; use the same key only to repeat the same request.',
  },
  idempotency_in_progress: {
    status: 409,
    when: 'A request with this Idempotency-Key is still running.',
    remedy: 'Repeat the same request after Retry-After; you get the response to the first request.',
    retryAfter: true,
  },
  invalid_state: {
    status: 409,
    when: 'The status of the object does not allow this.',
    remedy:
      'Read current_status, and fetch the object again before you continue. roster_sync_running means that another roster from you is being reconciled: wait the number of seconds in Retry-After. sandbox_resetting means that your sandbox is being reset in the portal: wait the same way.',
    members: { current_status: 'closed' },
  },
  referral_exists: {
    status: 409,
    when: 'Your institution has an open referral for this VIN.',
    remedy: 'Use the existing referral; referral_id is its id.',
    members: { referral_id: 'ref_0Ai1jZkB0000000000000000' },
  },
  enrollment_exists: {
    status: 409,
    when: 'Your institution has an enrollment for this VIN that is not canceled.',
    remedy: 'Use the existing enrollment; enrollment_id is its id.',
    members: { enrollment_id: 'enr_0Ai1jZkB0000000000000000' },
  },
  loss_notice_exists: {
    status: 409,
    when: 'The loss of this vehicle was already reported.',
    remedy: 'Use the existing notice; loss_notice_id is its id.',
    members: { loss_notice_id: 'lnt_0Ai1jZkB0000000000000000' },
  },
  roster_cancel_threshold: {
    status: 409,
    when: 'The roster would cancel more enrollments than allowed without confirmation. Nothing was changed.',
    remedy:
      'Check that the roster is complete. If you want these cancellations, send it again with confirm_cancel_count equal to would_cancel.',
    members: { would_cancel: 1200, active_count: 4000, threshold_percent: 20 },
  },
  credential_already_active: {
    status: 409,
    when: 'The credential is already active.',
    remedy: 'Nothing: you can sign with it.',
  },
  challenge_expired: {
    status: 410,
    when: 'The challenge is older than 24 hours.',
    remedy: 'Have the public key uploaded again and answer the new challenge.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the operation accepts.',
    remedy:
      'Split it: bulk operations accept up to 500 rows. Send a large roster as application/x-ndjson, one row per line.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The Content-Type is not application/json, or for a roster application/x-ndjson.',
    remedy: 'Send Content-Type: application/json (with curl, use -H). roster-sync also accepts application/x-ndjson.',
  },
  rate_limited: {
    status: 429,
    when: 'Your institution sent more requests in a minute than its limit in this mode allows.',
    remedy: 'Wait the number of seconds in Retry-After. A bulk call counts as one request.',
    retryAfter: true,
  },
  internal_error: {
    status: 500,
    when: 'Something went wrong on our side. If the service is temporarily unavailable, the status is 503 with Retry-After.',
    remedy:
      'Repeat the request with the same Idempotency-Key, after Retry-After if it is present. If the error persists, send us the request_id.',
  },
} as const satisfies Record<string, ProblemEntry>;

export type PartnerProblemCode = keyof typeof partnerProblems;

/** Additional errors of the staff interface. */
export const staffProblems = {
  service_unavailable: {
    status: 503,
    when: 'This process already serves the maximum number of open boards.',
    remedy: 'Wait as many seconds as Retry-After says; the board does this by itself.',
    retryAfter: true,
  },
  unauthorized: {
    status: 401,
    when: 'The staff token is missing or unknown.',
    remedy:
      'Sign in at /sign-in, or create a token with makewhole staff token create and send it as Authorization: Bearer.',
  },
  role_required: {
    status: 403,
    when: 'Your role does not allow this. role is the role you need; in the portal, permission is the missing permission.',
    remedy: 'Ask a colleague with that role to do it, or ask an administrator for the role.',
    members: { role: 'lead' },
  },
  scope_required: {
    status: 403,
    when: 'Your token’s scopes do not include this operation.',
    remedy: 'Use a token with the right scope; makewhole staff token list shows each token’s scopes.',
  },
  foreign_request: {
    status: 403,
    when: 'The request has a browser session, but did not come from a page of the board or the portal, or its body is not JSON.',
    remedy: 'Send the service’s own address as Origin and Content-Type: application/json, or use a token.',
  },
  own_role: {
    status: 409,
    when: 'Administrators cannot disable themselves or lower their own role.',
    remedy: 'Ask another administrator to do it.',
  },
  own_sign_in: {
    status: 409,
    when: 'Administrators cannot reset their own sign-in.',
    remedy: 'Ask another administrator, or use makewhole staff password on the machine.',
  },
  mail_not_configured: {
    status: 409,
    when: 'Neither SMTP_URL nor DEV_PAGES is set, so a set-up link cannot be sent.',
    remedy: 'Set SMTP_URL, or use makewhole staff password on the machine.',
  },
  ...consultationProblems,
  do_not_contact: {
    status: 409,
    when: 'The customer asked not to be contacted.',
    remedy: 'Do not call or message them.',
  },
  staff_exists: {
    status: 409,
    when: 'Another staff member already has this email address.',
    remedy: 'Use the existing staff member.',
  },
  capture_too_much: {
    status: 409,
    when: 'The amount is more than the hold minus what the customer has paid for research.',
    remedy: 'Capture at most due_cents. If you omit the amount, the full amount due is captured.',
    members: { held_cents: 47_200, due_cents: 27_300 },
  },
  research_not_ended: {
    status: 409,
    when: 'A hold for representation cannot be captured while a hold for research exists, because the amount due is not known yet.',
    remedy: 'Wait a minute and try again. It takes longer only if the card provider does not respond.',
  },
  improvement_unknown: {
    status: 409,
    when: 'A hold for representation cannot be captured until the vehicle’s pre-tax values in the first offer and the settlement are known.',
    remedy: 'Record the values listed in missing with the settlement of the consultation, then capture.',
    members: { missing: ['offer.value_cents'] },
  },
  improvement_too_small: {
    status: 409,
    when: 'A hold for representation cannot be captured unless the vehicle’s value in the settlement is at least 1,000 dollars above its value in the first offer.',
    remedy: 'Release the hold; nothing is charged.',
    members: { improvement_cents: 99_999 },
  },
  provider_refused: {
    status: 409,
    when: 'The card provider refused to capture or release the hold.',
    remedy: 'Check the state of the hold. Try again, or check it in the provider’s dashboard.',
  },
  ...workProblems,
  ...credentialProblems,
  ...sandboxProblems,
  endpoint_limit: {
    status: 409,
    when: 'The institution already has ten webhook endpoints.',
    remedy: 'Delete one that you no longer use.',
  },
} as const satisfies Record<string, ProblemEntry>;
