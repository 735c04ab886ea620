import { escapeHtml } from '#lib/text/html';
import { centsToText } from '#lib/numbers/money';
import type { NewMessage } from '#modules/customers';
import type { Recipient } from './release-rules.ts';

type Released = {
  readonly recipient: Extract<Recipient, { to: string }>;
  readonly url: string;
  readonly number: number;
  /** What is captured with it; undefined where nothing is. */
  readonly cents: number | undefined;
};

/** The message that brings the link. It names neither the vehicle nor the figure: mail is read by others too. */
export function composeReleased({ recipient, url, number, cents }: Released): NewMessage['content'] {
  const { kind, to } = recipient;
  const ready = number === 1 ? 'Your written appraisal is ready.' : 'There is a new version of your written appraisal.';
  const charge =
    cents === undefined
      ? undefined
      : `As you accepted, we now ask your bank for the $${centsToText(cents)} that it set aside for the research.`;
  if (kind === 'text') {
    const words = [
      `Makewhole: ${ready}`,
      url,
      charge,
      'Msg&data rates may apply. Reply STOP to opt out, HELP for help.',
    ];
    return { channel: 'text', to, text: words.filter((one) => one !== undefined).join(' ') };
  }
  const how = 'The page shows how the figure was made and has it as a PDF.';
  return {
    channel: 'email',
    to,
    subject: number === 1 ? 'Your written appraisal' : 'Your written appraisal, a new version',
    text: ['Hi,', `${ready}\n${url}`, how, charge].filter((one) => one !== undefined).join('\n\n') + '\n',
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em"><p>Hi,</p>',
      `<p>${ready}</p><p><a href="${escapeHtml(url)}">Open your appraisal</a></p><p>${how}</p>`,
      charge === undefined ? '' : `<p>${escapeHtml(charge)}</p>`,
      '</body></html>',
    ].join(''),
  };
}
