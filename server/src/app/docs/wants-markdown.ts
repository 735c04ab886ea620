import type { FastifyRequest } from 'fastify';

export const markdownType = 'text/markdown; charset=utf-8';

/** Markdown for clients that prefer it to HTML or accept both equally; browsers never do. */
export function wantsMarkdown({ headers }: FastifyRequest): boolean {
  const weights = new Map((headers.accept ?? '').split(',').map(readRange));
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

/** One entry of Accept: a media type and its weight. */
function readRange(entry: string): readonly [type: string, weight: number] {
  const [type = '', ...parameters] = entry.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}
