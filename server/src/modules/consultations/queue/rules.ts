import { type CallingRules, type CallWindow, formatMinutes, hoursOf, type LocalTime } from '#lib/calling/calling-hours';
import { localTimes, tiers } from '../rules.ts';

type QueuePosition = {
  readonly tier: number;
  readonly openedAt: Date;
  readonly attempts: number;
  readonly lastCallAt: Date | undefined;
  readonly callbackAt: Date | undefined;
};

/** Why this consultation is next, in sentences for the caller. */
export function explainChoice(
  position: QueuePosition,
  at: { now: Date; window: CallWindow; rules: CallingRules },
): string[] {
  const { now, window, rules } = at;
  const clocks = localTimes(window, now);
  const waiting = ago(position.openedAt, now);
  const first =
    position.tier === tiers.callback && position.callbackAt !== undefined
      ? `Asked to be called at ${localTimes(window, position.callbackAt).map(clock).join(' or ')}, ${ago(position.callbackAt, now)} ago.`
      : position.tier === tiers.priority
        ? `Priority: handed over to be called at once, ${waiting} ago.`
        : `Waiting for ${waiting}.`;
  const calls = explainCalls(position, now);
  const { to } = hoursOf(rules, window);
  const known = window.zones.length === 0 ? 'Where the owner is, is not known: it may be ' : 'The owner’s time is ';
  return [first, calls, `${known}${clocks.map(clock).join(' or ')}; calls may be made until ${formatMinutes(to)}.`];
}

function explainCalls({ attempts, lastCallAt }: QueuePosition, now: Date): string {
  if (lastCallAt === undefined) return 'Not called yet.';
  if (attempts === 0) return `Spoken to ${ago(lastCallAt, now)} ago.`;
  const calls = attempts === 1 ? 'One call' : `${attempts} calls`;
  return `${calls} without an answer; the last call was ${ago(lastCallAt, now)} ago.`;
}

const clock = ({ minutes, zone }: LocalTime): string => `${formatMinutes(minutes)} (${zone})`;

function ago(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
