import type { Ctx, Tx } from '#context';
import { isLanguage } from '#lib/languages/language';
import { addSeconds } from '#lib/time/dates';
import { recordConsent } from '#modules/ledger';
import { windowOf } from '../calls/rules.ts';
import { decryptContact } from '../contacts/contact-records.ts';
import type { LockedConsultation } from '../facts.ts';
import { isLeased } from '../leases/rules.ts';
import { isClosed, readMoney } from '../rules.ts';
import { channels, type Channel } from '../schemas.ts';
import type { Standing } from './facts.ts';
import { clockZone, isCalled, isSlot, pauseAfter, slotS } from './rules.ts';
import {
  deleteCallTime,
  findIdByNumber,
  findStandingRow,
  lockStandingRow,
  updateCallTime,
  updateChannels,
  updateLinksSince,
  type StandingRow,
} from './store.ts';

type ChosenTime = {
  readonly consultationId: string;
  /** Undefined when the customer no longer wants a set time. */
  readonly at: Date | undefined;
};

/** `busy`: a staff member has it open and may be calling right now. */
export type TimeChoice = 'chosen' | 'forgotten' | 'gone' | 'busy' | 'not called';

/**
 * The customer chooses when to be called, or that any time will do. When the time comes, the call is first in the
 * queue, like a call promised by a caller.
 */
export async function chooseCallTime(tx: Tx, { consultationId, at }: ChosenTime): Promise<TimeChoice> {
  await lockStandingRow(tx.db, consultationId);
  const standing = await findStanding(tx, consultationId);
  if (standing === undefined || !isCalled(standing)) return 'not called';
  if (standing.isLeased) return 'busy';
  const now = tx.clock.now();
  if (at === undefined) {
    const { lastCallAt, callbackAt } = standing;
    if (callbackAt !== undefined) deleteCallTime(tx.db, consultationId, pauseAfter(lastCallAt, now));
    return 'forgotten';
  }
  const { window } = standing;
  const zone = clockZone(window, tx.config.teamTimeZone);
  if (!isSlot({ rules: tx.config.callingHours, window, zone }, at, now)) return 'gone';
  updateCallTime(tx.db, { id: consultationId, at, until: addSeconds(at, slotS) });
  return 'chosen';
}

/** Finds a case by the number that customers see; undefined if there is none. */
export const findConsultationId = ({ db }: Pick<Ctx, 'db'>, number: string): Promise<string | undefined> =>
  findIdByNumber(db, number);

/** Undefined when there is no such consultation. */
export async function findStanding(ctx: Ctx | Tx, id: string): Promise<Standing | undefined> {
  const row = await findStandingRow(ctx.db, id);
  return row && toStanding(ctx, row);
}

function toStanding(ctx: Ctx | Tx, row: StandingRow): Standing {
  const now = ctx.clock.now();
  const closedAt = row.closed_at ?? (isClosed(row, now) ? row.ends_at : null);
  const chosen = row.callback_at !== null && row.wanted_until?.getTime() === row.callback_at.getTime() + slotS * 1000;
  return {
    id: row.id,
    number: row.number,
    source: row.source as LockedConsultation['source'],
    sourceId: row.source_id,
    test: row.test,
    openedAt: row.opened_at,
    deliveredAt: row.delivered_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    settlement: readMoney(row).settlement,
    closedAt: closedAt ?? undefined,
    hasStopped: row.spared_at !== null || row.declined_at !== null,
    stoppedChannels: row.stopped_channels,
    isProven: row.source !== 'agent_intake' || row.proven_at !== null,
    language: isLanguage(row.language) ? row.language : undefined,
    linksSince: row.links_since ?? undefined,
    assigneeId: row.assignee_id ?? undefined,
    callbackAt: row.callback_at ?? undefined,
    callbackUntil: chosen ? (row.wanted_until ?? undefined) : undefined,
    lastCallAt: row.last_call_at ?? undefined,
    isLeased: isLeased(row, now),
    contacts: decryptContact(ctx, row),
    window: windowOf(row),
  };
}

/** Links to the customer's page that were made before that second have ended. */
export function renewLinks(tx: Tx, consultationId: string, since: Date): void {
  updateLinksSince(tx.db, consultationId, since);
}

type StoppedChannels = { readonly consultationId: string; readonly channels: readonly Channel[] };

/**
 * The channels on which the customer wants no contact about this case; channels not listed are allowed again. The do-not-contact list
 * stays as it is, and so does a case in which all contact has ended. Returns whether anything changed.
 */
export async function stopChannels(tx: Tx, { consultationId, channels: wanted }: StoppedChannels): Promise<boolean> {
  await lockStandingRow(tx.db, consultationId);
  const standing = await findStanding(tx, consultationId);
  if (standing === undefined || standing.hasStopped || standing.closedAt !== undefined) return false;
  const stopped = channels.filter((channel) => wanted.includes(channel));
  if (stopped.join(' ') === channels.filter((one) => standing.stoppedChannels.includes(one)).join(' ')) return false;
  const dueAt = pauseAfter(standing.lastCallAt, tx.clock.now());
  updateChannels(tx.db, { id: consultationId, channels: stopped, dueAt });
  const { contacts, sourceId: subjectId } = standing;
  const added = stopped.some((channel) => !standing.stoppedChannels.includes(channel));
  // A sandbox case has no real customer whose consent an entry could prove.
  if (contacts.test === true) return true;
  recordConsent(tx, {
    kind: added ? 'stopped' : 'stop_lifted',
    contacts,
    subjectId,
    details: { source: 'own_page', channel: 'page', channels: stopped.join(' ') },
  });
  return true;
}
