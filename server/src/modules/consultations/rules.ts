import {
  hoursOf,
  localTime,
  writeMinutes,
  zonesOf,
  type CallingRules,
  type CallWindow,
  type LocalTime,
} from '#lib/calling-hours';

/** The order of the queue: smaller comes first. */
export const tiers = { callback: 0, priority: 1, ordinary: 2, last: 3 } as const;

/** How long nobody else gets a case that somebody works on; it is made longer every minute while they do. */
export const leaseS = 5 * 60;
/** A page that was left open does not keep a person from being called for ever. */
export const leaseMaxS = 2 * 3600;
/** A case that was given back does not come again at once. */
export const releasePauseS = 15 * 60;
/** One number is called once an hour at most, whatever the case. */
export const phoneGuardS = 3600;
/** When somebody else is just deciding about the same number. */
export const phoneBusyS = 5;

const hour = 3600;
/** How long to wait after the first call that reached nobody, after the second, and so on; the last one stays. */
export const pausesS: readonly number[] = [hour, 4 * hour, 20 * hour, 24 * hour, 48 * hour, 72 * hour];
/** From so many calls on a case comes after all others. */
export const attemptsMax = 6;
/** When they asked for another call and named no time. */
export const callbackPauseS = 4 * hour;
/** Who was reached is not called again the same day unless somebody decides so. */
export const reachedPauseS = 24 * hour;

/** Somebody closed it, or its time is over. */
export const isClosed = (row: { readonly closed_at: Date | null; readonly ends_at: Date | null }, now: Date): boolean =>
  row.closed_at !== null || (row.ends_at !== null && row.ends_at <= now);

/** What a sealed number is bound to. */
export const phoneRow = (consultationId: string): string => `consultations.consultations/${consultationId}`;
export const phoneName = (phone: string): string => `queue/phone/${phone}`;
export const emailName = (email: string): string => `queue/email/${email}`;
/** What whoever decides about a number holds; the sandbox has locks of its own. */
export const phoneLock = (phone: string, test: boolean): string => `${test ? 'sandbox/' : ''}${phoneName(phone)}`;

export type QueuePlace = {
  readonly tier: number;
  readonly openedAt: Date;
  readonly attempts: number;
  readonly lastCallAt: Date | undefined;
  readonly callbackAt: Date | undefined;
};

/** Why this case and no other, in sentences for whoever calls. */
export function explainChoice(place: QueuePlace, at: { now: Date; window: CallWindow; rules: CallingRules }): string[] {
  const { now, window, rules } = at;
  const clocks = localTimes(window, now);
  const waiting = ago(place.openedAt, now);
  const first =
    place.tier === tiers.callback && place.callbackAt !== undefined
      ? `Asked to be called at ${localTimes(window, place.callbackAt).map(clock).join(' or ')}, ${ago(place.callbackAt, now)} ago.`
      : place.tier === tiers.priority
        ? `Priority: handed over to be called at once, ${waiting} ago.`
        : `Waiting for ${waiting}.`;
  const calls = explainCalls(place, now);
  const { to } = hoursOf(rules, window);
  const known = window.zones.length === 0 ? 'Where the owner is, is not known: it may be ' : 'The owner’s time is ';
  return [first, calls, `${known}${clocks.map(clock).join(' or ')}; calls may be made until ${writeMinutes(to)}.`];
}

function explainCalls({ attempts, lastCallAt }: QueuePlace, now: Date): string {
  if (lastCallAt === undefined) return 'Not called yet.';
  if (attempts === 0) return `Spoken to ${ago(lastCallAt, now)} ago.`;
  const calls = attempts === 1 ? 'One call' : `${attempts} calls`;
  return `${calls} without an answer; the last call was ${ago(lastCallAt, now)} ago.`;
}

export const localTimes = (window: CallWindow, at: Date): LocalTime[] =>
  zonesOf(window).map((zone) => localTime(zone, at));

const clock = ({ minutes, zone }: LocalTime): string => `${writeMinutes(minutes)} (${zone})`;

function ago(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
