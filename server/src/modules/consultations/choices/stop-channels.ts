import type { Tx } from '#context';
import { recordConsent } from '#modules/consent';
import { channels, type Channel } from '../schemas.ts';
import { findStanding } from './find-standing.ts';
import { pauseAfter } from './rules.ts';
import { lockStandingRow, updateChannels } from './store.ts';

type StoppedChannels = { readonly consultationId: string; readonly channels: readonly Channel[] };

/**
 * By which ways the customer wants no contact about this case; those that are not named are allowed again. The list of
 * those who want no contact at all stays as it is, and so does a case in which all contact has ended. Returns whether
 * anything changed.
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
  // Of a sandbox there is nobody whose consent it could prove.
  if (contacts.test === true) return true;
  recordConsent(tx, {
    kind: added ? 'stopped' : 'stop_lifted',
    contacts,
    subjectId,
    details: { source: 'own_page', channel: 'page', channels: stopped.join(' ') },
  });
  return true;
}
