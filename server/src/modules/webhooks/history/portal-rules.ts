import { maskBodyParts, maskText } from '#lib/masking/mask-body';
import { computeRequestHeaders } from '../delivery/attempt-delivery.ts';
import type { SentRequest } from '../delivery/rules.ts';
import { adviseOn } from './advice-rules.ts';
import type { AttemptView, DeliverySummary } from './portal-schemas.ts';
import type { SearchPosition } from './search-store.ts';
import type { DeliveryRow } from './store.ts';

export const writePosition = ({ at, id }: SearchPosition): string => `${at.getTime()}~${id}`;

/** Undefined for an invalid cursor. */
export function readPosition(text: string | undefined): SearchPosition | undefined {
  const [, at, id] = /^(\d{1,14})~([A-Za-z0-9_]{1,60})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id };
}

export function toSummary(row: DeliveryRow): DeliverySummary {
  const last = row.attempts.at(-1);
  return {
    id: row.id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    type: row.event_type,
    state: row.state,
    attempts: row.attempts.length,
    last_attempt: last
      ? { at: toText(last.at), status: last.status, cause: last.cause, duration_ms: last.duration_ms }
      : null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const toText = (at: string): string => new Date(at).toISOString();

type Shown = { readonly body: string; readonly hidden: ReadonlySet<string> | undefined };

/** The visible part of a body; contacts of live borrowers are shown only to roles that may see them. */
export const showBody = (row: DeliveryRow, body: string, mask: boolean): Shown =>
  mask ? maskBodyParts(row.event_type, body) : { body, hidden: undefined };

type Made = DeliveryRow['attempts'][number];

/** An attempt with the request as it was sent. The body is the same at every attempt. */
export function toAttempt(row: DeliveryRow, made: Made, { body, hidden }: Shown): AttemptView {
  const sent = made.sent === null ? undefined : (JSON.parse(made.sent) as SentRequest);
  const { answer } = made;
  return {
    number: made.number,
    at: toText(made.at),
    status: made.status,
    cause: made.cause,
    advice: adviseOn(made.cause, made.status),
    duration_ms: made.duration_ms,
    timings: made.timings ?? {},
    address: made.address,
    answer: answer !== null && hidden !== undefined ? maskText(answer, hidden) : answer,
    request: sent === undefined ? null : toRequest(row, sent, body),
  };
}

function toRequest(row: DeliveryRow, sent: SentRequest, body: string): NonNullable<AttemptView['request']> {
  const url = new URL(sent.url);
  const ours = { ...computeRequestHeaders({ ...row }, sent), 'accept-encoding': 'identity' };
  // Standard HTTP headers around ours. A masked body has another length than the sent one, so the length is left out.
  const headers = {
    host: url.host,
    connection: 'keep-alive',
    ...ours,
    'content-length': String(Buffer.byteLength(body)),
  };
  return {
    url: sent.url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    signed_by: sent.signedBy,
    standard_signed_by: [...(sent.standardSignedBy ?? [])],
  };
}
