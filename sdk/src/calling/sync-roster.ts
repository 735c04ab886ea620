import { collectNdjson, toLines, toNdjsonStream, type Rows } from './ndjson.ts';
import { digestStream } from './stream-digest.ts';
import type { CallBody, ChangeOptions, Transport } from './transport.ts';
import type { EnrollmentRequest, RosterSync } from '../types/types.ts';

export type RosterOptions = ChangeOptions & {
  /** `dry_run` reports what would change without changing it; default: `apply`. */
  readonly mode?: 'apply' | 'dry_run' | undefined;
  /** `would_cancel` from `roster_cancel_threshold`, to confirm that many cancellations. */
  readonly confirmCancelCount?: number | undefined;
};

/** The service responds after it has compared every row; a million takes minutes. */
const rosterTimeoutMs = 600_000;
const type = 'application/x-ndjson';

/**
 * Sends rows as they are read. Rows from a function can be read again: only then is a failed stream sent
 * again. A signed stream is read twice instead of held, because its digest is sent first.
 */
export async function syncRoster(
  api: Transport,
  rows: Rows<EnrollmentRequest> | (() => Rows<EnrollmentRequest>),
  options: RosterOptions = {},
): Promise<RosterSync> {
  const { mode, confirmCancelCount, idempotencyKey = crypto.randomUUID(), ...call } = options;
  const isAgain = typeof rows === 'function';
  const open = (): Rows<EnrollmentRequest> => (isAgain ? rows() : rows);
  const body = await bodyOf({ signs: api.credential.signs, isAgain, open });
  return api.send<RosterSync>({
    timeoutMs: rosterTimeoutMs,
    ...call,
    method: 'POST',
    path: '/api/gap/v1/plans/roster-sync',
    query: { mode, confirm_cancel_count: confirmCancelCount },
    body,
    idempotencyKey,
    // A list can also be read again; a one-time iterable cannot.
    repeatable: 'bytes' in body || isAgain || Array.isArray(rows),
    once: !('bytes' in body) && !isAgain && !Array.isArray(rows),
  });
}

type Reading = {
  readonly signs: boolean;
  /** Whether the rows can be read a second time. */
  readonly isAgain: boolean;
  readonly open: () => Rows<EnrollmentRequest>;
};

async function bodyOf({ signs, isAgain, open }: Reading): Promise<CallBody> {
  const stream = () => toNdjsonStream(open());
  if (!signs && canSendStreams()) return { open: stream, type };
  const digest = signs && isAgain ? await digestStream(toLines(open())) : undefined;
  return digest === undefined ? { bytes: await collectNdjson(open()), type } : { open: stream, type, digest };
}

/** Browsers send streams only over HTTP/2 or not at all, so there a roster is held in memory. */
const canSendStreams = (): boolean => !('document' in globalThis) && !('WorkerGlobalScope' in globalThis);
