import { createHash } from 'node:crypto';

/** A file that belongs to a packet: appended with its pages, or only listed, and then why. */
export type PacketPart = {
  readonly title: string;
  readonly sha256: string;
} & ({ readonly content: Uint8Array; readonly pages: number } | { readonly why: string });

type AppendedPart = Extract<PacketPart, { readonly content: Uint8Array }>;

export const isAppended = (part: PacketPart): part is AppendedPart => 'content' in part;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Beyond it a packet does not fit into a mail or a portal of an administrator; what is left out is listed. */
export const packetMaxBytes = 60 * 1024 * 1024;

export type IndexLine = { readonly title: string; readonly pages: string; readonly note: string };

type Own = { readonly title: string; readonly page: number };

/** What is on which page of the whole: our own sections first, then the appended files one after another. */
export function computeIndex(own: readonly Own[], ownPages: number, parts: readonly PacketPart[]): IndexLine[] {
  let next = ownPages + 1;
  const lines = parts.map((part) => {
    const note = `SHA-256 ${part.sha256}`;
    if (!isAppended(part)) return { title: part.title, pages: 'not appended', note: `It ${part.why}. ${note}` };
    const first = next;
    next += part.pages;
    return { title: part.title, pages: first === next - 1 ? String(first) : `${first}–${next - 1}`, note };
  });
  return [...own.map(({ title, page }) => ({ title, pages: String(page), note: '' })), ...lines];
}

export const countPages = (ownPages: number, parts: readonly PacketPart[]): number =>
  parts.reduce((sum, part) => sum + (isAppended(part) ? part.pages : 0), ownPages);
