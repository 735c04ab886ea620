// Every error with a page, once: what is thrown, the page, its twins for tools and the examples of the interface
// description are all made from these tables.

export type ProblemEntry = {
  readonly status: number;
  /** When it is sent. */
  readonly when: string;
  /** What the caller does about it. */
  readonly remedy: string;
  /** Members it adds to the body, with an example of each. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Set when the answer says how many seconds to wait. */
  readonly retryAfter?: true;
};

export const partnerProblems = {
  authentication_required: {
    status: 401,
    when: 'The request carries no credential, or one of a scheme other than Bearer.',
    remedy: 'Send your key as Authorization: Bearer, or sign the request by the gap-v2 profile.',
  },
  key_unknown: {
    status: 401,
    when: 'The bearer key is not one of ours. Keys of the agent interface do not work here.',
    remedy: 'Compare the key with the one you were shown; if it is lost, have a new one made and revoke the old.',
  },
  key_revoked: {
    status: 401,
    when: 'The bearer key was revoked.',
    remedy: 'Use another key of your institution, or have one made.',
  },
  key_expired: {
    status: 401,
    when: 'The bearer key reached the end that was set when it was made.',
    remedy: 'Have a new key made. A key without an end can be had too.',
  },
  signature_profile_invalid: {
    status: 401,
    when: 'The signature headers do not follow the gap-v2 profile, or the body is not the one its Content-Digest names. Nothing about the credential was looked at.',
    remedy:
      'The detail names the first rule that is broken. Compare with the test vectors at /developers/gap/vectors.json, byte for byte, and send no Authorization header beside a signature.',
  },
  signature_invalid: {
    status: 401,
    when: 'The request follows the profile, but no active credential with this keyid and algorithm made this signature over it.',
    remedy:
      'Check the keyid, that the credential was activated with its challenge, and that @target-uri begins with our public address, as /developers/gap shows it, with path and query exactly as sent.',
  },
  signature_stale: {
    status: 401,
    when: 'The signature is genuine, but its created time is more than 300 seconds from our clock.',
    remedy: 'Set the clock of the signing machine and sign at the moment of sending.',
  },
  nonce_replayed: {
    status: 401,
    when: 'The signature is genuine, but its nonce was used with this credential in the last 15 minutes.',
    remedy: 'Draw a new random nonce for every request, retries included. The Idempotency-Key stays the same.',
  },
  auth_failures_throttled: {
    status: 429,
    when: 'Too many requests from your address (for IPv6, its /64) failed to authenticate in the last minute.',
    remedy:
      'Wait as long as Retry-After says and mend the credential meanwhile. Requests that authenticate go through.',
    retryAfter: true,
  },
  institution_suspended: {
    status: 403,
    when: 'The credential is genuine, but your institution is suspended.',
    remedy: 'Talk to your contact on our team.',
  },
  forbidden: {
    status: 403,
    when: 'The credential may not do this: it only reads, or it is not the one that must sign this call.',
    remedy: 'Use a credential with the role full; activate a signed credential with its own key.',
  },
  environment_mismatch: {
    status: 403,
    when: 'X-SVC-Environment names the other mode than the credential has.',
    remedy: 'Send TEST with test credentials and PRODUCTION with live ones.',
  },
  test_mode_only: {
    status: 403,
    when: 'Simulation was asked for with a live credential.',
    remedy: 'Use a test credential and a referral made with one.',
  },
  not_found: {
    status: 404,
    when: 'No such address, or nothing with this id among what your credential can see.',
    remedy: 'Check the id, and that it was made in the mode (live or test) of this credential.',
  },
  operation_not_open: {
    status: 404,
    when: 'The operation is announced, but not open yet.',
    remedy: 'GET /api/gap/v1/me says which features are open to you.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The address exists, but does not take this method.',
    remedy: 'The Allow header lists the methods it takes.',
  },
  validation_failed: {
    status: 400,
    when: 'A member of the body or a query parameter breaks a rule of the operation.',
    remedy: 'Each of the issues names the member and what is wrong with it. Nothing was done.',
    members: { issues: [{ path: 'claim.date_of_loss', message: 'is required' }] },
  },
  malformed_body: {
    status: 400,
    when: 'The body is not a JSON object in UTF-8.',
    remedy: 'Send one JSON object; issues says what was wrong with it.',
    members: { issues: [{ path: '', message: 'The body is not valid JSON in UTF-8.' }] },
  },
  idempotency_key_invalid: {
    status: 400,
    when: 'The Idempotency-Key is not 1 to 255 visible ASCII characters without spaces.',
    remedy: 'A random UUID is a good key.',
  },
  challenge_invalid: {
    status: 400,
    when: 'The challenge is not the one that was shown when the credential was uploaded.',
    remedy: 'Send the challenge exactly as it was shown.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The Idempotency-Key was used in the last 24 hours with a different request.',
    remedy: 'Use a new key for a new request, and the same key only to repeat the same one.',
  },
  idempotency_in_progress: {
    status: 409,
    when: 'A request with this Idempotency-Key is still running.',
    remedy: 'Repeat the same request after Retry-After; it is answered with the outcome of the first.',
    retryAfter: true,
  },
  invalid_state: {
    status: 409,
    when: 'The object is in a status in which this cannot be done.',
    remedy:
      'current_status says where it stands; fetch it again before going on. roster_sync_running: another roster of yours is being reconciled, wait as long as Retry-After says.',
    members: { current_status: 'closed' },
  },
  referral_exists: {
    status: 409,
    when: 'Your institution has an open referral for this VIN.',
    remedy: 'Go on with the referral that referral_id names.',
    members: { referral_id: 'ref_0Ai1jZkB0000000000000000' },
  },
  enrollment_exists: {
    status: 409,
    when: 'Your institution has an enrollment for this VIN that is not canceled.',
    remedy: 'Go on with the enrollment that enrollment_id names.',
    members: { enrollment_id: 'enr_0Ai1jZkB0000000000000000' },
  },
  loss_notice_exists: {
    status: 409,
    when: 'The loss of this vehicle is reported already.',
    remedy: 'Go on with the notice that loss_notice_id names.',
    members: { loss_notice_id: 'lnt_0Ai1jZkB0000000000000000' },
  },
  roster_cancel_threshold: {
    status: 409,
    when: 'The roster would cancel more enrollments than may go without a second look. Nothing was done.',
    remedy:
      'Check that the file is whole. If the cancellations are meant, send it again with confirm_cancel_count equal to would_cancel.',
    members: { would_cancel: 1200, active_count: 4000, threshold_percent: 20 },
  },
  credential_already_active: {
    status: 409,
    when: 'The credential was activated before.',
    remedy: 'Nothing is left to do: sign with it.',
  },
  challenge_expired: {
    status: 410,
    when: 'The challenge is older than 24 hours.',
    remedy: 'Upload the public key again and answer the new challenge.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the operation takes.',
    remedy:
      'Split it; the bulk operations take 500 rows at a time. A large roster goes line by line, as application/x-ndjson.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not announced as application/json, or for a roster as application/x-ndjson.',
    remedy: 'Send Content-Type: application/json, with curl as -H; roster-sync takes application/x-ndjson too.',
  },
  rate_limited: {
    status: 429,
    when: 'Your institution sent more requests in a minute than it may in this mode.',
    remedy: 'Wait as long as Retry-After says. A bulk call counts as one request.',
    retryAfter: true,
  },
  internal_error: {
    status: 500,
    when: 'Something went wrong on our side; with status 503 and Retry-After when the service can do nothing for a moment.',
    remedy:
      'Repeat the request with the same Idempotency-Key, after Retry-After where it is sent; if it stays, tell us the request_id.',
  },
} as const satisfies Record<string, ProblemEntry>;

export type PartnerProblemCode = keyof typeof partnerProblems;

/** What the team's own interface says beside these. */
export const staffProblems = {
  service_unavailable: {
    status: 503,
    when: 'As many boards are open at this process as it can keep up to date.',
    remedy: 'Wait as long as Retry-After says; the board does so by itself.',
    retryAfter: true,
  },
  unauthorized: {
    status: 401,
    when: 'The staff token is missing or not known.',
    remedy:
      'Sign in at /sign-in, or make a token with makewhole staff token create and send it as Authorization: Bearer.',
  },
  role_required: {
    status: 403,
    when: 'The person may not do this; role says who may.',
    remedy: 'Ask somebody with that role, or an administrator to give it to you.',
    members: { role: 'lead' },
  },
  foreign_request: {
    status: 403,
    when: 'A browser’s session came with a request that no page of the board made, or with a body that is not JSON.',
    remedy: 'Send Origin as the service’s own address and Content-Type: application/json, or use a token.',
  },
  own_role: {
    status: 409,
    when: 'An administrator disables themselves or gives themselves a smaller role.',
    remedy: 'Another administrator does it.',
  },
  case_claimed: {
    status: 409,
    when: 'Somebody of the team has this case in hand, or another case of the same telephone number.',
    remedy: 'Take another case. A lead may take it over and says why.',
    members: { claimed_by: 'Synthetic Staff', claimed_since: '2026-11-15T12:00:00.000Z' },
  },
  lease_lost: {
    status: 409,
    when: 'The case was in hand for too long without a sign of life and is no longer yours.',
    remedy: 'Claim it again, if nobody else has.',
  },
  called_recently: {
    status: 409,
    when: 'The telephone number was called less than an hour ago, about this case or another.',
    remedy: 'Wait until callable_at.',
    members: { callable_at: '2026-11-15T13:00:00.000Z' },
  },
  do_not_contact: {
    status: 409,
    when: 'The person asked not to be contacted.',
    remedy: 'Nobody calls or writes to them.',
  },
  staff_exists: {
    status: 409,
    when: 'Somebody of the team already has this address.',
    remedy: 'Go on with the person who is there.',
  },
  capture_too_much: {
    status: 409,
    when: 'More is to be captured than the hold has, less what the customer paid for research.',
    remedy: 'Capture at most due_cents; without an amount all of it is captured.',
    members: { held_cents: 47_200, due_cents: 27_300 },
  },
  hold_covered: {
    status: 409,
    when: 'A hold for research is to be captured, but representation stands or was charged and includes it.',
    remedy: 'Nothing: the hold for research is given back by itself.',
  },
  research_not_ended: {
    status: 409,
    when: 'A hold for representation is to be captured while one for research stands, so nobody knows yet what is due.',
    remedy: 'Wait a minute and try again. It stays so only while the card provider does not answer.',
  },
  improvement_unknown: {
    status: 409,
    when: 'A hold for representation is to be captured, but the settlement or the first offer is not recorded.',
    remedy: 'Record what missing names with the settlement of the consultation, then capture.',
    members: { missing: ['initial_offer_cents'] },
  },
  improvement_too_small: {
    status: 409,
    when: 'A hold for representation is to be captured, but the settlement is not 1,000 dollars above the first offer.',
    remedy: 'Nothing is charged then: release the hold.',
    members: { improvement_cents: 99_999 },
  },
  provider_refused: {
    status: 409,
    when: 'The card provider refused to capture or release the hold.',
    remedy: 'The hold shows where it stands. Try again, or look at it in the provider’s dashboard.',
  },
  endpoint_limit: {
    status: 409,
    when: 'The institution has ten webhook endpoints already.',
    remedy: 'Remove one that is no longer used.',
  },
} as const satisfies Record<string, ProblemEntry>;
