let clockOffsetMs = 0;

/** From a response header. */
export function recordDateHeader(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 90_000) clockOffsetMs = at - Date.now();
}

/** Ages are computed from the server's clock, since the clock of this computer may be wrong. */
export function recordServerTime(at: string): void {
  clockOffsetMs = Date.parse(at) - Date.now();
}

export const serverNow = (): number => Date.now() + clockOffsetMs;
