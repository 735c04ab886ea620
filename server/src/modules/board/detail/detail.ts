import type { Ctx } from '#context';
import { explainOffer, services } from '#lib/jurisdictions/may-offer';
import type { HoldView } from '#modules/checkout';
import { callOutcomes, decideQueueCall, type CallOutcome, type getClosing } from '#modules/consultations';
import { decideCall, type IntakeStatus } from '#modules/intakes';
import type { BoardMoney } from '../money-schemas.ts';
import type { BoardClosing } from '../payment-schemas.ts';
import type { Review } from '../review-schemas.ts';
import type { ConsultationDetail } from '../schemas.ts';
import { stateOf, type DetailRow } from '../statement-rules.ts';
import { findReviewRow, type ConsultationRow } from '../store.ts';
import { computeAgentScript } from './call-scripts.ts';
import { computeBorrowerScript } from './compute-borrower-script.ts';
import {
  deliverLater,
  greetingOf,
  marketLines,
  missingLines,
  ours,
  settleLater,
  settleLines,
  stepKeysOf,
  stopLines,
  theirs,
  type Line,
  type ScriptFacts,
} from './script-rules.ts';

/** The script for a member whose institution reported the loss, after the greeting: the member has confirmed nothing yet. */
const computeMemberScript = (script: ScriptFacts): Line[] => [
  ...(script.card.delivered_at === null
    ? [...askLines(script), ...marketLines(script), ...missingLines(script), deliverLater]
    : []),
  ...(script.card.delivered_at === null && !script.settled ? [settleLater] : settleLines(script)),
  ...endLines(script),
  ...stopLines(script),
];

function askLines({ card, facts: { asked } }: ScriptFacts): Line[] {
  const institution = theirs(asked.name ?? 'Your institution');
  return [
    [
      ours('“'),
      institution,
      ours(' reported to us the total loss of '),
      ...(card.vehicle === null ? [ours('your vehicle')] : [ours('your '), theirs(card.vehicle)]),
      ours('. Your plan with them includes a consultation about it, and you pay nothing for that. Do you want it?”'),
    ],
  ];
}

/** The key ends the case, so the insurer's payment is asked for first. */
function endLines({ card, settled }: ScriptFacts): Line[] {
  if (!stepKeysOf(card).complete) return [];
  return [
    [
      ours(
        settled
          ? 'When they have been helped: press D. The redemption is completed, the case ends, and their institution is told.'
          : 'Ask for the settlement before you press D: D completes the redemption and ends the case.',
      ),
    ],
    [ours('If it was no total loss: cancel the redemption under Next step.')],
  ];
}

/** What logging each outcome would return now, decided by the same rules as logging the call. */
export const computeAllowedOutcomes = (row: ConsultationRow): ConsultationDetail['allowed_outcomes'] =>
  callOutcomes.map((outcome) => {
    const reason = findRefusal(row, outcome);
    return { outcome, allowed: reason === undefined, reason: reason ?? null };
  });

function findRefusal(row: ConsultationRow, outcome: CallOutcome): string | undefined {
  const { source, closed_at: closedAt, has_number: hasNumber } = row;
  const queued = decideQueueCall({ source, closedAt, hasNumber }, outcome);
  const verdict =
    queued.kind === 'at_intake' ? decideCall({ status: row.status as IntakeStatus, hasNumber }, outcome) : queued;
  return verdict.kind === 'refuse' ? verdict.reason : undefined;
}

const bySource: Readonly<Record<ScriptFacts['card']['source'], (script: ScriptFacts) => Line[]>> = {
  agent_intake: computeAgentScript,
  referral: computeBorrowerScript,
  membership: computeMemberScript,
};

const endedTexts = {
  do_not_contact: 'They asked for no more contact: do not call.',
  declined: 'They said no: do not call about it again.',
  no_calls: 'They asked on their page not to be called about this case: do not call.',
  test_case: 'Test case: nobody is called.',
} as const;

/** The call script in order, by source, state and payer; quoted text is marked as such. */
export function computeCallScript(script: ScriptFacts): Line[] {
  const { card, ended, allowed } = script;
  // The team does not call, but the customer may still call us.
  const silence = allowed.has('do_not_contact') ? [[ours('If they call us and want no more contact: press 8.')]] : [];
  if (card.closed_at !== null) return [[ours('This case is closed: there is nothing to call about.')], ...silence];
  if (ended !== null)
    return [[ours(endedTexts[ended])], ...(ended === 'declined' || ended === 'no_calls' ? silence : [])];
  return [greetingOf(script), ...bySource[card.source](script)];
}

/** The products that may be offered for this claim, and why others may not: staff must not promise what the page withholds. */
export function computeOffering(ctx: Ctx, row: DetailRow): Pick<BoardMoney, 'services' | 'state'> {
  const state = stateOf(row);
  return {
    state: state ?? null,
    services: services.map((service) => {
      const offering = explainOffer(ctx.config, service, { state, now: ctx.clock.now() });
      return offering.offered
        ? {
            service,
            offered: true,
            why: null,
            licence: offering.licence ?? null,
            ends_on: offering.endsOn ?? null,
          }
        : { service, offered: false, why: offering.why, licence: null, ends_on: offering.endedOn ?? null };
    }),
  };
}

/** The review of a referral; null when there is none, and for other sources. */
export async function findReview(
  ctx: Ctx,
  { source, source_id: id }: { readonly source: string; readonly source_id: string },
): Promise<Review | null> {
  const row = source === 'referral' ? await findReviewRow(ctx.db, id) : undefined;
  if (row === undefined) return null;
  const { status, outcome, summary, updated_at: at } = row;
  return { status, outcome, summary, updated_at: at.toISOString() };
}

type Closing = Awaited<ReturnType<typeof getClosing>>;
type Known = { readonly closing: Closing; readonly holds: readonly HoldView[] };

/** A case with a hold in one of these states does not close, whatever its dates. */
const open: readonly HoldView['state'][] = ['page_open', 'held', 'saved', 'charge_failed'];

/** With names instead of ids, and without a date while money is open. */
export function toClosing({ closing, holds }: Known, names: ReadonlyMap<string, string>): BoardClosing {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  const history = closing.history.map((entry) => ({ ...entry, staff_id: nameOf(entry.staff_id) }));
  const [last] = history;
  return {
    ...closing,
    closes_at: holds.some(({ state }) => open.includes(state)) ? null : closing.closes_at,
    history,
    closed_by: last?.action === 'closed' ? last.staff_id : null,
  };
}
