import type { Ctx } from '#context';
import { messageAad, type MessageContent } from '../messages/message-rules.ts';
import type { SandboxRow } from './store.ts';

export type SandboxMessage = {
  readonly id: string;
  readonly purpose: string;
  /** Its subject: a referral, a redemption, a consultation or an endpoint. */
  readonly subjectId: string;
  readonly channel: 'email' | 'text';
  readonly from: string;
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  /** The email as its reader sees it; texts have none. */
  readonly html: string | undefined;
  /** Addresses in the text that lead to our own pages, each once. */
  readonly links: readonly string[];
  readonly createdAt: Date;
};

/** The most links shown for one message; none of ours has as many. */
const linksMax = 20;

/** A sandbox message as it would have arrived. */
export function toSandboxMessage({ vault, config }: Pick<Ctx, 'vault' | 'config'>, row: SandboxRow): SandboxMessage {
  const content = JSON.parse(vault.decrypt(row.sealedContent, messageAad(row.id))) as MessageContent;
  const isMail = content.channel === 'email';
  return {
    id: row.id,
    purpose: row.purpose,
    subjectId: row.subjectId,
    channel: content.channel,
    from: isMail ? config.mailFrom : config.team.callerId,
    to: content.to,
    subject: isMail ? content.subject : undefined,
    text: content.text,
    html: isMail ? content.html : undefined,
    links: findOwnLinks(content.text, config.publicBaseUrl),
    createdAt: row.createdAt,
  };
}

/** Typed text may look like a link too; only links to our own pages are shown as links. */
function findOwnLinks(text: string, baseUrl: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
  const own = found.map((url) => url.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '')).filter((url) => isOwn(url, baseUrl));
  return [...new Set(own)].slice(0, linksMax);
}

function isOwn(url: string, baseUrl: string): boolean {
  const read = URL.parse(url);
  return read !== null && read.origin === new URL(baseUrl).origin && read.username === '' && read.password === '';
}
