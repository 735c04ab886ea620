import type { Ctx, Tx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { composeContactMail } from './compose-contact-mail.ts';
import { getContacts } from './get-contacts.ts';
import { confirmTtlS, type ContactKind } from './rules.ts';
import type { Contacts } from './schemas.ts';
import { deleteChange, lockContactsRow, putChange, updateAddress, type ContactsRow } from './store.ts';

/** Mails to addresses that nobody has confirmed, of one institution in a day: a sandbox must not be a way to write to strangers. */
const asksPerDay: Limit = { name: 'contact-mails', points: 20, windowS: 86_400, whenStoreIsGone: 'refuse' };

type ContactChange = { readonly kind: ContactKind; readonly email: string | null };

/**
 * A new address counts once a link in a mail to it was opened; until then the one before stays. An address that is taken
 * away, or is the one that stands, needs no link.
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
  // Behind the #, so that no server and no log sees it.
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
