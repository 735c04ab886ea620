import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { isLinkStopped } from './is-link-stopped.ts';
import { decideLinkState, type LinkState, mayTakeBack } from './rules.ts';
import { findIntakeByLink, type Intake, type IntakeByLink, type LinkVia } from '../store.ts';

export type LinkView = {
  readonly state: LinkState;
  readonly intake: Intake | undefined;
  readonly via: LinkVia;
  /** Whether "no" is an answer, as it is until somebody's yes is proven or the consultation has started. */
  readonly mayDecline: boolean;
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
    stopUrl: found && findStopUrl(ctx, found),
  };
}

/** For the contact that the link was sent to, whatever the intake has now. */
function findStopUrl(ctx: Ctx, { via, contact }: IntakeByLink): string | undefined {
  if (via === 'relayed' || contact === undefined) return undefined;
  const name = via === 'email' ? 'email' : 'phone';
  return stopUrl(ctx, { contacts: { email: undefined, phone: undefined, [name]: contact } });
}
