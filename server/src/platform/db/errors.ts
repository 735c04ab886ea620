/** SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01';
/**
 * Whether a row was on its way to a default partition when the partition of its day was made. Sent again it finds the
 * new one.
 */
export const isPartitionMoved = (error: unknown): boolean =>
  sqlState(error) === '23514' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'ExecPartitionCheckEmitError';

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Whether the statement failed because the database was away, so that it may succeed when it is back. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(08|57P)/.test(state);
  if (!(error instanceof Error)) return false;
  // The driver's own errors for a connection that ended, did not come about or said nothing have a message and no code.
  return 'code' in error
    ? lostCodes.has(String(error.code))
    : /connection terminated|trying to connect|timeout expired|query read timeout/i.test(error.message);
}

/** It became a standby, or has no room left on its disk: nothing can be written until somebody, or a failover, mends that. */
const takingNoWrites = new Set(['25006', '53100']);

/** Whether nothing at all can be done at the moment, whatever was asked for. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || takingNoWrites.has(sqlState(error) ?? '');

/** A lock or a statement that took too long, a circle of waits, no connection left. */
const crowded = new Set(['55P03', '57014', '40P01', '53300']);

/** Whether the same work may well succeed in a moment: too much wants the same thing. */
export const isCrowded = (error: unknown): boolean => crowded.has(sqlState(error) ?? '');
