import type { Ctx, Tx } from '#context';
import { listContacts } from '#modules/consultations';
import { listSuppressed } from '#modules/customers';
import type { IntakeByLink } from '../link-store.ts';

/**
 * Whether the customer stopped contact: a contact of the intake is on the do-not-contact list, or its consultation is
 * out of contact. Never asked for a relayed link, which others may hold. Of the sandbox nobody is listed.
 */
export async function isLinkStopped(
  ctx: Ctx | Tx,
  { via, intake: { email, phone, test, consultationId } }: Pick<IntakeByLink, 'via' | 'intake'>,
): Promise<boolean> {
  if (via === 'relayed') return false;
  const [[listed], [consultation]] = await Promise.all([
    listSuppressed(ctx, [{ email, phone, test }]),
    listContacts(ctx, consultationId === undefined ? [] : [consultationId]),
  ]);
  return listed === true || consultation?.hasStopped === true;
}
