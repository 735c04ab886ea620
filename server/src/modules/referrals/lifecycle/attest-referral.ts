import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { updateAcceptance, type Referral } from '../store.ts';
import { activateReferral } from './activate-referral.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { recordAttested } from './record-attested.ts';
import type { Attestation } from './schemas.ts';

/** The institution attests that the borrower agreed to the call: activated at once, with a priority call. */
export async function attestReferral(
  tx: Tx,
  tenant: Tenant,
  { id, attestation }: { id: string; attestation: Attestation },
): Promise<Referral> {
  const now = tx.clock.now();
  const { attestor_name: name, channel, attestation: words, confirmed_at: confirmedAt } = attestation;
  const referral = await getLockedReferral(tx, tenant, id);
  const activated = await activateReferral(tx, referral, {
    via: 'warm_handoff',
    priority: true,
    consent: {
      mode: 'warm_handoff',
      disclosure_confirmed_at: (confirmedAt === undefined ? now : new Date(confirmedAt)).toISOString(),
      disclosure_channel: channel,
      disclosure_attestor_name: name,
    },
  });
  updateAcceptance(tx.db, activated, { at: now.toISOString(), attestation: words });
  recordAttested(tx, [activated], words);
  return activated;
}
