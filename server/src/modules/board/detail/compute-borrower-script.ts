import {
  decideLines,
  deliverLater,
  dollars,
  dueLines,
  holdLines,
  marketLines,
  missingLines,
  ours,
  priceLines,
  settleLater,
  settleLines,
  stopLines,
  theirs,
  type Line,
  type ScriptFacts,
} from './script-rules.ts';

/** The script for a borrower whom an institution referred, after the greeting. */
export function computeBorrowerScript(script: ScriptFacts): Line[] {
  const money = [...holdLines(script), ...dueLines(script)];
  if (script.settled)
    return [
      ...money,
      [ours('The settlement is recorded. When nothing is left to do, close the case.')],
      ...stopLines(script),
    ];
  if (script.card.delivered_at !== null)
    return [...money, ...chooseLines(script), ...settleLines(script), ...stopLines(script)];
  return [
    ...askLines(script),
    ...marketLines(script),
    ...missingLines(script),
    ...payerLines(script),
    ...priceLines(script),
    ...money,
    deliverLater,
    settleLater,
    ...stopLines(script),
  ];
}

/** Where their institution pays all of it, they have no page to choose on. */
const chooseLines = (script: ScriptFacts): Line[] =>
  script.payment.payer === 'institution' ? payerLines(script) : decideLines(script);

const askedWords: Readonly<Record<ScriptFacts['acceptedVia'], string>> = {
  invitation:
    ' told us about your total loss, and you accepted the free consultation on our page. Is now a good time?”',
  warm_handoff: ' told us about your total loss, and that you want the free consultation. Is that right?”',
  staff: ' told us about your total loss. Do you want the free consultation about it?”',
};

const askLines = ({ facts: { asked }, acceptedVia }: ScriptFacts): Line[] => [
  [ours('“'), theirs(asked.name ?? 'Your lender'), ours(askedWords[acceptedVia])],
];

function payerLines({ payment, facts: { asked } }: ScriptFacts): Line[] {
  const lender = theirs(asked.name ?? 'Your lender');
  const item = payment.items.find(({ name }) => name === 'representation');
  const [paid = 0, price = 0] = [item?.institution_cents, item?.price_cents];
  if (payment.payer === 'institution') return [[ours('“'), lender, ours(' pays for our help. You pay nothing.”')]];
  if (item === undefined) return [[ours('“The consultation is free.”')]];
  if (payment.payer === 'shared')
    return [
      [
        ours(`“Representation would cost you ${dollars(price)}; `),
        lender,
        ours(` pays the other ${dollars(paid)}. The consultation is free.”`),
      ],
    ];
  return [[ours('“The consultation is free. Representation you would pay yourself, and only if you accept it.”')]];
}
