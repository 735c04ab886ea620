import { zonedDayOf, type ZonedDay } from '#lib/time/zoned-day';
import type { World } from './world.ts';

type Act = { readonly at: Date; readonly run: () => Promise<unknown> };

/** The schedule of acts, added in any order and played in order of time. */
export type Plan = {
  add(at: Date, run: Act['run']): void;
  play(): Promise<void>;
  /** That time of day for the team, this many working days before today. */
  day(workdays: number, time: string): Date;
  minutesAgo(minutes: number): Date;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;

export function createPlan(world: World): Plan {
  const acts: Act[] = [];
  const { end } = world;
  const zone = world.service.ctx.config.teamTimeZone;
  return {
    add: (at, run) => void acts.push({ at, run }),
    async play() {
      // Equal times keep their order. Acts later than now are skipped.
      for (const { at, run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
        if (at > end) continue;
        await world.moveTo(at);
        await run();
      }
      await world.moveTo(end);
      await world.work();
    },
    day(workdays, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      return new Date(workdayStart(zone, end, workdays).getTime() + (hours * 60 + minutes) * minuteMs);
    },
    minutesAgo: (minutes) => new Date(end.getTime() - minutes * minuteMs),
  };
}

const isWorkday = ({ date }: ZonedDay): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The team does not call on weekends: on a weekend, acts planned for today are in the future. */
function workdayStart(zone: string, end: Date, workdays: number): Date {
  let day = zonedDayOf(zone, end);
  if (workdays === 0) return isWorkday(day) ? day.from : day.to;
  for (let left = workdays; left > 0; left -= isWorkday(day) ? 1 : 0)
    day = zonedDayOf(zone, new Date(day.from.getTime() - dayMs / 2));
  return day.from;
}
