import type { Tx } from '#context';
import { composeContent, messageTemplates, type NewMessage } from '#modules/customers';
import type { Recipient } from './release-rules.ts';

type Released = {
  readonly consultationId: string;
  readonly recipient: Extract<Recipient, { to: string }>;
  readonly url: string;
  readonly number: number;
  /** What is captured with it; undefined where nothing is. */
  readonly cents: number | undefined;
};

/** The message that brings the link to the appraisal. */
export function composeReleased(
  tx: Tx,
  { consultationId, recipient: { kind, to, language }, url, number, cents }: Released,
): NewMessage['content'] | undefined {
  const contacts = kind === 'text' ? { email: undefined, phone: to } : { email: to, phone: undefined };
  return composeContent(tx, {
    consultationId,
    contacts,
    language,
    url,
    words: (read, leadsTo) => messageTemplates.appraisal[read].words({ url: leadsTo, number, cents }),
  });
}
