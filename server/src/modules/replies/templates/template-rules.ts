import { isDialable } from '#lib/calling/dialable';
import type { Language } from '#lib/languages/language';
import { formatPhone } from '#lib/text/phone';
import type { CheckoutLinks } from '#modules/checkout';
import { laterEnding, messagePurposes, messageTemplates, stripControls, type NewMessage } from '#modules/customers';

export const templateNames = ['voicemail', 'missed_call', 'options_ready'] as const;
export type TemplateName = (typeof templateNames)[number];

export type Channel = 'text' | 'email';

/** The length of the text that staff may add: a sentence or two. */
export const ownWordsMax = 200;

/** How long after the last one the same options may be sent again. */
const repeatHours = 24;

export const purposes = {
  voicemail: messagePurposes.caseVoicemail,
  missed_call: messagePurposes.caseMissedCall,
  options_ready: messagePurposes.caseOptionsReady,
} as const;

/** The facts that decide which templates are true. */
export type TemplateState = {
  readonly language: Language;
  readonly isOpen: boolean;
  readonly hasStopped: boolean;
  readonly test: boolean;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The channels that are configured. */
  readonly configured: readonly Channel[];
  readonly isDelivered: boolean;
  readonly lastCall: { readonly outcome: string; readonly called_at: string } | undefined;
  readonly links: CheckoutLinks;
};

/** Why no message may be sent at all; undefined if one may. */
export function whyNobody(state: TemplateState): string | undefined {
  if (!state.isOpen) return 'This case is closed.';
  if (state.test) return 'This is a test case; no messages are sent.';
  if (state.hasStopped) return 'They asked for no more contact.';
  if (channelsOf(state).length > 0) return undefined;
  const unset = (['text', 'email'] as const).filter((channel) => !state.configured.includes(channel));
  const why = 'There is no number that takes texts and no email address';
  return unset.length === 0 ? `${why}.` : `${why} that could be used: not set up are ${unset.join(' and ')}.`;
}

type Reachable = Pick<TemplateState, 'email' | 'phone' | 'configured'>;

export const channelsOf = ({ email, phone, configured }: Reachable): Channel[] =>
  [
    ...(phone !== undefined && isDialable(phone) ? (['text'] as const) : []),
    ...(email === undefined ? [] : (['email'] as const)),
  ].filter((channel) => configured.includes(channel));

const truths: Readonly<Record<TemplateName, (state: TemplateState) => boolean>> = {
  voicemail: ({ lastCall }) => lastCall?.outcome === 'voicemail',
  missed_call: ({ lastCall }) => lastCall?.outcome === 'no_answer',
  options_ready: ({ isDelivered, links }) => isDelivered && links.optionsUrl !== null,
};

/** Whether the statement of the template is true. */
export const isTrue = (name: TemplateName, state: TemplateState): boolean => truths[name](state);

type Sent = { readonly purpose: string; readonly state: string; readonly created_at: string };

/** A call is followed by one message of its kind, and options are sent once a day, so that no customer is pestered. */
export function isSent(
  name: TemplateName,
  state: TemplateState,
  { messages, now }: { messages: readonly Sent[]; now: Date },
) {
  const since =
    name === 'options_ready'
      ? new Date(now.getTime() - repeatHours * 3_600_000).toISOString()
      : (state.lastCall?.called_at ?? '');
  return messages.some(
    (one) =>
      one.purpose === purposes[name] &&
      one.created_at >= since &&
      one.state !== 'withdrawn' &&
      one.state !== 'failed' &&
      one.state !== 'dropped',
  );
}

export const titles: Readonly<Record<TemplateName, string>> = {
  voicemail: 'After a voicemail',
  missed_call: 'After a missed call',
  options_ready: 'Options are ready',
};

/** The text of a template, before and after the part that a staff member adds. */
type Words = {
  readonly subject: string;
  readonly lead: string;
  readonly textTail: string;
  readonly mailTail: string;
};

/** The page of a case and who calls about it, as messages name them. */
type Team = { readonly name: string; readonly callerId: string };

function wordsOf(name: TemplateName, { links, language }: TemplateState, { callerId }: Team): Words {
  if (name === 'options_ready') {
    const { subject, lead, see } = messageTemplates.optionsAgain[language];
    const tail = `${see}: ${links.optionsUrl ?? ''}`;
    return { subject, lead, textTail: tail, mailTail: tail };
  }
  const words = messageTemplates.missedCall[language];
  const called = { left: name === 'voicemail' ? 'voicemail' : 'nothing', callerId: formatPhone(callerId) } as const;
  return {
    subject: words.subject(called),
    lead: words.lead(called),
    textTail: words.answerText,
    mailTail: words.answerMail(called),
  };
}

/** The text around the part that a staff member adds. */
export type Frame = { readonly subject: string | null; readonly before: string; readonly after: string };

type Framed = { readonly channel: Channel; readonly team: Team };

export function frameOf(name: TemplateName, state: TemplateState, { channel, team }: Framed): Frame {
  const { subject, lead, textTail, mailTail } = wordsOf(name, state, team);
  if (channel === 'text')
    return {
      subject: null,
      before: `${team.name}: ${lead}`,
      after: `${textTail} ${laterEnding(state.language)}`,
    };
  return { subject, before: lead, after: mailTail };
}

/** Line breaks are kept. */
const stripped = (words: string): string => words.trim().split(/\r?\n/).map(stripControls).join('\n');

type Addressed = Framed & {
  readonly consultationId: string;
  readonly to: string;
  readonly by: string;
  readonly words: string | undefined;
};

/** The message as it was previewed. An email also has its layout and links to the page of the case. */
export function toContent(name: TemplateName, state: TemplateState, addressed: Addressed): NewMessage['content'] {
  const { channel, consultationId, to, by, words } = addressed;
  const { before, after } = frameOf(name, state, addressed);
  const own = words === undefined ? [] : [stripped(words)];
  if (channel === 'text') return { channel, to, by, text: [before, ...own, after].join(' ') };
  const { language, links } = state;
  const { see, why } = messageTemplates.optionsAgain[language];
  const { subject, lead, mailTail } = wordsOf(name, state, addressed.team);
  const end =
    name === 'options_ready' ? { button: { words: see, url: links.optionsUrl ?? '' } } : { after: [mailTail] };
  return {
    channel,
    to,
    by,
    pageOf: consultationId,
    mail: { language, subject, greeting: greetings[language], paragraphs: [lead, ...own], ...end, why },
  };
}

const greetings: Readonly<Record<Language, string>> = { en: 'Hi,', es: 'Hola:' };
