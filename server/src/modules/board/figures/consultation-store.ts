import type { Db } from '#platform/db';
import { holdCounts, notedPayments, type MoneyRow, type Period } from './figure-store.ts';
import type { FigureStep } from './schemas.ts';

const noted = `exists (select from ${notedPayments})`;

const holdIn = (state: string): string => `exists (select from checkout.checkouts o join checkout.holds h
  on h.checkout_id = o.id where o.consultation_id = c.id and ${state})`;

/** What a case has reached, as the figures count it. */
const reached: Readonly<Record<FigureStep, string>> = {
  asked: 'true',
  called: 'exists (select from consultations.calls k where k.consultation_id = c.id and k.applied_from is null)',
  confirmed: `(coalesce(i.status in ('customer_confirmed', 'consultation_active'), true) or c.delivered_at is not null)`,
  delivered: 'c.delivered_at is not null',
  accepted: `c.delivered_at is not null and (${holdIn('h.held_at is not null')} or ${noted})`,
  settled: 'c.settled_at is not null',
  paid: `c.delivered_at is not null and (${holdIn(holdCounts.captured)} or ${noted})`,
};

export type ConsultationFilter = {
  readonly step: FigureStep;
  readonly hold: keyof typeof holdCounts | undefined;
  /** Of the hold. */
  readonly product: 'research' | 'representation' | undefined;
  readonly platform: string | undefined;
  readonly institutionId: string | undefined;
};

type CaseRow = MoneyRow & { readonly id: string };

/**
 * Cases that were asked for in a period and have reached a step, the newest first. Not prepared: each filter has its own
 * plan.
 */
export function listFigureCases(
  db: Db,
  { from, to }: Period,
  { step, hold, product, platform, institutionId, limit }: ConsultationFilter & { readonly limit: number },
): Promise<CaseRow[]> {
  const state = hold === undefined ? 'true' : holdIn(`(${holdCounts[hold]}) and ($6::text is null or h.product = $6)`);
  return db.many<CaseRow>({
    text: `select c.id, c.offer_parts, c.initial_offer_cents, c.settlement_parts, c.settlement_cents
      from consultations.consultations c
      left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id
      left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id
      left join plans.redemptions d on c.source = 'membership' and d.id = c.source_id
      where not c.test and c.opened_at >= $1 and c.opened_at < $2 and ${reached[step]} and ${state}
        and ($3::text is null or coalesce(i.agent ->> 'platform', '') = $3 and c.source = 'agent_intake')
        and ($4::text is null or coalesce(r.institution_id, d.institution_id) = $4)
      order by c.opened_at desc, c.id limit $5`,
    values: [
      from,
      to,
      platform ?? null,
      institutionId ?? null,
      limit,
      ...(hold === undefined ? [] : [product ?? null]),
    ],
  });
}

type LateRow = { readonly id: string };

/** Open cases whose callback is past, the latest of all first. */
export const listLateCallbackIds = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db.many<LateRow>({
      text: `select c.id from consultations.consultations c
        where c.closed_at is null and not c.test and c.callback_at is not null and c.callback_at < $1
        order by c.callback_at limit $2`,
      values: [now, limit],
    })
  ).map(({ id }) => id);
