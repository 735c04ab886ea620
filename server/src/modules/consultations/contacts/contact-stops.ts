import type { Ctx, Tx } from '#context';
import type { CallWindow } from '#lib/calling/calling-hours';
import type { Contacts } from '#lib/text/contacts';
import { listSuppressed } from '#modules/customers';
import { transact } from '#platform/db';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import { emailName, phoneName } from '../rules.ts';
import { channels, type Channel } from '../schemas.ts';
import { decryptContact, listContacts, type ConsultationContacts } from './contact-records.ts';
import { findStops, lockLiveOfContacts, stopRow, suppressRows, unsuppressRows } from './store.ts';
import { computeWindow } from './window-rules.ts';

/** The channels on which the customer wants no contact about a consultation: all of them once it is out of contact. */
export async function findStoppedChannels({ db }: Ctx, id: string): Promise<readonly Channel[]> {
  const stops = await findStops(db, id);
  return stops?.out === true ? channels : (stops?.stopped ?? []);
}

/** `stoppedBefore` when calls about it had already ended. */
type StoppedConsultation = ConsultationContacts & { readonly stoppedBefore: boolean };

/**
 * Ends all calls about one consultation, from a page whose link others may have. The visitor did not prove to be the
 * customer, so no contact is added to the do-not-contact list. A closed consultation is stopped too, since it may be
 * reopened. Returns undefined when it is unknown.
 */
export async function stopConsultation(tx: Tx, id: string): Promise<StoppedConsultation | undefined> {
  const stopped = await stopRow(tx.db, id, tx.clock.now());
  const [found] = stopped === undefined ? [] : await listContacts(tx, [id]);
  return found && stopped && { ...found, stoppedBefore: stopped.before };
}

type RecheckedConsultation = { readonly id: string; readonly sourceId: string };

/**
 * Changes the do-not-contact list, and with it which consultations of these contacts may be called and messaged: open
 * ones leave the queue or return to it with the commit. Closed ones follow too, since their receipts and pages
 * promise messages and they may be reopened. All are locked before the list is changed, even those that do not
 * change, since a concurrent transaction may be about to suppress them. Returns the open ones.
 */
export async function recheckSuppression(
  tx: Tx,
  customers: readonly Contacts[],
  changeList: (cases: readonly RecheckedConsultation[]) => Promise<void> | undefined | void,
): Promise<RecheckedConsultation[]> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  // The queue holds live cases only; a test customer is not the live customer with the same number.
  const live = customers.filter(({ test }) => test !== true);
  const consultations = await lockLiveOfContacts(tx.db, {
    phones: live.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: live.flatMap(({ email }) => hashes(email && emailName(email))),
  });
  const cases = consultations
    .filter(({ closed_at: at }) => at === null)
    .map(({ id, source_id: sourceId }) => ({ id, sourceId }));
  await changeList(cases);
  const suppressed = await listSuppressed(
    tx,
    consultations.map((row) => decryptContact(tx, row)),
  );
  const changed = consultations.filter((row, index) => (row.spared_at !== null) !== suppressed[index]);
  const ids = (rows: typeof consultations, on: boolean) =>
    rows.filter(({ spared_at: at }) => (at === null) === on).map(({ id }) => id);
  suppressRows(tx.db, ids(changed, true), tx.clock.now());
  unsuppressRows(tx.db, ids(changed, false));
  return cases;
}

type Origin = Pick<LockedConsultation, 'source' | 'sourceId'>;

/** Where the customer of an intake, a referral or a membership may be, by its current contact. */
export function findCallWindow(
  ctx: Ctx,
  contacts: ConsultationSources['contacts'],
  { source, sourceId }: Origin,
): Promise<CallWindow> {
  return transact(ctx, async (tx) => computeWindow((await contacts[source](tx, [sourceId])).get(sourceId)));
}
