import type { Ctx } from '#context';
import { mayOffer } from '#lib/jurisdictions/may-offer';
import { isDialable } from '#lib/calling/dialable';
import { callContactOf, statusAt } from '../rules.ts';
import type { Referral } from '../store.ts';

/** `refused`: after the yes they said no to somebody of the team. */
export type InvitationState =
  | 'unknown'
  | 'asking'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'stopped'
  | 'refused';

export function invitationStateOf(referral: Referral | undefined, now: Date): InvitationState {
  if (referral === undefined) return 'unknown';
  const status = statusAt(referral, now);
  if (status === 'invited') return 'asking';
  if (status === 'declined' || status === 'expired') return status;
  return status === 'canceled' ? 'withdrawn' : 'accepted';
}

/** How a message refers to the link that it carries, whose token is never stored in plain text. */
export const linkVersion = (hash: Buffer): string => hash.toString('hex');

/** Whether somebody can be called about it; without a number no page and no message promises a call. */
export function hasNumber(referral: Referral): boolean {
  const { phone } = callContactOf(referral);
  return phone !== undefined && isDialable(phone);
}

/** Where the claim is; what is not offered there is not promised. */
export const isRepresentationOffered = (ctx: Pick<Ctx, 'config' | 'clock'>, { claim }: Referral): boolean =>
  mayOffer(ctx.config, 'representation', { state: claim.loss_state ?? undefined, now: ctx.clock.now() });
