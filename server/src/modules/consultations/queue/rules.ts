import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import {
  callingRules,
  capsOf,
  formatMinutes,
  nextClosing,
  nextOpening,
  type CallWindow,
  type CallingRules,
  type LocalTime,
} from '#lib/calling/calling-hours';
import { jurisdictions } from '#lib/calling/jurisdictions-data';
import { localTimes, ranks } from '../rules.ts';
import type { CallingRulesView } from './schemas.ts';

/** Shown to the caller before they dial. */
export const speaks = (language: string | null): string[] => (language === 'es' ? ['Speaks Spanish.'] : []);

type QueuePosition = {
  readonly rank: number;
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
    position.rank === ranks.callback && position.callbackAt !== undefined
      ? `Asked to be called at ${localTimes(window, position.callbackAt).map(clock).join(' or ')}, ${ago(position.callbackAt, now)} ago.`
      : position.rank === ranks.warmHandoff
        ? `Priority: handed over to be called at once, ${waiting} ago.`
        : position.rank === ranks.proven
          ? `The contact is proven. Waiting for ${waiting}.`
          : `Waiting for ${waiting}.`;
  const calls = explainCalls(position, now);
  const known = window.zones.length === 0 ? 'Where the owner is, is not known: it may be ' : 'The owner’s time is ';
  return [first, calls, `${known}${clocks.map(clock).join(' or ')}; ${explainHours({ now, window, rules })}.`];
}

/** Until when today, or from when on: closed days and holidays are in the answer. */
function explainHours({ now, window, rules }: { now: Date; window: CallWindow; rules: CallingRules }): string {
  const closing = nextClosing(rules, window, now);
  if (closing !== undefined) {
    const times = localTimes(window, closing);
    const until = times.length === 1 ? times.map(({ minutes }) => formatMinutes(minutes)) : times.map(clock);
    return `calls may be made until ${until.join(' or ')}`;
  }
  const opening = nextOpening(rules, window, now);
  if (opening === undefined) return 'no call is allowed';
  return `calls may be made from ${localTimes(window, opening)
    .map(({ text, zone }) => `${text} (${zone})`)
    .join(' or ')}`;
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

/** The table of hours with its sources, so that staff can see why a call is not allowed. */
export async function listCallingRules(ctx: Ctx): Promise<CallingRulesView> {
  requireStaff(ctx.actor);
  const { callingHours } = ctx.config;
  return {
    object: 'calling_rules',
    version: callingHours.version,
    // An operator's own rules are merged over the table, and are not in it.
    overridden: callingHours !== callingRules,
    caps: { per_24h: callingHours.caps.per24h, per_30d: callingHours.caps.per30d },
    reviewed_by: null,
    data: jurisdictions.map((entry) => ({
      code: entry.code,
      name: entry.name,
      periods: entry.periods.map(({ effectiveFrom, week, holidays }) => ({
        effective_from: effectiveFrom,
        week: week.map((span) => span && { from: span[0], to: span[1] }),
        closed_holidays: [...holidays],
      })),
      calls_per_24h: capsOf(callingHours, { state: entry.code, zones: ['-'] }).per24h,
      exemptions: [...entry.exemptions],
      citation: entry.citation,
      source: entry.source,
      as_of: entry.asOf,
      confirmed: entry.confirmed,
      reviewed_by: entry.reviewedBy,
      notes: entry.notes ?? null,
    })),
  };
}
