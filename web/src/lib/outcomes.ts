import type { Card } from '#api/types.ts';

/** One key, one way a call can go. What the service knows seven of, people meet nine. */
export type Outcome = {
  readonly key: string;
  readonly outcome: string;
  readonly title: string;
  readonly hint: string;
  /** Said in the call's note, where two keys share an outcome. */
  readonly note?: string;
  readonly tone: 'good' | 'plain' | 'bad';
  /** Asks for a time, or for the key once more. */
  readonly asks?: 'time' | 'again';
};

export const outcomes: readonly Outcome[] = [
  { key: '1', outcome: 'confirmed', title: 'Confirmed', hint: 'wants it', tone: 'good' },
  { key: '2', outcome: 'callback_requested', title: 'Call back', hint: 'they say when', tone: 'plain', asks: 'time' },
  { key: '3', outcome: 'voicemail', title: 'Voicemail', hint: 'message left', tone: 'plain' },
  { key: '4', outcome: 'no_answer', title: 'No answer', hint: 'it rang out', tone: 'plain' },
  {
    key: '5',
    outcome: 'no_answer',
    title: 'Busy, failed',
    hint: 'not connected',
    note: 'Busy or not connected.',
    tone: 'plain',
  },
  { key: '6', outcome: 'not_requested', title: 'Never asked', hint: 'not requested', tone: 'bad' },
  { key: '7', outcome: 'declined', title: 'Declined', hint: 'no, thanks', tone: 'bad' },
  { key: '8', outcome: 'do_not_contact', title: 'Do not contact', hint: 'for good', tone: 'bad', asks: 'again' },
  {
    key: '9',
    outcome: 'not_requested',
    title: 'Wrong number',
    hint: 'not the owner',
    note: 'Wrong number: somebody else answered.',
    tone: 'bad',
  },
];

/** Whether a colleague has the case: then nobody else calls, notes a call, or moves it on. */
export const isElsewhere = ({ held }: Card, now: number): boolean =>
  held !== null && !held.mine && Date.parse(held.until) > now;

/** What a no does to a case that is not an intake's; said on its keys before one of them is pressed. */
export function hintOf({ source, status }: Card, { outcome, hint }: Outcome): string {
  if (source === 'agent_intake' || (outcome !== 'declined' && outcome !== 'not_requested')) return hint;
  return source === 'referral' && status === 'activated' ? `${hint}: the referral closes` : `${hint}: the calls end`;
}

/** Which outcomes a case can take now; the service decides, this only spares a refusal. */
export function mayLog({ source, status, closed_at: closedAt }: Card, outcome: string): boolean {
  if (closedAt !== null) return false;
  if (source !== 'agent_intake') return true;
  if (['received', 'welcome_sent', 'contact_attempted'].includes(status)) return true;
  if (status === 'customer_confirmed') return !['confirmed', 'not_requested'].includes(outcome);
  return status === 'consultation_active' && ['no_answer', 'voicemail', 'callback_requested'].includes(outcome);
}

/** Longest note that a person writes; what the service takes is longer by what some outcomes add. */
export const noteMax = 1900;

/** What is noted with a call: what the outcome says of itself, then what somebody wrote. */
export const noteWith = ({ note }: Outcome, written: string): string =>
  [note ?? '', written.trim()].filter((part) => part !== '').join(' ');
