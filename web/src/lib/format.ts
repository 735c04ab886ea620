/** The length of a time span, past or future, in its largest useful unit. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(Math.abs(ms) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** Date and time in this computer's time zone; the year only if it is not the current one. */
export function formatDateTime(at: string): string {
  const [then, now] = [new Date(at), new Date()];
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return then.toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...year });
}

type FailedTries = { readonly failed_tries: number; readonly failed_networks: number };

/** For example: 12 failed attempts since then, from 3 networks. */
export function formatFailedTries(
  { failed_tries: tries, failed_networks: networks }: FailedTries,
  since: string,
): string {
  const from = `from ${networks} ${networks === 1 ? 'network' : 'networks'}`;
  return `${tries} failed ${tries === 1 ? 'attempt' : 'attempts'} ${since}, ${from}`;
}

/** Weekday and time in another time zone. */
export const formatTimeIn = (zone: string, at: number): string =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', weekday: 'short', timeZone: zone });

/** 21:00 as 9:00 PM. */
export function formatTimeOfDay(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** A US phone number as (212) 555-0147. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}

export const toE164 = (phone: string): string => `+1${phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;

export const laneTitles = {
  new: 'New',
  tried: 'Tried',
  confirmed: 'Confirmed',
  active: 'In consultation',
  delivered: 'Delivered',
} as const;

/** Shown in an empty column. */
export const emptyLaneTexts = {
  new: 'No one is waiting for a first call.',
  tried: 'No follow-up calls needed.',
  confirmed: 'No consultations to start.',
  active: 'No consultations in progress.',
  delivered: 'No decisions pending.',
} as const;

const sourceTitles = { agent_intake: 'Agent', referral: 'Referral', membership: 'Member' } as const;

/** Where a case came from, in a word. */
export const titleOfSource = ({ source, by_telephone: byTelephone }: Titled): string =>
  byTelephone ? 'By phone' : sourceTitles[source];

type Titled = { readonly source: keyof typeof sourceTitles; readonly by_telephone: boolean };

/** contact_attempted as contact attempted. */
export const humanize = (status: string): string => status.replaceAll('_', ' ');
