/** How long ago or how far ahead, in the one unit that matters. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(Math.abs(ms) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A moment on this machine's clock, with the year where it is not this one. */
export function moment(at: string): string {
  const [then, now] = [new Date(at), new Date()];
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return then.toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...year });
}

/** What a clock on the owner's wall says. */
export const timeIn = (zone: string, at: number): string =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', weekday: 'short', timeZone: zone });

/** 21:00 as people say it: 9:00 PM. */
export function spoken(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** A telephone number as people read it. */
export function prettyPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}

export const dialable = (phone: string): string => `+1${phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;

export const laneTitles = {
  new: 'New',
  tried: 'Tried',
  confirmed: 'Confirmed',
  active: 'In consultation',
  delivered: 'Delivered',
} as const;

/** What an empty column means. */
export const laneEmpty = {
  new: 'Nobody waits for a first call.',
  tried: 'Nobody is to be called again.',
  confirmed: 'No consultation waits to be started.',
  active: 'No consultation is under way.',
  delivered: 'Nobody has a decision to make.',
} as const;

export const sourceTitles = { agent_intake: 'Agent', referral: 'Referral', membership: 'Member' } as const;

/** A status in words: contact_attempted is contact attempted. */
export const inWords = (status: string): string => status.replaceAll('_', ' ');
