import { credentialProblems } from './credential-problems.ts';
import type { ProblemEntry } from './problems.ts';
import { sandboxProblems } from './sandbox-problems.ts';

/** What the API of the partner portal refuses with, beside the codes it shares with the others. */
export const portalProblems = {
  fresh_code_required: {
    status: 403,
    when: 'What cannot be taken back needs a code of the authenticator that is not older than ten minutes.',
    remedy:
      'Send the code to POST /api/portal/v1/session/fresh, then send the request again; the portal asks by itself.',
  },
  live_not_open: {
    status: 403,
    when: 'The institution signed itself up and its live mode has not been opened yet.',
    remedy: 'Go on in test mode. When the list on the overview is done, ask there for live mode to be opened.',
  },
  own_session_required: {
    status: 403,
    when: 'Your own account is changed only by somebody who signed in to it, not by a session that an institution’s single sign-on made.',
    remedy: 'Sign in with your password or a passkey.',
  },
  pairing_denied: {
    status: 403,
    when: 'A command line asked to be paired, and the user said no, or may not say yes any more.',
    remedy: 'Run mw login again, and say yes to the new code.',
  },
  challenge_used: {
    status: 409,
    when: 'The challenge of a pairing was used before.',
    remedy: 'Make a new random verifier for each pairing.',
  },
  too_many_tokens: {
    status: 409,
    when: 'You have as many tokens at this institution as can be had.',
    remedy: 'Revoke one that is no longer used.',
  },
  too_many_passkeys: {
    status: 409,
    when: 'Your account has as many passkeys as can be had.',
    remedy: 'Remove one that is no longer used.',
  },
  passkey_refused: {
    status: 403,
    when: 'The passkey is not known, or what the browser sent does not prove that you have it.',
    remedy: 'Try again, or sign in with your password.',
  },
  sign_in_refused: {
    status: 403,
    when: 'Address, password or code are wrong; it is not said which.',
    remedy: 'Try again. The page sends a link for another password.',
  },
  code_refused: {
    status: 403,
    when: 'The code is wrong, or was used already.',
    remedy: 'Wait for the next code of the authenticator, or use a recovery code.',
  },
  too_many_tries: {
    status: 429,
    when: 'There were too many tries for this account or from this network.',
    remedy: 'Wait as many seconds as Retry-After says.',
    retryAfter: true,
  },
  password_weak: {
    status: 400,
    when: 'The password is short, common, or made of words that others would try.',
    remedy: 'Choose a longer one, such as four words that have nothing to do with each other.',
  },
  account_exists: {
    status: 409,
    when: 'The address got an account after the link was sent.',
    remedy: 'Sign in.',
  },
  link_ended: {
    status: 410,
    when: 'The link was used, has ended, or another one took its place.',
    remedy: 'Ask for a new one where this one was asked for.',
  },
  own_authenticator: {
    status: 409,
    when: 'Nobody resets their own authenticator.',
    remedy: 'Have another owner or administrator do it. With a recovery code you can sign in yourself.',
  },
  role_elsewhere: {
    status: 409,
    when: 'The user has a role at another institution too, whose sign-in yours must not weaken.',
    remedy: 'Have the user write to us.',
  },
  no_authenticator: {
    status: 409,
    when: 'The user signs in without a password, so there is no authenticator to reset.',
    remedy: 'None is needed.',
  },
  address_differs: {
    status: 409,
    when: 'The address that was typed to confirm is not that of the user.',
    remedy: 'Look whether this is the user you mean, and type the address as it is shown.',
  },
  reset_waits: {
    status: 409,
    when: 'The link to another authenticator does not work yet; it waits a day, in which it can be stopped.',
    remedy: 'Open it again at `opens_at`.',
  },
  password_refused: {
    status: 403,
    when: 'The password is wrong.',
    remedy: 'Try again; there are twenty tries a day.',
  },
  contacts_hidden: {
    status: 403,
    when: 'Whoever sees live borrowers masked does not change their name, email or phone.',
    remedy: 'Leave `borrower` out, or have somebody with the permission `contacts.read` change it.',
  },
  owner_required: {
    status: 403,
    when: 'Only an owner makes, changes or removes owners.',
    remedy: 'Ask an owner of the institution.',
  },
  last_owner: {
    status: 409,
    when: 'An institution always has an owner, and this is the last.',
    remedy: 'Make somebody else an owner first.',
  },
  already_member: {
    status: 409,
    when: 'The account has a role at the institution.',
    remedy: 'Change the role instead.',
  },
  too_many_invitations: {
    status: 409,
    when: 'As many invitations are open as can be.',
    remedy: 'Revoke one, or wait until one is accepted or ends.',
  },
  invitation_for_another: {
    status: 403,
    when: 'The invitation was sent to another address than that of your account.',
    remedy: 'Sign in with the account of that address, or ask for an invitation to yours.',
  },
  referral_changed: {
    status: 409,
    when: 'Somebody changed the referral after it was loaded, so the edit would overwrite what they changed.',
    remedy: 'Load it again, compare, and send the edit with its new version.',
  },
  roster_plan_void: {
    status: 409,
    when: 'The roster changed after the preview was made, so the preview is no longer what would happen.',
    remedy: 'Make the preview again.',
  },
  roster_confirmation_needed: {
    status: 409,
    when: 'The file would cancel a large part of the roster.',
    remedy: 'Look at what would be canceled, and type how many enrollments that is.',
  },
  referral_count_mismatch: {
    status: 409,
    when: 'The numbers of rows that were confirmed are not those of the last dry run.',
    remedy: 'Look at the dry run again, and confirm its numbers.',
  },
  referral_file_unreadable: {
    status: 422,
    when: 'The file is no CSV or XLSX of at most 5,000 rows that can be read.',
    remedy: 'Save it again as CSV in UTF-8, with a line of column names.',
  },
  roster_file_unreadable: {
    status: 422,
    when: 'The file is no CSV, XLSX or NDJSON that can be read.',
    remedy: 'Save it again as CSV in UTF-8, with a line of column names.',
  },
} as const satisfies Record<string, ProblemEntry>;

/** Codes that the portal shares with the staff interface, in words for users of the portal. */
export const sharedPortalProblems = {
  unauthorized: {
    status: 401,
    when: 'There is no session or token of the portal, or it has ended.',
    remedy: 'Sign in to the portal again, or send a token that was made there as Authorization: Bearer.',
  },
  role_required: {
    status: 403,
    when: 'Your role at this institution does not allow this.',
    remedy: 'Ask somebody with that role to do it, or an administrator of your institution to give it to you.',
  },
  scope_required: {
    status: 403,
    when: 'The token is not for this operation or mode.',
    remedy: 'Make a token in the portal that is.',
  },
  foreign_request: {
    status: 403,
    when: 'The request has a browser session, but did not come from a page of the portal, or its body is not JSON.',
    remedy: 'Use a token for programs.',
  },
  service_unavailable: {
    status: 503,
    when: 'Too many people are signing in at this moment.',
    remedy: 'Wait as many seconds as Retry-After says.',
    retryAfter: true,
  },
  mail_not_configured: {
    status: 409,
    when: 'This installation has no mail server, so no link can be sent.',
    remedy: 'Tell us; it is ours to set up.',
  },
  endpoint_limit: {
    status: 409,
    when: 'The institution already has ten webhook endpoints.',
    remedy: 'Delete one that is no longer used.',
  },
  ...credentialProblems,
  ...sandboxProblems,
} as const satisfies Record<string, ProblemEntry>;
