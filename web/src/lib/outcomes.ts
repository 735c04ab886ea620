import type { CallBody, Card, Case } from '#api/types.ts';

/** A call outcome on its key. Nine keys map to the eight outcomes of the API; two differ only in their note. */
export type Outcome = {
  readonly key: string;
  readonly outcome: CallBody['outcome'];
  readonly title: string;
  readonly hint: string;
  /** The beginning of the call's note, if two keys share an outcome. */
  readonly note?: string;
  readonly tone: 'good' | 'plain' | 'bad';
  /** The prompt before the call is logged: a callback time, or the same key again. */
  readonly prompt?: 'time' | 'confirmation';
};

export const outcomes: readonly Outcome[] = [
  { key: '1', outcome: 'confirmed', title: 'Confirmed', hint: 'wants the consultation', tone: 'good' },
  {
    key: '2',
    outcome: 'callback_requested',
    title: 'Call back',
    hint: 'at an agreed time',
    tone: 'plain',
    prompt: 'time',
  },
  { key: '3', outcome: 'voicemail', title: 'Voicemail', hint: 'message left', tone: 'plain' },
  { key: '4', outcome: 'no_answer', title: 'No answer', hint: 'rang out', tone: 'plain' },
  {
    key: '5',
    outcome: 'no_answer',
    title: 'Busy or failed',
    hint: 'not connected',
    note: 'Busy or not connected.',
    tone: 'plain',
  },
  { key: '6', outcome: 'not_requested', title: 'Not requested', hint: 'never asked for this', tone: 'bad' },
  { key: '7', outcome: 'declined', title: 'Declined', hint: 'not interested', tone: 'bad' },
  {
    key: '8',
    outcome: 'do_not_contact',
    title: 'Do not contact',
    hint: 'until they ask us to',
    tone: 'bad',
    prompt: 'confirmation',
  },
  {
    key: '9',
    outcome: 'wrong_number',
    title: 'Wrong number',
    hint: 'not the owner’s number',
    tone: 'plain',
  },
];

/** Anyone on the team can log a request to stop contact, whatever the case's status. */
export const isStop = ({ outcome }: Outcome): boolean => outcome === 'declined' || outcome === 'do_not_contact';

/** Whether a colleague has the lease. If so, others cannot call, take a next step or log a call, except a stop. */
export const isWithColleague = ({ held }: Card, now: number): boolean =>
  held !== null && !held.mine && Date.parse(held.until) > now;

const noes: readonly Outcome['outcome'][] = ['declined', 'not_requested', 'do_not_contact'];

/** For referrals and memberships the hint of a refusal also describes its effect on the case. */
export function hintOf({ source, status }: Card, { outcome, hint }: Outcome): string {
  if (source === 'agent_intake' || !noes.includes(outcome)) return hint;
  return source === 'referral' && status === 'activated' ? `${hint}: closes the referral` : `${hint}: stops the calls`;
}

/** The service's reason why an outcome cannot be logged; undefined if it can. */
export function findRefusal(allowed: Case['allowed_outcomes'], { outcome }: Outcome): string | undefined {
  const rule = allowed.find((one) => one.outcome === outcome);
  return rule?.allowed === true ? undefined : (rule?.reason ?? 'Not possible now.');
}

/** The longest note a user can type; the API accepts more, to leave room for what some outcomes add. */
export const maxNoteLength = 1900;

/** The note to send: the outcome's own text, then what the user typed. */
export const buildNote = ({ note }: Outcome, typed: string): string =>
  [note ?? '', typed.trim()].filter((part) => part !== '').join(' ');
