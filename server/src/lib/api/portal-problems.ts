import { credentialProblems } from './credential-problems.ts';
import type { ProblemEntry } from './problems.ts';
import { sandboxProblems } from './sandbox-problems.ts';

/** Errors of the partner portal's API, besides the codes it shares with the others. */
export const portalProblems = {
  fresh_code_required: {
    status: 403,
    when: 'Irreversible actions need an authenticator code from the last ten minutes.',
    remedy:
      'Send the code to POST /api/portal/v1/session/fresh, then send the request again. The portal’s pages prompt for it automatically.',
  },
  live_not_open: {
    status: 403,
    when: 'The institution signed itself up, and its live mode is not open yet.',
    remedy: 'Continue in test mode. When the checklist on the overview is complete, request live mode there.',
  },
  own_session_required: {
    status: 403,
    when: 'You can change your account only after signing in to it yourself, not from a session of an institution’s single sign-on.',
    remedy: 'Sign in with your password or a passkey.',
  },
  pairing_denied: {
    status: 403,
    when: 'The user denied the pairing of a command line, or can no longer approve it.',
    remedy: 'Run mw login again, and approve the new code.',
  },
  challenge_used: {
    status: 409,
    when: 'The pairing challenge was already used.',
    remedy: 'Generate a new random verifier for each pairing.',
  },
  too_many_tokens: {
    status: 409,
    when: 'You have reached the limit of tokens at this institution.',
    remedy: 'Revoke one that is no longer used.',
  },
  too_many_passkeys: {
    status: 409,
    when: 'Your account has reached the limit of passkeys.',
    remedy: 'Remove one that is no longer used.',
  },
  passkey_refused: {
    status: 403,
    when: 'The passkey is unknown, or the browser’s response does not prove that you have it.',
    remedy: 'Try again, or sign in with your password.',
  },
  sign_in_refused: {
    status: 403,
    when: 'The email, the password or the code is wrong. For security, the error does not name which.',
    remedy: 'Try again, or request a password reset link on the page.',
  },
  code_refused: {
    status: 403,
    when: 'The code is wrong or was already used.',
    remedy: 'Wait for the authenticator’s next code, or use a recovery code.',
  },
  too_many_tries: {
    status: 429,
    when: 'There were too many attempts for this account or from this network.',
    remedy: 'Wait the number of seconds in Retry-After.',
    retryAfter: true,
  },
  password_weak: {
    status: 400,
    when: 'The password is short, common, or easy to guess.',
    remedy: 'Choose a longer one, such as four unrelated words.',
  },
  account_exists: {
    status: 409,
    when: 'The address already has an account, created after the link was sent.',
    remedy: 'Sign in.',
  },
  link_ended: {
    status: 410,
    when: 'The link was used, has expired, or was replaced by another one.',
    remedy: 'Request a new link on the same page.',
  },
  own_authenticator: {
    status: 409,
    when: 'You cannot reset your own authenticator.',
    remedy: 'Ask another owner or administrator, or sign in with a recovery code.',
  },
  role_elsewhere: {
    status: 409,
    when: 'The user also has a role at another institution, so you cannot reset their sign-in.',
    remedy: 'Ask the user to contact us.',
  },
  no_authenticator: {
    status: 409,
    when: 'The user signs in without a password, so there is no authenticator to reset.',
    remedy: 'No action is needed.',
  },
  address_differs: {
    status: 409,
    when: 'The address typed as confirmation is not the user’s.',
    remedy: 'Check that this is the right user, and type the address as shown.',
  },
  reset_waits: {
    status: 409,
    when: 'The link for a new authenticator does not work yet: for one day the reset can still be canceled.',
    remedy: 'Open it again at `opens_at`.',
  },
  password_refused: {
    status: 403,
    when: 'The password is wrong.',
    remedy: 'Try again; you have twenty attempts per day.',
  },
  contacts_hidden: {
    status: 403,
    when: 'You cannot change a live borrower’s name, email or phone while these are masked for you.',
    remedy: 'Leave `borrower` out, or ask a user with the permission `contacts.read` to change it.',
  },
  owner_required: {
    status: 403,
    when: 'Only an owner can add, change or remove owners.',
    remedy: 'Ask an owner of the institution.',
  },
  last_owner: {
    status: 409,
    when: 'This is the institution’s last owner, and it must have one.',
    remedy: 'Make another user an owner first.',
  },
  already_member: {
    status: 409,
    when: 'The account already has a role at the institution.',
    remedy: 'Change the role instead.',
  },
  too_many_invitations: {
    status: 409,
    when: 'The limit of open invitations is reached.',
    remedy: 'Revoke one, or wait until one is accepted or expires.',
  },
  invitation_for_another: {
    status: 403,
    when: 'The invitation was sent to a different address than your account’s.',
    remedy: 'Sign in with the account of that address, or ask for an invitation to yours.',
  },
  referral_changed: {
    status: 409,
    when: 'Another user changed the referral after you loaded it, so your edit would overwrite their change.',
    remedy: 'Load it again, compare, and send the edit with its new version.',
  },
  roster_plan_void: {
    status: 409,
    when: 'The roster changed after the preview, so the preview is out of date.',
    remedy: 'Run the preview again.',
  },
  roster_confirmation_needed: {
    status: 409,
    when: 'The file would cancel a large part of the roster.',
    remedy: 'Review the cancellations, and type the number of enrollments to confirm.',
  },
  referral_count_mismatch: {
    status: 409,
    when: 'The confirmed row counts do not match the last dry run.',
    remedy: 'Review the dry run again, and confirm its counts.',
  },
  referral_file_unreadable: {
    status: 422,
    when: 'The file is not a readable CSV or XLSX with at most 5,000 rows.',
    remedy: 'Save it again as CSV in UTF-8, with a header row.',
  },
  roster_file_unreadable: {
    status: 422,
    when: 'The file is not a readable CSV, XLSX or NDJSON.',
    remedy: 'Save it again as CSV in UTF-8, with a header row.',
  },
} as const satisfies Record<string, ProblemEntry>;

/** Codes that the portal shares with the staff interface, reworded for users of the portal. */
export const sharedPortalProblems = {
  unauthorized: {
    status: 401,
    when: 'The portal session or token is missing or has expired.',
    remedy: 'Sign in to the portal again, or send a token created there as Authorization: Bearer.',
  },
  role_required: {
    status: 403,
    when: 'Your role at this institution does not allow this.',
    remedy: 'Ask a user with that role to do it, or ask an administrator of your institution for the role.',
  },
  scope_required: {
    status: 403,
    when: 'The token is not for this operation or mode.',
    remedy: 'Create a token in the portal for this operation and mode.',
  },
  foreign_request: {
    status: 403,
    when: 'The request has a browser session, but did not come from a page of the portal, or its body is not JSON.',
    remedy: 'In programs, use a token.',
  },
  service_unavailable: {
    status: 503,
    when: 'Too many people are signing in at this moment.',
    remedy: 'Wait the number of seconds in Retry-After.',
    retryAfter: true,
  },
  mail_not_configured: {
    status: 409,
    when: 'This installation has no mail server, so no link can be sent.',
    remedy: 'Contact us; we need to set it up.',
  },
  endpoint_limit: {
    status: 409,
    when: 'The institution already has ten webhook endpoints.',
    remedy: 'Delete one that you no longer use.',
  },
  ...credentialProblems,
  ...sandboxProblems,
} as const satisfies Record<string, ProblemEntry>;
