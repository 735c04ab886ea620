import type { Ctx, Tx } from '#context';
import { isPortalRole, mayPortal, type PortalPermission } from '#lib/api/portal-roles';
import type { Mail } from '#lib/mail/mail';
import { newId } from '#lib/tokens/ids';
import { messagePurposes, queueMessage } from '#modules/customers';
import { listNoticeRecipients } from '#modules/partners';
import { hasAuthenticator, stopAuthenticatorResetOf } from './authenticator-store.ts';
import { accountExists } from './errors.ts';
import { addUser, findRoleRow, findUserByEmail, listNamesOf, listOwnerEmails, lockUser, updateName } from './store.ts';

/**
 * A new user, or the user without a password whom an institution's identity provider created with this address: the link
 * proves that they own the mailbox. Otherwise a provider could lock people out of the portal by naming their addresses.
 */
export async function claimUser(
  tx: Tx,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<string> {
  const now = tx.clock.now();
  const id = newId('usr', now);
  if (await addUser(tx.db, { id, email, name, created_at: now })) return id;
  const known = await findUserByEmail(tx.db, email);
  if (known === undefined || (await lockUser(tx.db, known.id)) === undefined) throw accountExists();
  if (await hasAuthenticator(tx.db, known.id)) throw accountExists();
  updateName(tx.db, known.id, name);
  return known.id;
}

type Asked = { readonly userId: string; readonly institutionId: string; readonly permission: PortalPermission };

/** Whether a user currently has a role at an institution that allows something; used when their request is carried out later. */
export async function hasPermission({ db }: Ctx | Tx, { userId, institutionId, permission }: Asked): Promise<boolean> {
  const row = await findRoleRow(db, userId, institutionId);
  return row !== undefined && isPortalRole(row.role) && mayPortal(row.role, permission);
}

/** Names of users by id. */
export async function listUserNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listNamesOf(ctx.db, ids)).map(({ id, name }) => [id, name]));
}

type News = 'replaced' | 'stopped by sign-in' | 'stopped by link' | 'stopped by us';
type Told = { readonly id: string; readonly email: string };

/** Tells the account's owner the outcome of an authenticator reset. */
export function queueAuthenticatorNews(tx: Tx, { id, email }: Told, news: News): void {
  const mail: Mail = { language: 'en', ...words[news], why: 'You get this because it is your account.' };
  queueMessage(tx, {
    purpose: messagePurposes.authenticatorNews,
    subjectId: id,
    content: { channel: 'email', to: email, mail },
  });
}

const stopped = (how: string): Pick<Mail, 'subject' | 'paragraphs'> => ({
  subject: 'The reset of your authenticator was stopped',
  paragraphs: [
    `The reset of the authenticator of your account at the Makewhole partner portal was stopped${how}. Nothing has changed, and its links do not work any more.`,
    'If you did not ask for the reset, somebody else did. Choose another password, and answer this mail.',
  ],
});

const words: Readonly<Record<News, Pick<Mail, 'subject' | 'paragraphs'>>> = {
  replaced: {
    subject: 'Your authenticator for the Makewhole portal was replaced',
    paragraphs: [
      'Another authenticator was set up for your account at the Makewhole partner portal, with the link of a reset and your password. Everybody was signed out, and passkeys, portal tokens and the recovery codes from before do not work any more.',
      'If it was not you, answer this mail at once.',
    ],
  },
  'stopped by sign-in': stopped(', because you signed in'),
  'stopped by link': stopped(' by the link in our mail'),
  'stopped by us': stopped(' by our team'),
};

type SecurityNews = Pick<Mail, 'subject' | 'paragraphs'>;

/** An institution has few owners; each gets an email. */
const ownersNotified = 20;

/**
 * Notifies the institution of a change to its access: always the owners, so that no one takes over an institution unnoticed,
 * and the contacts that it chose.
 */
export async function queueSecurityNotice(tx: Tx, institutionId: string, news: SecurityNews): Promise<void> {
  const [owners, contacts] = await Promise.all([
    listOwnerEmails(tx.db, institutionId, ownersNotified),
    listNoticeRecipients(tx, { notice: 'security_notices', institutionIds: [institutionId] }),
  ]);
  const chosen = contacts.get(institutionId) ?? [];
  const owning = owners.map(({ email }) => email).filter((email) => !chosen.includes(email));
  const to = (why: string) => (address: string) => ({
    purpose: messagePurposes.securityNotice,
    subjectId: institutionId,
    content: { channel: 'email' as const, to: address, mail: { language: 'en' as const, ...news, why } },
  });
  queueMessage(
    tx,
    ...chosen.map(to('You get this because your institution chose this address for security notices.')),
    ...owning.map(to('You get this because you are an owner of the institution.')),
  );
}

/**
 * A user who signs in with their authenticator or a passkey has not lost it, so someone else requested the reset. A recovery
 * code does not stop a reset, because it is used when the authenticator is lost.
 */
export async function stopResetAtSignIn(tx: Tx, userId: string): Promise<void> {
  const stopped = await stopAuthenticatorResetOf(tx.db, userId, { by: 'sign_in', now: tx.clock.now() });
  if (stopped !== undefined) queueAuthenticatorNews(tx, stopped, 'stopped by sign-in');
}
