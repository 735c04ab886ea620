import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { getConsultation } from '#modules/consultations';
import { isLinkStopped } from './is-link-stopped.ts';
import { decideLinkState, hasNumber, type LinkState, mayTakeBack } from './rules.ts';
import { findIntakeByLink, type Intake, type IntakeByLink, type LinkVia } from '../store.ts';

export type NextStep = 'call' | 'no number' | 'delivered' | 'closed';

export type LinkView = {
  readonly state: LinkState;
  readonly intake: Intake | undefined;
  readonly via: LinkVia;
  /** Whether "no" is an answer, as it is until somebody's yes is proven or the consultation has started. */
  readonly mayDecline: boolean;
  /** What follows a yes: a call, for which there is a number or not, or nothing since the consultation is over. */
  readonly next: NextStep;
  /** Ends all contact by the address or number that this link was sent to; a relayed link was sent to neither. */
  readonly stopUrl?: string | undefined;
};

/** The intake behind a link and its state; viewing changes nothing. */
export async function viewLink(ctx: Ctx, token: string): Promise<LinkView> {
  const found = await findIntakeByLink(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  const state = decideLinkState(found && { ...found, hasStopped: await isLinkStopped(ctx, found) });
  const mayDecline = state === 'asking' || (state === 'again' && found !== undefined && mayTakeBack(found.intake));
  return {
    state,
    intake: found?.intake,
    via: found?.via ?? 'relayed',
    mayDecline,
    next: found === undefined ? 'no number' : await findNextStep(ctx, found.intake),
    stopUrl: found && findStopUrl(ctx, found),
  };
}

async function findNextStep(ctx: Ctx, intake: Intake): Promise<NextStep> {
  const { consultationId: id } = intake;
  const consultation = id === undefined ? undefined : await getConsultation(ctx, id);
  if ((consultation?.closed_at ?? null) !== null) return 'closed';
  if ((consultation?.delivered_at ?? null) !== null) return 'delivered';
  return hasNumber(intake) ? 'call' : 'no number';
}

/** For the contact that the link was sent to, whatever the intake has now. */
function findStopUrl(ctx: Ctx, { via, contact }: IntakeByLink): string | undefined {
  if (via === 'relayed' || contact === undefined) return undefined;
  const name = via === 'email' ? 'email' : 'phone';
  return stopUrl(ctx, { contacts: { email: undefined, phone: undefined, [name]: contact } });
}
