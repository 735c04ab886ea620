import { collectNdjson, toNdjsonStream, type Rows } from './ndjson.ts';
import type { ChangeOptions, Transport } from './transport.ts';
import type { EnrollmentRequest, RosterSync } from '../types/types.ts';

export type RosterOptions = ChangeOptions & {
  /** `dry_run` says what would change and changes nothing; default: `apply`. */
  readonly mode?: 'apply' | 'dry_run' | undefined;
  /** `would_cancel` of `roster_cancel_threshold`, to confirm that many cancellations. */
  readonly confirmCancelCount?: number | undefined;
};

/** The service answers when it has compared every row; a million takes minutes. */
const rosterTimeoutMs = 600_000;
const type = 'application/x-ndjson';

/**
 * Sends rows as they are read. A signed request carries the digest of its body, so there the whole text is held in memory
 * first. Rows from a function can be read again, and only then is a stream that failed sent again.
 */
export async function syncRoster(
  api: Transport,
  rows: Rows<EnrollmentRequest> | (() => Rows<EnrollmentRequest>),
  options: RosterOptions = {},
): Promise<RosterSync> {
  const { mode, confirmCancelCount, idempotencyKey = crypto.randomUUID(), ...call } = options;
  const isAgain = typeof rows === 'function';
  const open = (): Rows<EnrollmentRequest> => (isAgain ? rows() : rows);
  const body = api.credential.signs
    ? { bytes: await collectNdjson(open()), type }
    : { open: () => toNdjsonStream(open()), type };
  return api.send<RosterSync>({
    timeoutMs: rosterTimeoutMs,
    ...call,
    method: 'POST',
    path: '/api/gap/v1/plans/roster-sync',
    query: { mode, confirm_cancel_count: confirmCancelCount },
    body,
    idempotencyKey,
    // A list can be read again as well; what is read once is gone.
    repeatable: 'bytes' in body || isAgain || Array.isArray(rows),
    once: !('bytes' in body) && !isAgain && !Array.isArray(rows),
  });
}
