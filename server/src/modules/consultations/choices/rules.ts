import { type CallingRules, type CallWindow, localTime, mayCall, zonesOf } from '#lib/calling/calling-hours';
import { listOpenings } from '#lib/calling/openings';
import { addSeconds } from '#lib/time/dates';
import { pausesS } from '../rules.ts';
import type { Standing } from './facts.ts';

/** A time span in which the customer can choose to be called. */
export type CallSlot = { readonly from: Date; readonly to: Date };

/** Long enough for a caller to get to it, short enough to wait for. */
export const slotS = 2 * 3600;
/** Callers need this much notice to be ready. */
const noticeS = 1800;
/** Days with offered slots; a customer who wants a later day can write to us. */
const slotDays = 4;
/** A slot begins at 8, 10, 12, 14, 16 or 18 o'clock in the customer's zone. */
const evenHours = 120;

/** The customer's time zone: the first zone they may be in, otherwise the team's. */
export const clockZone = (window: CallWindow, teamZone: string): string =>
  window.zones.length === 0 ? teamZone : (zonesOf(window)[0] ?? teamZone);

type SlotQuery = { readonly rules: CallingRules; readonly window: CallWindow; readonly zone: string };

/** The next slots, each of them lawful from its first minute to its last wherever the customer may be. */
export function listSlots({ rules, window, zone }: SlotQuery, now: Date): CallSlot[] {
  const first = addSeconds(now, noticeS);
  const slots: CallSlot[] = [];
  const days = new Set<number | string>();
  for (const { from, to } of listOpenings(rules, window, now)) {
    const start = Math.ceil(from.getTime() / quarterMs) * quarterMs;
    for (let at = start; at + slotS * 1000 <= to.getTime(); at += quarterMs) {
      const slot = { from: new Date(at), to: new Date(at + slotS * 1000) };
      if (slot.from < first || localTime(zone, slot.from).minutes % evenHours !== 0) continue;
      days.add(slot.from.toLocaleDateString('en-US', { timeZone: zone }));
      if (days.size > slotDays) return slots;
      slots.push(slot);
    }
  }
  return slots;
}

const quarterMs = 15 * 60_000;

/** Whether this slot may be chosen now; checked again on submission, since the page may be old. */
export const isSlot = (query: SlotQuery, at: Date, now: Date): boolean =>
  mayCall(query.rules, query.window, at) && listSlots(query, now).some(({ from }) => from.getTime() === at.getTime());

/** The end of the pause after a recent call; choices on the page do not shorten it. */
export function pauseAfter(lastCallAt: Date | undefined, now: Date): Date | undefined {
  if (lastCallAt === undefined) return undefined;
  const due = addSeconds(lastCallAt, pausesS[2] ?? 0);
  return due > now ? due : undefined;
}

/** Whether the team will call about it at all; only then can the customer choose a time. */
export const isCalled = (standing: Standing): boolean =>
  !standing.test &&
  standing.isProven &&
  standing.closedAt === undefined &&
  standing.deliveredAt === undefined &&
  !standing.hasStopped &&
  !standing.stoppedChannels.includes('call') &&
  standing.contacts.phone !== undefined;
