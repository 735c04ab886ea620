import { post, request } from './request.ts';
import type { AssignBody, CallBody, Card, NextCall, ResponseOf } from './types.ts';

/** Claims the case to call next; the response says why if there is none. */
export const claimNext = (): Promise<NextCall> => post<NextCall>('/queue/next');
export const claimCase = (id: string): Promise<NextCall> => post<NextCall>(`/queue/${id}/claim`);
export const takeOverCase = (id: string, reason: string): Promise<NextCall> =>
  post(`/queue/${id}/take-over`, { reason });
export const renewLease = (id: string): Promise<ResponseOf<'consultations.heartbeat'>> =>
  post(`/queue/${id}/heartbeat`);
export const releaseCase = (id: string): Promise<unknown> => post(`/queue/${id}/release`);

/** Gives a case to somebody, or to nobody; refused when another person has it than the page showed. */
export const assignCase = (id: string, body: AssignBody): Promise<ResponseOf<'consultations.assign'>> =>
  post(`/consultations/${id}/assignee`, body);

/** Logs a call. `keepalive`: the request completes even if the page is closed. */
export const logCall = (card: Card, body: CallBody): Promise<unknown> =>
  request(card.source === 'agent_intake' ? `/intakes/${card.source_id}/calls` : `/queue/${card.id}/calls`, {
    method: 'POST',
    body,
    keepalive: true,
  });
