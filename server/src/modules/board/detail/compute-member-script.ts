import {
  deliverLater,
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

/** What to say to a member whose institution reported the loss, after the greeting: they have said yes to nothing. */
export const computeMemberScript = (script: ScriptFacts): Line[] => [
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

/** The key ends the case, so what the insurer pays is asked for before. */
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
