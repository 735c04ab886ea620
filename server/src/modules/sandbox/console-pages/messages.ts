import { messagePurposes } from '#modules/customers';
import type { IntakeStatus, Receipt } from '#modules/intakes';
import type { MessageItem } from '../agent-console/schemas.ts';

/** What a status means for the submitter of the case, in a sentence. */
const statusWords: Readonly<Record<Exclude<IntakeStatus, 'received'>, string>> = {
  welcome_sent: 'Our message to the owner was accepted by their provider.',
  contact_attempted: 'We tried to call and did not reach the owner yet.',
  customer_confirmed: 'The owner said yes. A person of our team takes over.',
  consultation_active: 'The free consultation has begun.',
  declined: 'The owner said no. We contact them no more about it.',
  not_eligible: 'We do not take this case. Nothing is sent and nobody is called.',
  duplicate: 'There is an open case like this already. Nothing is sent again.',
  expired: 'Nobody answered in time. Submit it again if the owner still wants help.',
};

type Standing = { readonly receipt: Pick<Receipt, 'status' | 'contact_policy'>; readonly callable: boolean };

/** What happens next in a case without any action yet. It promises no call without a phone number. */
export function describeStatus({ receipt: { status, contact_policy: policy }, callable }: Standing): string {
  if (status !== 'received') return statusWords[status as keyof typeof statusWords];
  const written = policy.will_email || policy.will_text;
  const follows = {
    both: 'A message to the owner and a call follow.',
    message: 'A message to the owner follows, and a call once there is a number.',
    call: 'A call to the owner follows.',
    neither: 'The owner confirms it by the link below; a call follows once there is a number.',
  }[written ? (callable ? 'both' : 'message') : callable ? 'call' : 'neither'];
  return `We have the case. ${follows}`;
}

/** Text messages have no subject, so each is titled by its stored purpose. */
const textTitles: Readonly<Record<string, string>> = {
  [messagePurposes.welcome]: 'Welcome, with the link to confirm',
  [messagePurposes.confirmed]: 'Confirmation of the owner’s yes',
  [messagePurposes.numberWanted]: 'Question for a number to call',
  [messagePurposes.caseMissedCall]: 'Note of a call that nobody took',
  [messagePurposes.caseVoicemail]: 'Note of a voicemail',
  [messagePurposes.caseOptionsReady]: 'The options are ready',
  [messagePurposes.appraisalReleased]: 'The appraisal is ready',
  [messagePurposes.checkoutLink]: 'Link to the checkout',
  [messagePurposes.pageLink]: 'Link to the owner’s page',
  [messagePurposes.stopConfirmed]: 'Confirmation that nothing more is sent',
  [messagePurposes.help]: 'Answer to HELP',
};

export const messageTitle = ({ subject, purpose }: Pick<MessageItem, 'subject' | 'purpose'>): string =>
  subject ?? textTitles[purpose] ?? 'Text message';

/** The states of a delivery, as a word for people. */
export const stateWords = {
  pending: 'waiting',
  succeeded: 'delivered',
  exhausted: 'given up',
  canceled: 'canceled',
  skipped: 'skipped',
} as const;

export const modeWords = {
  live: ['Live', 'These are real cases of real people.'],
  sandbox: ['Sandbox', 'Nothing here reaches a real person: no mail, no text and no call leaves.'],
} as const;

/** The result of the last action, by its name in the address. */
export const doneWords = {
  resent: 'It is on its way again, under a new delivery id.',
  tested: 'The test is on its way. It is tried once.',
  saved: 'Saved.',
  stepped: 'Done. What follows from it is below.',
} as const;

export type Done = keyof typeof doneWords;
