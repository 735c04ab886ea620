import { post, request } from './request.ts';
import type { Card } from './types.ts';

/** The next right person, or why there is none now. */
export type NextCall = {
  readonly none: boolean;
  readonly consultation: { readonly id: string; readonly number: string } | null;
  readonly why: readonly string[];
  readonly lease_until: string | null;
  readonly local_time: string | null;
  readonly rule_version: string;
  readonly may_call: boolean;
  readonly opens_at: string | null;
  readonly reason:
    | 'nobody_waits'
    | 'outside_calling_hours'
    | 'not_yet_due'
    | 'test_case'
    | 'declined'
    | 'no_number'
    | null;
};

export const takeNext = (): Promise<NextCall> => post<NextCall>('/queue/next');
export const claim = (id: string): Promise<NextCall> => post<NextCall>(`/queue/${id}/claim`);
export const takeOver = (id: string, reason: string): Promise<NextCall> => post(`/queue/${id}/take-over`, { reason });
export const keepHeld = (id: string): Promise<{ lease_until: string }> => post(`/queue/${id}/heartbeat`);
export const giveBack = (id: string): Promise<unknown> => post(`/queue/${id}/release`);

export type CallBody = { readonly outcome: string; readonly note?: string; readonly callback_at?: string };

/** Logs a call. The page may be going away: the request outlives it. */
export const logCall = (card: Card, body: CallBody): Promise<unknown> =>
  request(card.source === 'agent_intake' ? `/intakes/${card.source_id}/calls` : `/queue/${card.id}/calls`, {
    method: 'POST',
    body,
    keepalive: true,
  });
