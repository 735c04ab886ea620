import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { messagePurposes, queueMessage } from '#modules/customers';
import { findInstitutionAccess, allowLiveMode } from '#modules/partners';
import { transact } from '#platform/db';
import { institutionNotFound } from '../errors.ts';
import { listOwnerEmails } from '../store.ts';

/** An institution has few owners; a mail to each. */
const ownersTold = 20;

/** Opens live mode for an institution that signed itself up; its owners get a mail. Done again, it changes nothing. */
export async function allowLive(ctx: Ctx, institutionId: string): Promise<{ id: string; live_opened_at: string }> {
  requireRole(ctx.actor, 'administrator');
  return transact(ctx, async (tx) => {
    const opened = await allowLiveMode(tx, institutionId);
    const access = await findInstitutionAccess(tx, institutionId);
    if (access?.liveOpenedAt === undefined) throw institutionNotFound();
    if (opened !== undefined && tx.config.mailReadable) {
      const owners = await listOwnerEmails(tx.db, institutionId, ownersTold);
      const mail = openedMail(`${tx.config.publicBaseUrl}/portal/${institutionId}/live`);
      queueMessage(
        tx,
        ...owners.map(({ email }) => ({
          purpose: messagePurposes.portalLiveOpened,
          subjectId: institutionId,
          content: { channel: 'email', to: email, mail } as const,
        })),
      );
    }
    return { id: institutionId, live_opened_at: access.liveOpenedAt.toISOString() };
  });
}

const openedMail = (url: string) =>
  ({
    language: 'en',
    subject: 'Live mode is open for your institution',
    paragraphs: [
      'Live mode is open for your institution on the Makewhole partner portal.',
      'You can create live keys, signed credentials and endpoints now. The sandbox stays as it is.',
    ],
    button: { words: 'Open the portal', url },
    why: 'You get this because you are an owner of the institution.',
  }) as const;
