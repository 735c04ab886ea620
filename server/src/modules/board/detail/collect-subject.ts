import type { Ctx } from '#context';
import type { AppraisalSubject } from '#modules/appraisals';
import { notFound } from '#platform/errors';
import { getConsultation, type ConsultationView } from '#modules/consultations';
import { findConsultation } from '../store.ts';
import { withStated } from '../with-stated.ts';
import { computeConsultationFacts } from './compute-consultation-facts.ts';

/** What is known of a case when its appraisal is composed, whichever module it came from. */
export async function collectSubject(ctx: Ctx, consultationId: string): Promise<AppraisalSubject> {
  const row = await findConsultation(ctx.db, ctx.clock.now(), consultationId);
  if (row === undefined) throw notFound('No consultation has this id.');
  const known = computeConsultationFacts(withStated(ctx, row), new Map());
  const { money } = await getConsultation(ctx, consultationId);
  const fact = (label: string) => known.facts.find((one) => one.label === label)?.value;
  const { first_name: first, last_name: last } = known.person;
  const owner = [first, last].filter((name) => name !== null && name.trim() !== '').join(' ');
  return {
    caseNumber: row.number,
    owner: owner === '' ? undefined : owner,
    vin: fact('VIN'),
    year: toNumber(fact('Year')),
    make: fact('Make'),
    model: fact('Model'),
    trim: fact('Trim'),
    odometer: toNumber(fact('Odometer')),
    state: fact('State')?.toUpperCase(),
    dateOfLoss: fact('Date of loss'),
    insurer: fact('Insurer'),
    claimNumber: fact('Claim no.'),
    offer: offerOf(money, known.offer_cents),
    snapshotId: known.market?.snapshot_id ?? undefined,
  };
}

/** What an agent or an institution named may contain tax and fees, so it is `stated`. */
function offerOf({ offer }: ConsultationView['money'], sent: number | null): AppraisalSubject['offer'] {
  if (offer.value !== null) return { cents: offer.value.cents, basis: 'value' };
  const cents = offer.stated?.cents ?? sent;
  return cents === null ? undefined : { cents, basis: 'stated' };
}

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
