import { centsToPrint } from '#lib/numbers/money';
import type { HoldView } from '#modules/checkout';
import type { Payment } from '../price-schemas.ts';
import type { Card, ConsultationDetail, ScriptWords } from '../schemas.ts';
import type { ConsultationFacts } from './compute-consultation-facts.ts';

export type Line = ScriptWords[];

/** All facts that the script of a case depends on. */
export type ScriptFacts = {
  readonly card: Card;
  readonly facts: ConsultationFacts;
  readonly offerCents: number | null;
  readonly settled: boolean;
  readonly payment: Payment;
  readonly holds: readonly HoldView[];
  /** Call outcomes that can be logged now. */
  readonly allowed: ReadonlySet<string>;
  readonly ended: ConsultationDetail['calling']['ended'];
  readonly numberProven: boolean;
  /** The improvement is large enough for representation to be charged. */
  readonly feeDue: boolean;
  /** How a borrower accepted: on the page of the invitation, through the institution, or with the team. */
  readonly acceptedVia: 'invitation' | 'warm_handoff' | 'staff';
  /** Whether a page to pay on can be opened: a card provider is configured. */
  readonly canPay: boolean;
  readonly caller: string;
  readonly zone: string;
};

export const ours = (text: string): ScriptWords => ({ text, theirs: false });
export const theirs = (text: string): ScriptWords => ({ text, theirs: true });

/** Only while the keys work: a sentence about an inactive key would be untrue. */
export const stepKeysOf = ({ source, status, delivered_at: delivered, closed_at: closed }: Card) => ({
  start: closed === null && source === 'agent_intake' && status === 'customer_confirmed',
  deliver: closed === null && source === 'agent_intake' && status === 'consultation_active' && delivered === null,
  complete: closed === null && source === 'membership',
});

export function greetingOf({ caller, facts: { person } }: ScriptFacts): Line {
  const name = person.first_name ?? person.last_name;
  return [
    ours(`“Hello, this is ${caller} from Makewhole. `),
    ...(name === null ? [ours('Who am I speaking with?”')] : [ours('Am I speaking with '), theirs(name), ours('?”')]),
  ];
}

/** As long as the number is unproven, the person who answers may not be the customer. */
export const stopLines = ({ allowed, numberProven }: ScriptFacts): Line[] =>
  numberProven
    ? []
    : [
        ...(allowed.has('do_not_contact')
          ? [[ours('If they want no more calls: press 8. It takes effect immediately, for all their cases.')]]
          : []),
        ...(allowed.has('wrong_number')
          ? [
              [
                ours(
                  'If it is someone else’s number: apologize, press 9. We remove the number and won’t call it about this again.',
                ),
              ],
            ]
          : []),
      ];

export const missingLines = ({ facts: { missing } }: ScriptFacts): Line[] =>
  missing.length === 0 ? [] : [[ours(`Ask for what is missing: ${missing.join(', ')}.`)]];

/** Statements that the market read supports; none without it. */
export function marketLines({ facts: { market }, offerCents }: ScriptFacts): Line[] {
  if (market === null || market.mid === null) return [[ours('There is no market read: name no figure.')]];
  if (market.adjusted_mid === null)
    return [
      [ours(`Go through the listings, ${market.sample_size} of them. They allow no figure beside the offer: say why.`)],
      [ours('Name no value and no difference. “This is an early read from public listings and no appraisal.”')],
    ];
  const isSpanned = offerCents !== null && market.gap_cents === null;
  return [
    isSpanned
      ? [
          ours('Go through the market read: what the listings show and what the insurer offered. '),
          ours('Name the range, but no difference: the listings do not allow one.'),
        ]
      : offerCents === null
        ? [ours('Go through the market read: what the listings show. What the insurer offered is not known: ask.')]
        : [ours('Go through the market read: what the listings show, what the insurer offered, what lies between.')],
    ...(market.coverage === 'good' ? [] : [[ours(`Say how few listings there are: ${market.sample_size}.`)]]),
    [ours('“This is an early read from public listings and no appraisal.”')],
  ];
}

/** Dollars without cents where there are none. */
export const dollars = (cents: number): string => `$${centsToPrint(cents).replace(/\.00$/, '')}`;

/** The owner's price for each paid product. */
export function priceLines({ payment }: ScriptFacts): Line[] {
  const costly = payment.items.filter(({ list_cents: list }) => list > 0);
  if (costly.length === 0 || payment.payer === 'plan' || payment.payer === 'institution') return [];
  const said = costly.map(({ name, price_cents: price, list_cents: list, discount_cents: discount, charged }) => {
    const less = discount === 0 ? '' : ` (${dollars(list)} less ${dollars(discount)})`;
    return `${name} ${dollars(price)}${less}, charged ${charged}`;
  });
  return [[ours(`Say what it costs: ${said.join('; ')}.`)]];
}

/** The state of everything the owner accepted. */
export const holdLines = ({ holds }: ScriptFacts): Line[] => holds.map((hold) => [ours(describeHold(hold))]);

function describeHold(hold: HoldView): string {
  const { product, state, amount_cents: amount, captured_cents: captured, refunded_cents: refunded } = hold;
  if (captured !== null) {
    const back = refunded === 0 ? '' : ` ${dollars(refunded)} of it was refunded.`;
    const dispute = hold.dispute === null ? '' : ' They dispute it: read Payments first.';
    return `They paid ${dollars(captured)} for ${product}.${back}${dispute}`;
  }
  if (hold.wish === 'capture') return `The charge for ${product} is under way; their bank has not confirmed it yet.`;
  if (hold.kind === 'card') return describeCard(hold);
  if (state === 'page_open') return `They accepted the terms of ${product}; their card is not held yet.`;
  if (state === 'held') return `${dollars(amount)} is held on their card for ${product}; nothing is charged yet.`;
  // For a hold that the provider does not have, we cannot claim that nothing was charged.
  const isCertain = hold.failure === null || hold.failure === 'covered';
  if (isCertain && (state === 'released' || state === 'expired' || state === 'failed'))
    return `The hold for ${product} has ended; nothing was charged by it.`;
  return readPayments(product);
}

const readPayments = (product: string): string => `What became of their ${product} is under Payments: read it first.`;

function describeCard({ product, state, amount_cents: amount, failure }: HoldView): string {
  if (state === 'page_open') return `They accepted the terms of ${product}; their card is not held yet.`;
  if (state === 'held')
    return `${dollars(amount)} is held on their card for ${product}, and the card is saved; nothing is charged yet.`;
  if (state === 'saved')
    return `The hold for ${product} lapsed and nothing was charged. Their card stays saved, ${dollars(amount)} at most.`;
  if (state === 'charge_failed')
    return `Their bank declined the hold for ${product}; nothing was charged. Ask them to confirm or change the card on their page.`;
  if (state === 'withdrawn') return `They withdrew from ${product}: their card was removed, nothing was charged.`;
  if (failure === 'unknown to the provider' || failure === 'mismatch') return readPayments(product);
  return `No card is saved for ${product} any more; nothing was charged.`;
}

/** Nothing is held, saved, charged or in progress. */
const hasDecidedNothing = ({ holds }: ScriptFacts): boolean =>
  holds.every(({ state }) => ['released', 'withdrawn', 'expired', 'failed'].includes(state));

/** The team's next step for what the owner accepted: the appraisal, or the fee. */
export function dueLines({ holds, feeDue, zone }: ScriptFacts): Line[] {
  const standing = holds.filter(({ state, wish }) => (state === 'held' || state === 'saved') && wish === null);
  const representation = standing.find(({ product }) => product === 'representation');
  const research = standing.find(({ product }) => product === 'research');
  // Representation includes the research, whose own hold is released then.
  if (representation !== undefined) {
    const fee = dollars(representation.amount_cents - representation.credit_cents);
    return feeDue ? [[ours(`The fee of ${fee} is due: a lead charges it under Payments.`)]] : [];
  }
  if (research === undefined) return [];
  const before = research.capture_before === null ? '' : ` before ${dayOf(research.capture_before, zone)}`;
  return [[ours(`Research is ordered: release the appraisal${before}.`)]];
}

/** Questions after the consultation was given, while nothing is accepted yet. */
export const decideLines = (script: ScriptFacts): Line[] =>
  hasDecidedNothing(script) && script.canPay && !script.settled
    ? [[ours('Nothing is ordered: ask whether they have seen the page with their options.')], ...priceLines(script)]
    : [];

export const settleLines = ({ settled }: ScriptFacts): Line[] =>
  settled
    ? [[ours('The settlement is recorded.')]]
    : [
        [ours('“What does the insurer pay now?”')],
        [ours('Record it as the settlement, in writing from the insurer if there is any.')],
      ];

/** Before the consultation was given to a borrower or a member. */
export const deliverLater: Line = [
  ours('When they have had the consultation: record it as delivered under Next step.'),
];
export const settleLater: Line = [ours('When the insurer has decided: record what it pays under Next step.')];

/** A day in the team's zone. */
export const dayOf = (at: string, zone: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: zone });
