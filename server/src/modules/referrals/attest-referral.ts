import type { Tx } from '#context';
import { addSeconds } from '#lib/dates';
import type { Issue } from '#platform/errors';
import type { Attestation } from './action-schemas.ts';
import { activateReferral, requireLocked } from './move-referral.ts';
import { updateAcceptance, type Owner, type Referral } from './store.ts';

/** Clocks differ; a confirmation a little ahead of ours is not from the future. */
const aheadS = 300;

/** The institution attests that it told the borrower, who wants the call: activated at once, and called first. */
export async function attestReferral(
  tx: Tx,
  owner: Owner,
  { id, attestation }: { id: string; attestation: Attestation },
): Promise<Referral> {
  const now = tx.clock.now();
  const { attestor_name: name, channel, attestation: words, confirmed_at: confirmedAt } = attestation;
  const referral = await requireLocked(tx, owner, id);
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
  return activated;
}

/** What was confirmed was confirmed before now. */
export const confirmationIssues = ({ confirmed_at: confirmedAt }: Attestation, now: Date): Issue[] =>
  confirmedAt === undefined || new Date(confirmedAt) <= addSeconds(now, aheadS)
    ? []
    : [{ path: 'confirmed_at', message: 'must not be in the future' }];
