import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { moveIntakes } from './move-intakes.ts';
import { lockIntake, findIntakeByLink, type Intake } from './store.ts';
import { updateConfirmation } from './status-store.ts';
import { linkWorks } from './rules.ts';

export type LinkAnswer = {
  readonly token: string;
  readonly decision: 'confirm' | 'decline';
  readonly address: string;
  readonly userAgent: string;
};

export type LinkState = 'unknown' | 'asking' | 'confirmed' | 'declined' | 'expired';

/** What the link is about and where it stands; looking changes nothing. */
export async function viewLink(ctx: Ctx, token: string): Promise<{ state: LinkState; intake: Intake | undefined }> {
  const found = await findIntakeByLink(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  return { state: stateOf(found?.intake), intake: found?.intake };
}

/** The customer's own yes or no; said again it changes nothing, and the opposite afterwards is not taken (decision 38). */
export async function answerLink(ctx: Ctx, answer: LinkAnswer): Promise<LinkState> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const byLink = await findIntakeByLink(tx.db, tx.vault.fingerprints(answer.token), now);
    const found = byLink && (await lockIntake(tx.db, byLink.intake.id, now));
    const state = stateOf(found?.intake);
    if (state !== 'asking' || found === undefined) return state;
    if (answer.decision === 'decline') {
      await moveIntakes(tx, [found.intake.id], 'declined_by_customer');
      return 'declined';
    }
    await moveIntakes(tx, [found.intake.id], 'confirmed');
    recordConsent(tx, found.intake, answer);
    return 'confirmed';
  });
}

function stateOf(intake: Intake | undefined): LinkState {
  if (intake === undefined) return 'unknown';
  if (linkWorks(intake.status)) return 'asking';
  if (intake.status === 'expired' || intake.status === 'declined') return intake.status;
  return 'confirmed';
}

/** A browser's name for itself is at most this long here; the rest says nothing more. */
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
