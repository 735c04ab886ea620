import { createStoryActs, addStory, type Step, type Storyboard } from './story-acts.ts';
import type { Colleague, CastMember } from './cast.ts';
import { createMoneyActs } from './money-acts.ts';

/** Delivered cases of the agent, in every state of a hold and of a saved card. */
export function addMoney(board: Storyboard, next: () => CastMember): void {
  const stories = [...tellHolds(board), ...tellCards(board), ...tellAppraisals(board)];
  for (const story of stories) {
    const person = next();
    addStory(board, person, story(person));
  }
}

type Plot = (person: CastMember) => readonly Step[];

function actsOf(board: Storyboard) {
  const cases = createStoryActs(board);
  const { plan } = board;
  return {
    ...cases,
    ...createMoneyActs(board, cases),
    ...plan,
    /** Submitted, confirmed and delivered from one working day to the next. */
    delivered: (workday: number, by: Colleague): readonly Step[] => [
      [plan.day(workday + 1, '09:20'), cases.submits()],
      [plan.day(workday + 1, '10:15'), cases.calls(by, 'confirmed', { note: 'Wants to know what the car was worth.' })],
      [plan.day(workday + 1, '10:30'), cases.starts(by)],
      [plan.day(workday, '14:45'), createMoneyActs(board, cases).delivers(by)],
    ],
  };
}

/** The insurer's offer and its payment, with this much more for the vehicle. */
const won = ({ offerCents }: CastMember, moreCents: number) => {
  const tax = (cents: number) => Math.round(cents * 0.07);
  const value = offerCents + moreCents;
  return {
    offer: { value_cents: offerCents, tax_cents: tax(offerCents), deductible_cents: 50_000 },
    settlement: { value_cents: value, tax_cents: tax(value), fees_cents: 8_500, deductible_cents: 50_000 },
  };
};

function tellHolds(board: Storyboard): Plot[] {
  const acts = actsOf(board);
  const { day, minutesAgo, delivered, accepts, entersCard, drafts, releasesAppraisal, refusesPages } = acts;
  const paid = (workday: number, by: Colleague): readonly Step[] => [
    ...delivered(workday, by),
    [day(workday, '18:05'), accepts('research'), entersCard()],
    [day(workday - 1, '15:20'), drafts(by), releasesAppraisal(by)],
  ];
  return [
    // Both pages are open now.
    () => [
      ...delivered(1, 'pippa'),
      [minutesAgo(35), accepts('research')],
      [minutesAgo(22), accepts('representation')],
    ],
    // Held, and its appraisal is being written.
    () => [
      ...delivered(2, 'rufus'),
      [day(1, '09:05'), accepts('research'), entersCard()],
      [day(1, '15:40'), drafts('rufus', { leavesOut: 'Advertised with a rebuilt title.' })],
    ],
    // Charged when the appraisal was released.
    () => paid(4, 'wanda'),
    // Charged and partly refunded.
    () => [...paid(9, 'pippa'), [day(6, '11:30'), acts.refunds('research', 5_000)]],
    // Charged, and the bank opened a dispute.
    () => [...paid(13, 'rufus'), [day(2, '12:10'), acts.disputes('research')]],
    () => [
      ...delivered(8, 'wanda'),
      [day(8, '19:30'), accepts('research'), entersCard()],
      [day(7, '10:40'), acts.notes('lead', 'The insurer raised its offer by itself; nothing to appraise.')],
      [day(7, '10:45'), acts.releasesHold('research')],
      [day(7, '20:20'), accepts('representation'), entersCard()],
      [day(6, '08:20'), acts.withdrawsCard()],
    ],
    // The appraisal was not written within the week, and the card page expired unused.
    () => [
      ...delivered(14, 'pippa'),
      [day(13, '20:15'), accepts('research'), entersCard()],
      [day(6, '19:45'), accepts('representation')],
    ],
    // The provider refused both pages.
    () => [
      ...delivered(3, 'rufus'),
      [
        day(2, '21:05'),
        refusesPages(true),
        accepts('research', 503),
        accepts('representation', 503),
        refusesPages(false),
      ],
    ],
  ];
}

function tellCards(board: Storyboard): Plot[] {
  const acts = actsOf(board);
  const { day, delivered, accepts, entersCard, records, charges } = acts;
  const saved = (workday: number, by: Colleague, card: 'works' | 'declined_later' = 'works'): readonly Step[] => [
    ...delivered(workday, by),
    [day(workday, '20:10'), accepts('representation'), entersCard(card)],
  ];
  return [
    (person) => [...saved(8, 'wanda'), [day(4, '16:05'), records('wanda', { offer: won(person, 0).offer })]],
    // Proven and charged: the case closes automatically.
    (person) => [
      ...saved(9, 'pippa'),
      [day(4, '11:00'), records('pippa', won(person, 312_500))],
      [day(3, '09:45'), charges('representation')],
    ],
    // Proven, and the bank declined.
    (person) => [
      ...saved(16, 'rufus', 'declined_later'),
      [day(3, '10:30'), records('rufus', won(person, 184_000))],
      [day(2, '09:50'), charges('representation', 409)],
    ],
    // The gain was too small: nothing is charged, and the card is removed.
    (person) => [
      ...saved(15, 'wanda'),
      [day(6, '14:00'), records('wanda', won(person, 45_000))],
      [day(6, '14:05'), acts.releasesHold('representation')],
    ],
  ];
}

function tellAppraisals(board: Storyboard): Plot[] {
  const { day, delivered, drafts, releasesAppraisal, withdrawsAppraisal, records, closes, reopens } = actsOf(board);
  return [
    // Released, withdrawn for an error, and released again.
    () => [
      ...delivered(11, 'wanda'),
      [day(10, '11:20'), drafts('wanda'), releasesAppraisal('wanda', 'goodwill')],
      [day(9, '13:00'), withdrawsAppraisal('One listing was of another engine.')],
      [day(9, '13:40'), drafts('wanda', { leavesOut: 'Another engine.' }), releasesAppraisal('wanda', 'goodwill')],
    ],
    // Settled weeks ago with only the total known: closed after fourteen days.
    () => [...delivered(24, 'rufus'), [day(18, '15:15'), records('rufus', { settlement: { total_cents: 2_410_000 } })]],
    () => [
      ...delivered(19, 'pippa'),
      [day(12, '16:30'), closes('pippa', 'not_interested', 'Bought another car and wants no more of it.')],
      [day(4, '09:30'), reopens('lead', 'The owner telephoned: the insurer has not paid.')],
    ],
  ];
}
