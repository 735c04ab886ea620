// docs/security/access.md: who may call each route, and every stored credential, from the routes and the fingerprint
// columns.
import { fingerprintColumns, keyedLinks, keylessColumns } from '../../server/src/app/keys/keyed-columns.ts';
import { invitationTtlS } from '../../server/src/modules/portal/members/rules.ts';
import { pairingTtlS } from '../../server/src/modules/portal/pairing/rules.ts';
import { challengeTtlS } from '../../server/src/modules/portal/passkeys/rules.ts';
import { tokenDaysMax } from '../../server/src/modules/portal/tokens/rules.ts';
import { setupTtlS } from '../../server/src/modules/staff/password/password-setup.ts';
import { checkoutDays } from '../../server/src/modules/checkout/rules.ts';
import { confirmTtlS } from '../../server/src/modules/partners/contacts/rules.ts';
import {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  codeTriesMax,
  deviceFailuresMax,
  deviceTriesMax,
  deviceTtlS,
  recoveryBytes,
  recoveryCodes,
  sessionIdleS,
  sessionTtlS,
  tryWindowS,
} from '../../server/src/platform/sign-in/index.ts';
import { toTable } from './to-table.ts';
import { committedRoutes } from '../../server/test/http/committed-routes.ts';

const dayS = 86_400;
const idle = `after ${sessionIdleS / 60} minutes idle or ${sessionTtlS / 3600} hours`;

/** How a request proves that it belongs to an audience. */
const audiences: Readonly<Record<string, string>> = {
  anyone: 'nothing',
  'agent or anonymous': 'an agent key, or nothing',
  'poll token or agent key': 'the poll token of one intake, or the key that submitted it',
  agent: 'an agent key; on console pages, its session',
  'customer with the link': 'a link sent to one contact',
  'text provider': "the provider's signature over the callback",
  'card provider': "the provider's signature over the bytes",
  'mail provider': 'a shared secret',
  partner: 'a bearer key, or a signature (Ed25519 or ECDSA P-256) with a nonce',
  portal: 'a portal session or a portal token, with a role at the institution',
  staff: 'a staff session or a staff token, with a role',
};

type Credential = readonly [opens: string, ends: string];

/** By column. `undefined`: not a credential by itself, or part of the row above it. */
const stored: Readonly<Record<string, Credential | undefined>> = {
  'staff.sessions.token_hash': ['the board, in one browser', `${idle}; with the account`],
  'staff.tokens.token_hash': ['the staff API, for a script', 'at its end date, when revoked, with the account'],
  'staff.setups.token_hash': [
    'setting a password and authenticator, by an emailed or printed link; outside production, a demo sign-in',
    `after ${setupTtlS / 3600} hours (a demo link after one), once, or when another is made`,
  ],
  'staff.recovery_codes.code_hash': [
    `signing in without the authenticator: with the password, one of ${recoveryCodes} codes of ${recoveryBytes * 8} bits`,
    'each once',
  ],
  'staff.known_devices.token_hash': [
    'nothing; guessing elsewhere does not delay its owner',
    `after ${deviceTtlS / dayS} days, or ${deviceFailuresMax} failed tries`,
  ],
  'staff.known_devices.previous_hash': undefined,
  'portal.sessions.token_hash': [
    'the portal, in one browser; by an institution’s own provider, that institution alone',
    `${idle}; with the user, the role or the provider`,
  ],
  'portal.tokens.token_hash': [
    'the portal API at one institution, never more than the role',
    `after at most ${tokenDaysMax} days, when revoked, with the role`,
  ],
  'portal.pairings.code_hash': [
    'a sandbox token for a command line, after approval in the portal',
    `after ${pairingTtlS / 60} minutes, once`,
  ],
  'portal.sign_ups.token_hash': ['a new user and sandbox institution, by an emailed link', 'after 24 hours, once'],
  'portal.invitations.token_hash': [
    'a role, by an emailed link, for its own address',
    `after ${invitationTtlS / dayS} days, once, or when revoked`,
  ],
  'portal.resets.token_hash': ['another password, with a code', 'after 30 minutes, once'],
  'portal.authenticator_resets.token_hash': ['another authenticator, with the password', 'after three days, once'],
  'portal.authenticator_resets.stop_hash': ['stopping that reset', 'with the reset'],
  'portal.recovery_codes.code_hash': ['the same for portal users', 'each once'],
  'portal.known_devices.token_hash': ['the same for portal users', 'the same'],
  'portal.known_devices.previous_hash': undefined,
  'portal.used_challenges.challenge_hash': undefined,
  'partners.contact_changes.token_hash': [
    'confirming an institution’s contact address',
    `after ${confirmTtlS / dayS} days, once`,
  ],
  'credentials.agent_keys.key_hash': [
    'the agent API, MCP and the console, for that agent',
    'when rotated, recovered or suspended',
  ],
  'credentials.partner_keys.key_hash': [
    'the partner API, for one institution and mode',
    'at its end date, when revoked or suspended',
  ],
  'agent_console.sessions.token_hash': ['the agent console, in one browser', `${idle}; with its key`],
  'agents.registrations.code_hash': ['registering an agent: six digits by email, five tries', 'after 30 minutes, once'],
  'agents.recoveries.code_hash': ['another agent key, by email', 'after six hours, once'],
  'intakes.poll_tokens.token_hash': ['one receipt', 'never by time'],
  'intakes.intakes.link_hash': ['answering an intake, from the receipt', 'with the intake'],
  'intakes.links.hash': ['answering an intake, from one email or text', 'with the intake'],
  'referrals.referrals.link_hash': ['answering an invitation', 'with the invitation'],
  'consultations.consultations.number_link_hash': ['giving another phone number', 'once'],
  'checkout.checkouts.token_hash': ['a payment page', `after ${checkoutDays} days`],
  'appraisals.versions.token_hash': ['one released appraisal', 'when it is withdrawn'],
};

/** Encrypted values that are not stored. */
const links: Readonly<Record<string, Credential | undefined>> = {
  'page-link': ['an owner’s page', 'after 180 days, with the contact, with a newer link'],
  'language-link': ['choosing English or Spanish', 'with its key'],
  'stop-link': ['ending contact', 'with its key'],
  'access.oidc-start': ['finishing a staff sign-in at the identity provider', 'after ten minutes, once'],
  'portal.issuer-start': ['finishing a portal sign-in at an institution’s provider', 'after ten minutes, once'],
  'portal.passkey-challenge': ['finishing one passkey operation', `after ${challengeTtlS / 60} minutes, once`],
};

/** Fails for a name without a row and for a row without a name. */
function match<T>(names: readonly string[], rows: Readonly<Record<string, T>>, what: string): void {
  const lacking = names.filter((name) => !(name in rows));
  const left = Object.keys(rows).filter((name) => !names.includes(name));
  if (lacking.length + left.length > 0)
    throw new Error(
      `tools/pages/access.ts: ${what} without a row: ${lacking.join(', ')}; rows without one: ${left.join(', ')}`,
    );
}

const list = (first: string, rows: Readonly<Record<string, Credential | undefined>>): string =>
  toTable([
    [first, 'Opens', 'Ends'],
    ...Object.entries(rows).flatMap(([name, row]) => (row === undefined ? [] : [[`\`${name}\``, ...row]])),
  ]);

/** docs/security/access.md; an audience, a token column or a kind of link without a description is an error. */
export function describeAccess(): string {
  const tokens = fingerprintColumns
    .filter(({ use }) => use === 'token')
    .map(({ table, column }) => `${table}.${column}`);
  match([...new Set(committedRoutes.map((route) => route.split(' | ')[1] ?? ''))], audiences, 'audiences');
  match(tokens, stored, 'token columns');
  match(keyedLinks, links, 'kinds of links');
  match(
    keylessColumns.filter((column) => column.startsWith('portal.passkeys')),
    { 'portal.passkeys.credential_id': 1, 'portal.passkeys.public_key': 1 },
    'columns of passkeys',
  );
  return `# Access

Who can call the service, with which credential, and when it ends. Generated by \`npm run generate\` from the routes and from the columns
that hold credentials; a new audience or credential without a description fails it.

## Audiences

Each route has one, in \`server/test/http/committed-routes.ts\`.

${Object.entries(audiences)
  .map(([name, proof]) => `- **${name}**: ${proof}.`)
  .join('\n')}

## Stored credentials

Only a keyed fingerprint of each is stored. Tokens have 128 random bits or more, except codes that people type.

${list('Column', stored)}
Also stored: password hashes (argon2id), authenticator secrets (encrypted), public keys of passkeys and of signed credentials.

## Encrypted links and cookies

These are not stored. They work as long as their key is in the key ring.

${list('Use', links)}
## Signing in

- **Staff and portal users** need a password of 12 characters or more and an authenticator code, always both. A passkey counts as both in
  the portal. Through an identity provider they need what it asks for, which is checked only where \`OIDC_ACR\` (for the team) or the
  institution demands it; otherwise count it as one factor.
- **Guessing.** Unknown devices get ${accountTriesMax} tries per account in ${tryWindowS / 60} minutes and ${accountTriesPerDay} in a day, and ${addressTriesMax} per address; a known
  device has ${deviceTriesMax} separately. After a correct password, ${codeTriesMax} codes a day. So guessing elsewhere cannot lock out an owner on a known device.
  Failures of keys are counted by address, and a client that authenticates is never refused for them.
- **Owners** have one factor, the link in their mailbox or phone. Before the contact is proven, the page shows nothing of the claim.
- **Agent console:** the agent key, which opens its own session only.

## Sessions

The staff, the portal and the agent console each have their own table, cookie and sign-in; none opens another. A sign-in always makes a
new session and ends the one the browser had. Changing a password ends all other sessions; disabling
or resetting a person ends all of them. Signing out at an identity provider does not end our session; after ${sessionTtlS / 3600} hours at
most sign-in at the provider is required again.

## Confirmation

Operations that move money, change who may do what, export or erase data need a session confirmed in the last ten minutes, by a
password for staff, a code or passkey for portal users, or a recent sign-in at the provider. Without it they get 403 \`fresh_code_required\`.
They are marked \`fresh\` in the list of routes. Tokens cannot confirm: a staff token is not asked, a portal token cannot change the account.

## Authorization

- **Functions:** each staff route names its lowest role, and one that names none is for administrators; each portal route names a
  permission. Tokens can be narrower than their owner. Partner credentials are \`full\` or \`read_only\`, live or test.
- **Objects:** an agent reads the intakes of its key, a partner the rows of its institution in one mode, a portal user those of the
  institution in the path, an owner the case of the link. The condition is in the statement, and for institutions also in row-level
  security ([database](../operate/database.md#roles)).
- **Fields:** requests and responses have closed schemas. Contacts of live borrowers are shown only to portal roles that may see them. A
  caller sees a number only in its calling hours. Before a contact is proven, agents and partners learn the status and no more.
`;
}
