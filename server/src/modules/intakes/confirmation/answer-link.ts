import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { decideLinkState, type LinkState } from './rules.ts';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import { updateConfirmation } from '../status-store.ts';
import { findIntakeByLink, type Intake, lockIntake } from '../store.ts';

type LinkAnswer = {
  readonly token: string;
  readonly decision: 'confirm' | 'decline';
  readonly address: string;
  readonly userAgent: string;
};

/** Records the customer's own answer; the same answer again changes nothing, the opposite one is refused (D-038). */
export async function answerLink(ctx: Ctx, answer: LinkAnswer): Promise<LinkState> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const byLink = await findIntakeByLink(tx.db, tx.vault.fingerprints(answer.token), now);
    const stored = byLink && (await lockIntake(tx.db, byLink.intake.id, now));
    const state = decideLinkState(stored?.intake);
    if (state !== 'asking' || stored === undefined) return state;
    if (answer.decision === 'decline') {
      await moveIntakes(tx, [stored.intake.id], 'declined_by_customer');
      return 'declined';
    }
    await moveIntakes(tx, [stored.intake.id], 'confirmed');
    recordConsent(tx, stored.intake, answer);
    return 'confirmed';
  });
}

/** User agents are cut to this length; more would say nothing useful. */
const userAgentLength = 500;

function recordConsent(tx: Tx, intake: Intake, { address, userAgent }: LinkAnswer): void {
  updateConfirmation(tx.db, intake.id, {
    at: tx.clock.now().toISOString(),
    attestation_version: intake.attestationVersion,
    by: 'customer',
    ip: address,
    user_agent: userAgent.slice(0, userAgentLength),
  });
}
