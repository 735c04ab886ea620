import { wrongUse } from '../command-failed.ts';

/** Where to start reading a log. */
export type Start =
  | { readonly kind: 'now' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'cursor'; readonly cursor: string };

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `2h`, `30m`, `7d`; a time such as 2026-11-15 or 2026-11-15T08:00:00Z; `beginning`; or a cursor of an earlier run. */
export function readSince(text: string | true | undefined, now: Date): Start {
  if (text === undefined || text === true) return { kind: 'now' };
  if (text === 'beginning') return { kind: 'beginning' };
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined)
    return { kind: 'time', at: new Date(now.getTime() - Number(count) * (units[unit] ?? 0) * 1000).toISOString() };
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) throw wrongUse(`--since ${text} is not a time, such as 2026-11-15T08:00:00Z.`);
    return { kind: 'time', at: at.toISOString() };
  }
  if (/^[A-Za-z0-9_~=-]{8,300}$/.test(text)) return { kind: 'cursor', cursor: text };
  throw wrongUse('--since must be a duration such as 2h or 7d, a time, beginning, or a cursor printed by mw.');
}
