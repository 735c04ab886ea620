import type { Ctx, Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { linkCredential, recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage, unlinkedName } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError, notFound } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { confirmTtlS, readNotices, recipientsOf, type ContactKind, type NoticeKind, type Notices } from './rules.ts';
import type { ConfirmedContact, Contacts } from './schemas.ts';
import {
  deleteChange,
  findOpenChange,
  listContactsRows,
  listOpenChanges,
  lockContactsRow,
  putChange,
  takeChange,
  updateAddress,
  updateNotices,
  type ContactsRow,
} from './store.ts';

/** Emails to unconfirmed addresses, per institution and day: a sandbox must not be usable for emailing strangers. */
const asksPerDay: Limit = { name: 'contact-mails', points: 20, windowS: 86_400, whenStoreIsGone: 'refuse' };

type ContactChange = { readonly kind: ContactKind; readonly email: string | null };

/**
 * A new address counts once its emailed link was opened; until then the previous one stays. Removing an address, or
 * setting the current one again, needs no link.
 */
export async function changeContact(ctx: Ctx, institutionId: string, input: ContactChange): Promise<Contacts> {
  const { kind } = input;
  const email = input.email === null ? null : normalizeEmail(input.email);
  if (email !== null) await ctx.limits.consume(asksPerDay, institutionId);
  await transact(ctx, async (tx) => {
    const row = await lockContactsRow(tx.db, institutionId);
    if (row === undefined) throw notFound();
    deleteChange(tx.db, institutionId, kind);
    if (email === row[kind]) return;
    if (email === null) removeAddress(tx, row, kind);
    else askForConfirmation(tx, row, { kind, email });
  });
  return getContacts(ctx, institutionId);
}

function removeAddress(tx: Tx, row: ContactsRow, kind: ContactKind): void {
  const before = row[kind];
  updateAddress(tx.db, row.id, { kind, email: null });
  if (before === null) return;
  const mail = composeContactMail({ kind, institution: row.name }, { news: 'removed' });
  queueMessage(tx, {
    purpose: messagePurposes.contactChanged,
    subjectId: row.id,
    content: { channel: 'email', to: before, mail },
  });
}

function askForConfirmation(tx: Tx, row: ContactsRow, { kind, email }: { kind: ContactKind; email: string }): void {
  const now = tx.clock.now();
  const token = taggedToken(tx.config.cell, 43);
  const id = newId('cch', now);
  putChange(tx.db, {
    id,
    institution_id: row.id,
    kind,
    email,
    token_hash: tx.vault.fingerprint(token, 'token'),
    created_at: now,
    expires_at: addSeconds(now, confirmTtlS),
  });
  // In the URL fragment, so that no server and no log sees it.
  const url = `${tx.config.publicBaseUrl}/portal/contact#${token}`;
  queueMessage(tx, {
    purpose: messagePurposes.contactConfirm,
    subjectId: id,
    content: {
      channel: 'email',
      to: email,
      mail: composeContactMail({ kind, institution: row.name }, { news: 'confirm', url }),
    },
  });
}

type ContactNews =
  | { readonly news: 'confirm'; readonly url: string }
  | { readonly news: 'replaced' }
  | { readonly news: 'removed' };

type AboutContact = { readonly kind: ContactKind; readonly institution: string };

/** To a new address: a link. To the previous one: that it is no longer used, without naming the new one, which may be private. */
function composeContactMail({ kind, institution }: AboutContact, about: ContactNews): Mail {
  const name = unlinkedName(institution) ?? 'an institution';
  const what = `the ${kind} contact of ${name}`;
  if (about.news === 'confirm')
    return {
      language: 'en',
      subject: `Confirm this address as ${kind} contact`,
      paragraphs: [
        `Somebody with access to the Makewhole partner portal of ${name} wants us to write to this address as ${what}.`,
        'Open this link to confirm it. It works once, within three days. Until then nothing changes.',
      ],
      button: { words: 'Confirm this address', url: about.url },
      why: 'You get this because this address was entered in the portal. If you do not expect it, ignore it.',
    };
  return {
    language: 'en',
    subject: `This address is no longer the ${kind} contact`,
    paragraphs: [
      about.news === 'replaced'
        ? `Another address was confirmed as ${what}. We no longer write to this one as such.`
        : `This address was removed as ${what}. We no longer write to it as such.`,
      'If this is a mistake, somebody who manages the portal of your institution can change it back under Settings, Contacts; the trail there says who changed it.',
    ],
    why: `You get this because this address was ${what}.`,
  };
}

const linkEnded = () =>
  new AppError('link_ended', 'This link was used, replaced or is too old. Ask for another in the portal.', {
    status: 410,
  });

/** Opening the link proves access to the mailbox, so the address counts from now on; the previous address is notified. */
export const confirmContact = (ctx: Ctx, token: string): Promise<ConfirmedContact> =>
  transact(ctx, async (tx) => {
    const change = await takeChange(tx.db, tx.vault.fingerprints(token, 'token'), tx.clock.now());
    if (change === undefined) throw linkEnded();
    const { institution_id: institutionId, kind, email } = change;
    const row = await lockContactsRow(tx.db, institutionId);
    if (row === undefined) throw linkEnded();
    const before = row[kind];
    updateAddress(tx.db, institutionId, { kind, email });
    if (before !== null && before !== email)
      queueMessage(tx, {
        purpose: messagePurposes.contactChanged,
        subjectId: institutionId,
        content: {
          channel: 'email',
          to: before,
          mail: composeContactMail({ kind, institution: row.name }, { news: 'replaced' }),
        },
      });
    await recordEntry(tx, {
      kind: 'action',
      operation: 'partners.confirm-contact',
      institutionId,
      credentialId: linkCredential,
      subjectId: kind,
    });
    return { object: 'portal.confirmed_contact', kind, institution: row.name };
  });

/** The contacts of an institution, and the notices they get. */
export async function getContacts(ctx: Ctx, institutionId: string): Promise<Contacts> {
  const [[row], changes] = await Promise.all([
    listContactsRows(ctx.db, [institutionId]),
    listOpenChanges(ctx.db, institutionId, ctx.clock.now()),
  ]);
  if (row === undefined) throw notFound();
  const contact = (kind: ContactKind) => {
    const change = changes.find((one) => one.kind === kind);
    const pending = change && { email: change.email, expires_at: change.expires_at.toISOString() };
    return { email: row[kind], pending: pending ?? null };
  };
  const { endpoint_warnings: warnings, statements, security_notices: security } = readNotices(row.notices);
  return {
    object: 'portal.contacts',
    technical: contact('technical'),
    operations: contact('operations'),
    billing: contact('billing'),
    notices: { endpoint_warnings: [...warnings], statements: [...statements], security_notices: [...security] },
  };
}

/** Whether an emailed link can still confirm an address: it was not used, replaced or expired. */
export const isContactChangeOpen = async (ctx: Ctx, { subjectId }: { readonly subjectId: string }): Promise<boolean> =>
  (await findOpenChange(ctx.db, subjectId, ctx.clock.now())) !== undefined;

type Asked = { readonly notice: NoticeKind; readonly institutionIds: readonly string[] };

/** The addresses that each of these institutions chose for a notice; institutions without one are left out. */
export async function listNoticeRecipients(
  ctx: Ctx | Tx,
  { notice, institutionIds }: Asked,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await listContactsRows(ctx.db, institutionIds);
  return new Map(
    rows.flatMap((row): [string, readonly string[]][] => {
      const recipients = recipientsOf(row, readNotices(row.notices)[notice]);
      return recipients.length === 0 ? [] : [[row.id, recipients]];
    }),
  );
}

/** Which of the institution's addresses get which mail, from the next mail on. */
export async function setNotices(ctx: Ctx, institutionId: string, notices: Notices): Promise<Contacts> {
  await transact(ctx, async (tx) => {
    if ((await lockContactsRow(tx.db, institutionId)) === undefined) throw notFound();
    updateNotices(tx.db, institutionId, notices);
  });
  return getContacts(ctx, institutionId);
}
