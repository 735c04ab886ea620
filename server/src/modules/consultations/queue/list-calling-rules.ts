import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { callingRules, capsOf } from '#lib/calling/calling-hours';
import { jurisdictions } from '#lib/calling/jurisdictions-data';
import type { CallingRulesView } from './schemas.ts';

/** The table of hours with its sources, for whoever wants to know why a call is not allowed. */
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
