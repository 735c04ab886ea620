import {
  dayOf,
  decideLines,
  dueLines,
  holdLines,
  marketLines,
  missingLines,
  ours,
  priceLines,
  settleLines,
  stepKeysOf,
  stopLines,
  theirs,
  type Line,
  type ScriptFacts,
} from './script-rules.ts';

/** The script for an owner whom an agent submitted, after the greeting. */
export function computeAgentScript(script: ScriptFacts): Line[] {
  const { card } = script;
  if (card.lane === 'delivered')
    return [
      ...holdLines(script),
      ...dueLines(script),
      ...decideLines(script),
      ...settleLines(script),
      ...stopLines(script),
    ];
  if (card.lane === 'active') return [...deliverLines(script), ...stopLines(script)];
  if (script.facts.asked.by === 'telephone') return [...telephoneLines(script), ...stopLines(script)];
  // An owner who has not been reached yet is asked whether the yes was theirs.
  if (card.lane === 'confirmed' && !card.relayed) return [...startLines(script), ...stopLines(script)];
  return [...askLines(script), ...missingLines(script), free, ...stopLines(script)];
}

function askLines({ card, facts: { asked }, allowed, zone }: ScriptFacts): Line[] {
  return [
    [
      ours('“An assistant called '),
      theirs(asked.name ?? 'without a name'),
      ours(' wrote to us on '),
      ours(dayOf(asked.at, zone)),
      ...(card.vehicle === null ? [ours(' about a car')] : [ours(' about your '), theirs(card.vehicle)]),
      ours(' that was totaled, and said that you asked for it. Is that right?”'),
    ],
    ...(allowed.has('confirmed') ? [[ours('If they want it: press 1.')]] : []),
    ...(allowed.has('not_requested')
      ? [[ours('If they never asked: apologize, press 6. We won’t contact them about it again.')]]
      : []),
  ];
}

const free: Line = [
  ours('“The first consultation is free. Nothing is ever charged unless you accept it on your own page.”'),
];

const startLines = ({ card }: ScriptFacts): Line[] => [
  [ours('“You said yes to the free consultation. Is now a good time?”')],
  ...(stepKeysOf(card).start
    ? [[ours('If it is: press S. The consultation begins, and whoever asked for it is told.')]]
    : []),
];

/** The owner called us and may still be on the line; no one else referred them. */
const telephoneLines = ({ card, facts: { asked }, zone }: ScriptFacts): Line[] => [
  [ours(`“You asked us for the free consultation on ${dayOf(asked.at, zone)}. Shall we go through it now?”`)],
  ...(stepKeysOf(card).start ? [[ours('If they want to: press S. The consultation begins.')]] : []),
];

function deliverLines(script: ScriptFacts): Line[] {
  const { card, canPay } = script;
  return [
    ...marketLines(script),
    ...missingLines(script),
    ...priceLines(script),
    ...(stepKeysOf(card).deliver
      ? [
          [
            ours(
              canPay
                ? 'Then press D: their page opens, and they decide there.'
                : 'Then press D. Nobody can pay by card here: no card provider is set up.',
            ),
          ],
        ]
      : []),
  ];
}
