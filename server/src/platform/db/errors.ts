/** SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
