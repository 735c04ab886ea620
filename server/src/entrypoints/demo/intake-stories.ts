import { createStoryActs, submission, addStory, type StoryActs, type Step, type Storyboard } from './story-acts.ts';
import { cast, team, type CastMember } from './cast.ts';

/** Returns the next cast member at each call. */
export function castOf(people: readonly CastMember[]): () => CastMember {
  const waiting = [...people];
  return () => {
    const next = waiting.shift();
    if (next === undefined) throw new Error('the cast of the demo is too small');
    return next;
  };
}

type Told = { readonly board: Storyboard; readonly acts: StoryActs; readonly next: () => CastMember };

/** Cases of the agent and of people who called in, from weeks ago to minutes ago, that have not been delivered. */
export function addIntakes(board: Storyboard, next: () => CastMember): void {
  const told = { board, acts: createStoryActs(board), next };
  tellEnded(told);
  tellCalled(told);
  tellConfirmed(told);
  tellNew(told);
  tellNeutral(board, next);
}

const each = ({ board, next }: Told, stories: readonly (readonly Step[])[]): void => {
  for (const steps of stories) addStory(board, next(), steps);
};

/** Cases that ended: never reached, declined, stopped contact, or a wrong number. */
function tellEnded(told: Told): void {
  const { submits, calls, answers, closes, notes, starts } = told.acts;
  const { day } = told.board.plan;
  each(told, [
    [
      [day(27, '10:12'), submits()],
      [day(26, '11:05'), calls('rufus', 'no_answer')],
      [day(24, '16:40'), calls('wanda', 'voicemail', { note: 'Left our number.' })],
    ],
    [[day(25, '18:31'), submits({ relayed: true })]],
    [
      [day(20, '09:40'), submits()],
      [day(20, '13:15'), answers('decline')],
    ],
    [
      [day(15, '20:05'), submits()],
      [day(14, '10:30'), calls('pippa', 'declined', { note: 'Took the offer yesterday.' })],
    ],
    [
      [day(9, '12:20'), submits()],
      [day(8, '14:10'), calls('rufus', 'not_requested', { note: 'Knows nothing of an agent.' })],
    ],
    [
      [day(6, '08:50'), submits()],
      [day(5, '11:45'), calls('wanda', 'do_not_contact')],
    ],
    [
      [day(4, '15:15'), submits()],
      [day(3, '10:05'), calls('pippa', 'wrong_number', { note: 'A bakery.' })],
    ],
    [
      [day(18, '11:11'), submits()],
      [day(17, '09:35'), calls('pippa', 'confirmed')],
      [day(17, '09:50'), starts('pippa')],
      [day(17, '10:20'), notes('pippa', 'Compared nine listings: the offer is above their median.')],
      [day(16, '15:30'), closes('pippa', 'offer_fair', 'Told the owner that the offer is fair.')],
    ],
  ]);
}

/** The day of calls: yesterday's and, so far, today's. */
function tellCalled(told: Told): void {
  const { submits, calls } = told.acts;
  const { day, minutesAgo } = told.board.plan;
  const { end } = told.board.world;
  const later = new Date(end.getTime() + 3_600_000);
  each(told, [
    [
      [day(3, '17:20'), submits()],
      [day(2, '10:10'), calls('pippa', 'no_answer')],
      [day(1, '10:25'), calls('rufus', 'no_answer')],
      [day(0, '10:05'), calls('rufus', 'voicemail', { note: 'Left our number.' })],
    ],
    [
      [day(2, '19:45'), submits({ without: 'offer' })],
      [day(1, '09:20'), calls('wanda', 'voicemail', { note: 'Said who we are and when we call again.' })],
    ],
    [
      [day(2, '21:30'), submits()],
      [day(1, '09:35'), calls('pippa', 'no_answer')],
      [day(1, '15:05'), calls('pippa', 'no_answer')],
    ],
    // Promised for yesterday, but not called.
    [
      [day(2, '11:40'), submits()],
      [
        day(2, '14:20'),
        calls('rufus', 'callback_requested', { note: 'At work until then.', callbackFrom: day(1, '13:00') }),
      ],
    ],
    [
      [day(3, '10:00'), submits({ handoff: true })],
      [
        day(2, '16:15'),
        calls('wanda', 'callback_requested', { note: 'Has the report at home.', callbackFrom: day(1, '16:30') }),
      ],
    ],
    // Still to come.
    [
      [day(2, '13:50'), submits()],
      [day(1, '14:35'), calls('pippa', 'callback_requested', { note: 'After the inspection.', callbackFrom: later })],
    ],
    [
      [day(1, '08:40'), submits()],
      [
        day(1, '11:50'),
        calls('wanda', 'callback_requested', {
          note: 'Wants the partner on the line.',
          callbackFrom: new Date(later.getTime() + 7_200_000),
        }),
      ],
    ],
    [
      [day(1, '12:30'), submits()],
      [day(1, '16:20'), calls('lead', 'no_answer')],
      [day(0, '09:30'), calls('wanda', 'no_answer')],
    ],
    [
      [minutesAgo(60 * 11), submits()],
      [day(0, '11:15'), calls('pippa', 'voicemail', { note: 'Left our number.' })],
    ],
  ]);
}

/** Confirmed cases: on the page, by phone, with and without documents. */
function tellConfirmed(told: Told): void {
  const { submits, telephones, calls, answers, starts, states, notes, assigns, uploads } = told.acts;
  const { day, minutesAgo } = told.board.plan;
  each(told, [
    [
      [day(1, '07:55'), submits()],
      [minutesAgo(95), answers('confirm')],
    ],
    [
      [day(2, '15:10'), submits()],
      [day(2, '15:25'), uploads('agent')],
      [day(1, '10:50'), calls('rufus', 'confirmed', { note: 'Wants the consultation.' })],
    ],
    [
      [day(3, '09:25'), submits()],
      [day(2, '11:30'), calls('wanda', 'confirmed')],
      [
        day(2, '11:36'),
        states('wanda', { odometer: 51_300, condition: 'New tires this spring, a scratch on the tailgate.' }),
      ],
      [day(2, '11:50'), assigns('lead', team.pippa.name)],
    ],
    [
      [day(4, '10:45'), submits({ without: 'offer' })],
      [day(3, '13:30'), calls('pippa', 'confirmed')],
      [day(3, '13:40'), starts('pippa')],
      [day(3, '13:55'), uploads('pippa')],
      [day(3, '14:20'), notes('pippa', 'The report leaves the tow package out. Asked the owner for the invoice.')],
      [day(2, '09:15'), notes('pippa', 'Invoice is here: $1,150 for the tow package.')],
    ],
    [
      [day(1, '13:20'), telephones('rufus')],
      [day(1, '13:35'), states('rufus', { deductible_cents: 50_000 })],
    ],
    [
      [day(5, '11:25'), telephones('wanda')],
      [day(5, '11:40'), starts('wanda')],
      [day(4, '10:20'), notes('wanda', 'Sends the report once the insurer has mailed it.')],
    ],
  ]);
}

/** Cases from the last hours. */
function tellNew(told: Told): void {
  const { submits } = told.acts;
  const { minutesAgo } = told.board.plan;
  each(told, [
    [[minutesAgo(170), submits()]],
    [[minutesAgo(48), submits({ handoff: true })]],
    [[minutesAgo(16), submits({ without: 'phone' })]],
    [[minutesAgo(3), submits({ relayed: true })]],
    [[minutesAgo(60 * 4), submits()]],
    [[minutesAgo(100), submits()]],
  ]);
}

/** One customer who submitted twice, and one from a state that is not served. */
function tellNeutral({ world, plan, agentKey }: Storyboard, next: () => CastMember): void {
  const submit = (person: CastMember, lossState: string) => async () => {
    const made = submission(person, world.service.ctx.clock.now());
    const body = { ...made, loss: { ...made.loss, loss_state: lossState } };
    await world.call('POST /api/agent/v1/intakes', { token: agentKey, body });
  };
  // The customer with the overdue callback asks again.
  const again = cast[11];
  if (again !== undefined) plan.add(plan.minutesAgo(60 * 9), submit(again, again.state));
  plan.add(plan.day(7, '12:00'), submit(next(), 'PR'));
}
