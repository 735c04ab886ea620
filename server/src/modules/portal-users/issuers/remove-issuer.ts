import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { issuerNotFound } from '../errors.ts';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { revokeTokensByIssuer } from '../tokens/store.ts';
import { deleteIdentityRows, deleteIssuerRow, endIssuerSessions } from './store.ts';

/** Nobody signs in by it any more. Whoever did is signed out, and the tokens that they made are revoked. */
export const removeIssuer = (ctx: Ctx, institutionId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    if ((await deleteIssuerRow(tx.db, institutionId)) === undefined) throw issuerNotFound();
    deleteIdentityRows(tx.db, institutionId);
    endIssuerSessions(tx.db, institutionId, tx.clock.now());
    revokeTokensByIssuer(tx.db, institutionId, tx.clock.now());
    await queueSecurityNotice(tx, institutionId, {
      subject: 'Single sign-on of your portal was removed',
      paragraphs: [
        'Single sign-on of your institution at the Makewhole partner portal was removed. Everyone who was signed in through it is signed out, and the tokens they created, including those of paired command lines, are revoked.',
        'Who did it is in the trail of the portal.',
      ],
    });
  });
