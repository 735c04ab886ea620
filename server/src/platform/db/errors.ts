/** The messages of the driver's own errors, which have no code, and the SQLSTATE for each. */
const driverStates: readonly (readonly [said: RegExp, state: string])[] = [
  [/after calling end/i, '08003'],
  [/trying to connect|timeout expired|connection timeout/i, '08001'],
  [/connection terminated|query read timeout|not queryable/i, '08006'],
];

/** Adds the SQLSTATE to a driver error without a code, so that logs and retries can use it. */
export function withState<E>(error: E): E {
  if (!(error instanceof Error) || 'code' in error) return error;
  const state = driverStates.find(([said]) => said.test(error.message))?.[1];
  return state === undefined ? error : Object.assign(error, { code: state });
}

/** The SQLSTATE, if it is a database error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Requires a digit, because the operating system's EPIPE also has five letters.
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01';
/** Whether a concurrent change invalidated what the transaction had read; a retry reads the new state. */
export const isOutdated = (error: unknown): boolean => sqlState(error) === '40001';
/** Whether a row was headed for the default partition while its day's partition was created. A retry finds the new one. */
export const isPartitionMoved = (error: unknown): boolean =>
  sqlState(error) === '23514' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'ExecPartitionCheckEmitError';

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the statement failed because the database was unreachable, so that it may succeed later. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(withState(error));
  if (state !== undefined) return /^(08|57P)/.test(state);
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code));
}

/** The server became a standby, its disk is full, or it has no connection left. */
const unavailableStates = new Set(['25006', '53100', '53300']);

/** Whether the database is unreachable or refuses all work. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || unavailableStates.has(sqlState(error) ?? '');

/** A lock or statement timeout, a deadlock, or a serialization failure. */
const overloadedStates = new Set(['55P03', '57014', '40P01', '40001']);

/** Whether the same work may succeed in a moment, because it failed from contention. */
export const isOverloaded = (error: unknown): boolean => overloadedStates.has(sqlState(error) ?? '');
