import type { Ctx, Tx } from '#context';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { findStop } from '#lib/text/stop-link';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { listHoldIds } from '#modules/checkout';
import { recordConsent } from '#modules/consent';
import { listContacts, stopConsultation } from '#modules/consultations';
import { addDoNotContact, listSuppressed, withdrawMessages } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { storedPerDay } from '../facts.ts';
import { insertContent } from '../insert-content.ts';
import { replyMetrics } from '../metrics.ts';
import { stopContact } from './stop-contact.ts';
import { findContactFacts } from '../store.ts';

type PressedStop = { readonly token: string; readonly channel: 'page' | 'one_click' };

/**
 * A stop link was pressed. One from a message stops the contact it was sent to; one from a page that others can open
 * too stops contact about that case. Pressed again it changes nothing. Returns false for a token that is not ours.
 */
export async function recordStopLink(ctx: Ctx, { token, channel }: PressedStop): Promise<boolean> {
  const stop = findStop(ctx, token);
  if (stop === undefined) return false;
  const isTest = await transact(ctx, (tx) =>
    'contacts' in stop ? stopByContact(tx, stop.contacts, channel) : stopCase(tx, stop.consultationId),
  );
  if (!isTest) ctx.metrics.of(replyMetrics).replies.inc({ channel, understood_as: 'stop', stored: 'true' });
  return true;
}

async function stopByContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<boolean> {
  const isTest = contacts.test === true;
  await (isTest ? stopTestContact(tx, contacts, channel) : stopLiveContact(tx, contacts, channel));
  return isTest;
}

/** Of a test invitation: the list of its institution alone learns of it, and no case, no inbox and no figure. */
async function stopTestContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<void> {
  lockNames(tx.db, contactNames(contacts));
  const [listed] = await listSuppressed(tx, [contacts]);
  if (listed !== true) addDoNotContact(tx, contacts, { how: channel, subjectIds: [] });
}

async function stopLiveContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<void> {
  lockNames(tx.db, contactNames(contacts));
  const since = addDays(tx.clock.now(), -1);
  const [facts, [listed]] = await Promise.all([
    findContactFacts(tx.db, { hashes: contactHashes(tx, contacts), providerId: undefined, since }),
    listSuppressed(tx, [contacts]),
  ]);
  if (listed === true) return;
  const cases = await stopContact(tx, { contacts, channel });
  if ((facts?.today ?? 0) >= storedPerDay) return;
  insertContent(tx, { id: newId('rpl', tx.clock.now()), contacts, channel, kind: 'stop', words: '', cases });
}

/** Named by its id, or by that of what it came from. Returns whether it is a test, or was one that is removed by now. */
async function stopCase(tx: Tx, name: string): Promise<boolean> {
  const [found] = await listContacts(tx, [name]);
  if (found === undefined) return true;
  const stopped = await stopConsultation(tx, found.id);
  const isTest = found.contacts.test === true;
  if (stopped === undefined || stopped.stoppedBefore) return isTest;
  const { id, contacts, sourceId } = stopped;
  withdrawMessages(tx, [id, sourceId, ...(await listHoldIds(tx, [id]))]);
  // No inbox and no proof of consent.
  if (isTest) return true;
  const kind = 'stop';
  insertContent(tx, {
    id: newId('rpl', tx.clock.now()),
    contacts: undefined,
    channel: 'page',
    kind,
    words: '',
    cases: [id],
  });
  recordConsent(tx, {
    kind: 'stopped',
    contacts,
    subjectId: sourceId,
    details: { source: 'case_page', channel: 'page' },
  });
  return false;
}
