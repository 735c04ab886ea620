import { isDialable } from '#lib/calling/dialable';
import { escapeHtml } from '#lib/text/html';
import type { CheckoutLinks } from '#modules/checkout';
import { messagePurposes, stripControls, type NewMessage } from '#modules/customers';

export const templateNames = ['voicemail', 'missed_call', 'options_ready'] as const;
export type TemplateName = (typeof templateNames)[number];

export type Channel = 'text' | 'email';

/** What a staff member may add in their own words: a sentence or two. */
export const ownWordsMax = 200;

/** How long after the last one the same options may be sent again. */
const repeatHours = 24;

export const purposes = {
  voicemail: messagePurposes.caseVoicemail,
  missed_call: messagePurposes.caseMissedCall,
  options_ready: messagePurposes.caseOptionsReady,
} as const;

/** What decides which templates are true. */
export type TemplateState = {
  readonly isOpen: boolean;
  readonly hasStopped: boolean;
  readonly test: boolean;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** What messages can leave by at all. */
  readonly configured: readonly Channel[];
  readonly isDelivered: boolean;
  readonly lastCall: { readonly outcome: string; readonly called_at: string } | undefined;
  readonly links: CheckoutLinks;
};

/** Why nobody is written to at all; undefined when they may be. */
export function whyNobody(state: TemplateState): string | undefined {
  if (!state.isOpen) return 'This case is closed.';
  if (state.test) return 'This is a test case; nobody is written to.';
  if (state.hasStopped) return 'They want no more contact.';
  if (channelsOf(state).length > 0) return undefined;
  const unset = (['text', 'email'] as const).filter((channel) => !state.configured.includes(channel));
  const why = 'There is neither a number that takes texts nor an address';
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
  options_ready: ({ isDelivered, links }) =>
    isDelivered && (links.researchUrl !== null || links.representationUrl !== null),
};

/** Whether what the template says is so. */
export const isTrue = (name: TemplateName, state: TemplateState): boolean => truths[name](state);

type Sent = { readonly purpose: string; readonly state: string; readonly created_at: string };

/** A call is followed by one message of its kind, and options are sent once a day: nobody is pestered. */
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

type Words = { readonly subject: string; readonly lead: string; readonly tail: string };

function wordsOf(name: TemplateName, { links }: TemplateState): Words {
  const answer = 'You can answer this text.';
  if (name === 'voicemail')
    return {
      subject: 'We left you a voicemail',
      lead: 'We called about your total-loss claim and left you a voicemail. The consultation is free.',
      tail: answer,
    };
  if (name === 'missed_call')
    return {
      subject: 'We tried to call you',
      lead: 'We called about your total-loss claim and did not reach you. The consultation is free.',
      tail: answer,
    };
  const pages = [
    ...(links.researchUrl === null ? [] : [`Research: ${links.researchUrl}`]),
    ...(links.representationUrl === null ? [] : [`Representation: ${links.representationUrl}`]),
  ];
  return {
    subject: 'Your options for your total-loss claim',
    lead: 'Your options for your total-loss claim are ready. Nothing is charged unless you accept it there.',
    tail: pages.join('\n'),
  };
}

/** The text around what a staff member adds. */
export type Frame = { readonly subject: string | null; readonly before: string; readonly after: string };

export function frameOf(name: TemplateName, channel: Channel, state: TemplateState): Frame {
  const { subject, lead, tail } = wordsOf(name, state);
  if (channel === 'text')
    return { subject: null, before: `Makewhole: ${lead}`, after: `${tail} Reply STOP to opt out, HELP for help.` };
  // A mail is not answered here, and ends with a link that stops all contact.
  return { subject, before: `Hello,\n\n${lead}`, after: name === 'options_ready' ? tail : 'Makewhole' };
}

/** Line breaks are kept. */
const stripped = (words: string): string => words.trim().split(/\r?\n/).map(stripControls).join('\n');

type Addressed = {
  readonly channel: Channel;
  readonly to: string;
  readonly by: string;
  readonly words: string | undefined;
};

export function toContent(
  { subject, before, after }: Frame,
  { channel, to, by, words }: Addressed,
): NewMessage['content'] {
  const parts = [before, ...(words === undefined ? [] : [stripped(words)]), after];
  if (channel === 'text') return { channel, to, by, text: parts.join(' ') };
  const paragraphs = parts.join('\n\n').split('\n\n');
  const html = paragraphs.map((part) => `<p>${part.split('\n').map(linked).join('<br>')}</p>`).join('');
  return {
    channel,
    to,
    by,
    subject: subject ?? '',
    text: `${parts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">${html}</body></html>`,
  };
}

/** Our own links are links; what staff typed is text. */
const linked = (line: string): string => {
  const [, label, url] = /^(Research|Representation): (https?:\/\/\S+)$/.exec(line) ?? [];
  return url === undefined ? escapeHtml(line) : `${label}: <a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
};
