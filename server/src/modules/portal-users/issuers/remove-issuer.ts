import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { issuerNotFound } from '../errors.ts';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { deleteIdentityRows, deleteIssuerRow, endIssuerSessions } from './store.ts';

/** Nobody signs in by it any more, and whoever did is signed out. */
export const removeIssuer = (ctx: Ctx, institutionId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    if ((await deleteIssuerRow(tx.db, institutionId)) === undefined) throw issuerNotFound();
    deleteIdentityRows(tx.db, institutionId);
    endIssuerSessions(tx.db, institutionId, tx.clock.now());
    await queueSecurityNotice(tx, institutionId, {
      subject: 'Single sign-on of your portal was removed',
      paragraphs: [
        'Single sign-on of your institution at the Makewhole partner portal was removed. Whoever was signed in by it is signed out.',
        'Who did it is in the trail of the portal.',
      ],
    });
  });
