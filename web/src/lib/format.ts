const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export const fromCents = (cents: number): string => dollars.format(cents / 100);
export const fromDollars = (amount: number): string => dollars.format(amount);

/** How long ago or how far ahead, in the one unit that matters. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(Math.abs(ms) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

export const moment = (at: string): string =>
  new Date(at).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** What a clock on the owner's wall says. */
export const timeIn = (zone: string, at: number): string =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', weekday: 'short', timeZone: zone });

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

export const laneHints = {
  new: 'nobody has called yet',
  tried: 'called, not reached',
  confirmed: 'said yes, to be started',
  active: 'consultation to be given',
  delivered: 'given, decision is theirs',
} as const;

export const sourceTitles = { agent_intake: 'Agent', referral: 'Referral', membership: 'Member' } as const;

/** A status in words: contact_attempted is contact attempted. */
export const inWords = (status: string): string => status.replaceAll('_', ' ');
