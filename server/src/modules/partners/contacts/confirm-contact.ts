import type { Ctx } from '#context';
import { linkCredential, recordEntry } from '#modules/audit';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { composeContactMail } from './compose-contact-mail.ts';
import type { ConfirmedContact } from './schemas.ts';
import { lockContactsRow, takeChange, updateAddress } from './store.ts';

const linkEnded = () =>
  new AppError('link_ended', 'This link was used, replaced or is too old. Ask for another in the portal.', {
    status: 410,
  });

/** Whoever has the link reads the mail of the address, so it counts from now on; the address before it is told. */
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
