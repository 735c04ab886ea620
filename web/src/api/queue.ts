import { request } from './request.ts';
import type { AssignBody, CallBody, Card, NextCall, ResponseOf } from './types.ts';

/** Claims the case to call next; if there is none, the response has the reason. */
export const claimNext = (): Promise<NextCall> => request('POST /queue/next');
export const claimCase = (id: string): Promise<NextCall> =>
  request('POST /queue/{consultation_id}/claim', { path: { consultation_id: id } });
export const takeOverCase = (id: string, reason: string): Promise<NextCall> =>
  request('POST /queue/{consultation_id}/take-over', { path: { consultation_id: id }, body: { reason } });
export const renewLease = (id: string): Promise<ResponseOf<'POST /queue/{consultation_id}/heartbeat'>> =>
  request('POST /queue/{consultation_id}/heartbeat', { path: { consultation_id: id } });
export const releaseCase = (id: string): Promise<unknown> =>
  request('POST /queue/{consultation_id}/release', { path: { consultation_id: id } });

/** Assigns or unassigns a case; rejected if the assignee is not the one the page showed. */
export const assignCase = (
  id: string,
  body: AssignBody,
): Promise<ResponseOf<'POST /consultations/{consultation_id}/assignee'>> =>
  request('POST /consultations/{consultation_id}/assignee', { path: { consultation_id: id }, body });

/** Logs a call. `keepalive`: the request completes even if the page is closed. */
export const logCall = (card: Card, body: CallBody): Promise<unknown> =>
  card.source === 'agent_intake'
    ? request('POST /intakes/{intake_id}/calls', { path: { intake_id: card.source_id }, body, keepalive: true })
    : request('POST /queue/{consultation_id}/calls', { path: { consultation_id: card.id }, body, keepalive: true });
