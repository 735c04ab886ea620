import type { FeedCursor } from './change-store.ts';

/** Events carry the time their transaction began; one that commits up to this much later is still found. */
export const lateCommitS = 5;

/** Streams per process; a further one is asked to retry. */
export const maxListeners = 500;

/** A cursor as boards store it, in Last-Event-ID. */
export const formatCursor = ({ eventId, seq }: FeedCursor): string => `${eventId}.${seq}`;

/** The same moment in ids of another kind, which order by time as those of events do. */
export const toCursorOf = (kind: 'rpl' | 'clo', eventId: string): string => eventId.replace(/^evt/, kind);

export function parseCursor(text: string | undefined): FeedCursor | undefined {
  const [, eventId, seq] = /^(evt_[0-9A-Za-z]{0,24})\.(\d{1,18})$/.exec(text ?? '') ?? [];
  return eventId === undefined || seq === undefined ? undefined : { eventId, seq };
}
