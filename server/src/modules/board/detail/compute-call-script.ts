import type { ConsultationFacts } from './compute-consultation-facts.ts';
import type { Card, ScriptWords } from '../schemas.ts';

const ours = (text: string): ScriptWords => ({ text, theirs: false });
const theirs = (text: string): ScriptWords => ({ text, theirs: true });

/** The call script in order; words of others are marked as theirs. */
export function computeCallScript(
  card: Card,
  { person, asked, missing }: ConsultationFacts,
  { caller, numberProven }: { readonly caller: string; readonly numberProven: boolean },
): ScriptWords[][] {
  const name = person.first_name ?? person.last_name;
  const greeting = [
    ours(`“Hello, this is ${caller} from Makewhole. `),
    ...(name === null ? [ours('Whom am I speaking with?”')] : [ours('Am I speaking with '), theirs(name), ours('?”')]),
  ];
  // Whom nobody has reached yet is asked whether the yes was theirs.
  const step = card.relayed && card.lane === 'confirmed' ? undefined : stepWords[card.lane];
  if (step !== undefined) return [greeting, ...step, ...(numberProven ? [] : stopWords)];
  const lines = asked.by === 'agent' ? agentWords(card, asked) : partnerWords(asked.name);
  const ask = missing.length === 0 ? [] : [[ours(`Ask for what is missing: ${missing.join(', ')}.`)]];
  return [greeting, ...lines, ...ask, free, ...stopWords];
}

const agentWords = (card: Card, asked: ConsultationFacts['asked']): ScriptWords[][] => [
  [
    ours('“An assistant called '),
    theirs(asked.name ?? 'without a name'),
    ours(' wrote to us on '),
    ours(day(asked.at)),
    ...(card.vehicle === null ? [ours(' about a car')] : [ours(' about your '), theirs(card.vehicle)]),
    ours(' that was totaled, and said that you asked for it. Is that so?”'),
  ],
  [ours('If they never asked: say sorry, press 6. Nobody writes or calls again about it.')],
];

const partnerWords = (institution: string | null): ScriptWords[][] => [
  [
    ours('“'),
    theirs(institution ?? 'Your institution'),
    ours(' told us about your total loss. You are entitled to our help with it.”'),
  ],
];

const free: ScriptWords[] = [
  ours('“The first consultation is free. Nothing is ever charged unless you accept it on a page of your own.”'),
];

/** As long as nobody knows whose number it is, whoever answers may be somebody else. */
const stopWords: ScriptWords[][] = [
  [ours('If they want no more calls: press 8. That holds at once and for good.')],
  [ours('If it is somebody else’s number: say sorry, press 9. It is struck, and nobody calls it again about this.')],
];

const startWords: ScriptWords[][] = [
  [ours('“You said yes to the free consultation. Is now a good time?”')],
  [ours('If it is: press S. The consultation begins, and whoever asked for it is told.')],
];

const deliverWords: ScriptWords[][] = [
  [ours('Go through the market read: what the listings show, what the insurer offered, what lies between.')],
  [ours('“This is an early read from public listings and no appraisal.”')],
  [ours('Say what research and representation are and cost. Then press D: their page opens, and they decide there.')],
];

const settleWords: ScriptWords[][] = [
  [ours('“What does the insurer pay now?”')],
  [ours('Record it as the settlement, in writing from the insurer if there is any.')],
];

/** Next steps with somebody who has been reached; before that, the call begins with who asked for it. */
const stepWords: Partial<Record<Card['lane'], ScriptWords[][]>> = {
  confirmed: startWords,
  active: deliverWords,
  delivered: settleWords,
};

const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
