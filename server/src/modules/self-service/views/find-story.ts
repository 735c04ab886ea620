import type { Ctx } from '#context';
import { explainOffer } from '#lib/jurisdictions/may-offer';
import type { choices } from '#modules/consultations';
import type { ConsultationFacts } from '#modules/facts';
import { findIntakeStory } from '#modules/intakes';
import { findZip } from '#modules/market';
import { findMemberStory } from '#modules/memberships';
import { findReferralStory } from '#modules/referrals';
import { notFound } from '#platform/errors';
import type { Asker, Story } from './facts.ts';

type Known = { readonly standing: choices.Standing; readonly facts: ConsultationFacts };

/** Who asked for the customer, and what became of it, whichever module the case came from. */
export async function findStory(ctx: Ctx, { standing, facts }: Known): Promise<Story> {
  const { source, sourceId } = standing;
  if (source === 'agent_intake') {
    const found = await findIntakeStory(ctx, sourceId);
    if (found === undefined) throw notFound();
    const { agent, askedAt, confirmedAt, status } = found;
    const asker: Asker = agent === undefined ? { by: 'telephone' } : { by: 'agent', ...agent };
    const ended = status === 'declined' || status === 'expired' ? status : undefined;
    return { asker, askedAt, confirmedAt, ended };
  }
  if (source === 'membership') {
    const found = await findMemberStory(ctx, sourceId);
    if (found === undefined) throw notFound();
    const { institution: name, askedAt } = found;
    return { asker: { by: 'plan', name }, askedAt, confirmedAt: undefined, ended: undefined };
  }
  const found = await findReferralStory(ctx, sourceId);
  if (found === undefined) throw notFound();
  const { institution: name, priceCents, askedAt, confirmedAt } = found;
  const pays = whoPays(ctx, found, facts);
  return { asker: { by: 'lender', name, pays, priceCents }, askedAt, confirmedAt, ended: undefined };
}

type Lender = Extract<Asker, { by: 'lender' }>;

/** A lender's part is for representation alone, so it counts only where that is offered. */
function whoPays(
  { config, clock }: Ctx,
  { mode, priceCents }: { readonly mode: string; readonly priceCents: number },
  { facts }: ConsultationFacts,
): Lender['pays'] {
  if (priceCents === 0 || mode === 'institution_paid') return 'lender';
  const { loss_state: stated, zip } = facts;
  const state = stated?.value.toUpperCase() ?? (zip && findZip(zip.value)?.state);
  const { offered } = explainOffer(config, 'representation', { state, now: clock.now() });
  return mode === 'subsidized' && offered ? 'both' : 'borrower';
}
