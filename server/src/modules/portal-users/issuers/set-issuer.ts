import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { issuerRefused } from '../errors.ts';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { getIssuerSettings } from './get-issuer-settings.ts';
import { clientSecretAad, foreignDomains } from './rules.ts';
import type { IssuerSettings, NewIssuer } from './schemas.ts';
import { revokeTokensByIssuer } from '../tokens/store.ts';
import {
  deleteIdentityRows,
  endIssuerSessions,
  listHeadAddresses,
  lockIssuerRow,
  lockRole,
  putIssuerRow,
} from './store.ts';

/** Sets the institution's provider up, or changes it. With another issuer nobody is known any more, nobody stays signed in, and tokens made in their sessions are revoked. */
export async function setIssuer(ctx: Ctx, institutionId: string, input: NewIssuer): Promise<IssuerSettings> {
  await transact(ctx, async (tx) => {
    const [before, addresses] = await Promise.all([
      lockIssuerRow(tx.db, institutionId),
      listHeadAddresses(tx.db, institutionId),
    ]);
    const foreign = foreignDomains(input.email_domains, addresses);
    if (foreign.length > 0)
      throw validationFailed([
        {
          path: 'email_domains',
          message: `must be domains of your owners' and admins' own addresses, and not of public mail: ${foreign.join(', ')}`,
        },
      ]);
    const same = before?.issuer === input.issuer && before.client_id === input.client_id;
    if (!same) await requireOwner(tx, institutionId);
    // A stored secret belongs to the provider that gave it; it is not sent to another.
    const kept = same ? before.sealed_client_secret : undefined;
    const sealed =
      input.client_secret === undefined ? kept : tx.vault.encrypt(input.client_secret, clientSecretAad(institutionId));
    if (sealed === undefined)
      throw validationFailed([{ path: 'client_secret', message: 'is needed for another issuer or client' }]);
    const now = tx.clock.now();
    if (before !== undefined && before.issuer !== input.issuer) {
      deleteIdentityRows(tx.db, institutionId);
      endIssuerSessions(tx.db, institutionId, now);
      revokeTokensByIssuer(tx.db, institutionId, now);
    }
    putIssuerRow(tx.db, {
      institution_id: institutionId,
      issuer: input.issuer,
      client_id: input.client_id,
      sealed_client_secret: sealed,
      email_domains: input.email_domains,
      strengths: input.acr_values ?? [],
      methods: input.amr_values ?? [],
      new_user_role: input.new_user_role,
      created_at: before?.created_at ?? now,
      changed_at: now,
    });
    await queueSecurityNotice(tx, institutionId, {
      subject: 'Single sign-on of your portal was changed',
      paragraphs: [
        `Single sign-on of your institution at the Makewhole partner portal was ${before === undefined ? 'set up' : 'changed'}.`,
        'Who did it is in the trail of the portal. If nobody of you meant to, remove it under Settings, Single sign-on.',
      ],
    });
  });
  return getIssuerSettings(ctx, institutionId);
}

/** Whoever runs the provider can be anybody there, an owner too. By the locked row: what the request was let in with may be old. */
async function requireOwner(tx: Tx, institutionId: string): Promise<void> {
  const { userId } = requirePortal(tx.actor);
  if ((await lockRole(tx.db, institutionId, userId))?.role !== 'owner') throw issuerRefused();
}
