import type { Ctx } from '#context';
import { findIntake } from '../store.ts';
import { answerLink } from '../confirmation/answer-link.ts';
import { decryptLink } from '../confirmation/decrypt-link.ts';

type Answer = { readonly id: string; readonly decision: 'confirm' | 'decline' };

/** Presses a button of the page that the receipt's link opens; false when no answer is taken there any longer. */
export async function answerByReceipt(ctx: Ctx, { id, decision }: Answer): Promise<boolean> {
  const stored = await findIntake(ctx.db, id, ctx.clock.now());
  if (stored?.intake.test !== true || stored.encryptedLink === undefined) return false;
  const token = decryptLink(ctx, id, stored.encryptedLink);
  const address = 'address' in ctx.actor ? ctx.actor.address : '';
  const state = await answerLink(ctx, { token, decision, language: 'en', address, userAgent: 'sandbox' });
  return state === (decision === 'confirm' ? 'confirmed' : 'declined');
}
