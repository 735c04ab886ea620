import type { Ctx, Tx } from '#context';
import { isLanguage } from '#lib/languages/language';
import { windowOf } from '../calls/rules.ts';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import type { LockedConsultation } from '../facts.ts';
import { isLeased } from '../leases/rules.ts';
import { readMoney } from '../money-rules.ts';
import { isClosed } from '../rules.ts';
import type { Standing } from './facts.ts';
import { findStandingRow, type StandingRow } from './store.ts';
import { slotS } from './rules.ts';

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
