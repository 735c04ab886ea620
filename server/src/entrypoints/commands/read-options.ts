import { validationFailed } from '#platform/errors';

export function readTime(path: string, text: string): Date {
  const at = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw validationFailed([{ path, message: 'must be a date or a time, such as 2026-11-15T06:00:00Z' }]);
}

/** A number that the operator repeats from an earlier output. */
export function readCount(path: string, text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw validationFailed([{ path, message: 'must be the number that the command counted' }]);
}
