// What a run has to show, and by what it is judged.
import { countNeeds } from '@makewhole/server/src/app/keys/count-needs.ts';
import type { RenewedContacts } from '@makewhole/server/src/app/keys/renew-contacts.ts';
import type { ResealedColumn } from '@makewhole/server/src/app/keys/reseal.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { verifyChain } from '@makewhole/server/src/modules/audit/index.ts';
import { verifyConsent } from '@makewhole/server/src/modules/consent/index.ts';
import { conclude, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import type { Clients } from './clients.ts';
import { countLost } from './fill.ts';
import type { Sent } from './sending.ts';

export type Outcome = {
  readonly size: Size;
  readonly plant: string | undefined;
  readonly clients: Clients;
  readonly after: Ctx;
  readonly each: number;
  readonly resealed: readonly ResealedColumn[];
  readonly contacts: RenewedContacts;
  /** With the new key alone. */
  readonly alone: Ctx;
  readonly resealMs: number;
  readonly sent: Sent;
  readonly listed: readonly [before: string, after: string];
};

async function measure(outcome: Outcome) {
  const { size, plant, clients, after, alone, each, resealed, contacts, resealMs, sent, listed } = outcome;
  const needs = await countNeeds(after);
  const current = after.vault.writingKey();
  const left = needs.filter(({ kind, keyId }) => kind !== 'fingerprint' && keyId !== current);
  const [chain, ledger] = [await verifyChain(after), await verifyConsent(after)];
  return {
    fault: 'keys',
    size,
    plant: plant ?? null,
    columns: resealed.length,
    fewestOfAColumn: Math.min(...resealed.map((one) => one.resealed)),
    resealed: resealed.reduce((sum, one) => sum + one.resealed, 0),
    fingerprintsAgain: resealed.reduce((sum, one) => sum + one.fingerprints, 0),
    resealedPerSecond: Math.round(resealed.reduce((sum, one) => sum + one.resealed, 0) / (resealMs / 1000)),
    unreadable: resealed.reduce((sum, one) => sum + one.unreadable, 0),
    leftUnderOldKey: left.reduce((sum, one) => sum + one.count, 0),
    answered: clients.tally.answered,
    failed: clients.tally.failed.length,
    ...sent,
    contacts,
    doNotContact: 2 * each,
    doNotContactLost: (await countLost(after, 'never', each)) + (await countLost(after, 'known', each)),
    // Those whose address we know do not need the old key any more; the others do.
    knownThatNeedOldKey: await countLost(alone, 'known', each),
    unknownThatNeedOldKey: await countLost(alone, 'never', each),
    listedBefore: listed[0],
    listedAfter: listed[1],
    chainsBroken: [chain, ledger].filter(({ ok }) => !ok).length,
    ledgerEntries: ledger.entries,
  };
}

export async function reportOutcome(outcome: Outcome): Promise<boolean> {
  const { plant, clients, each, resealed, contacts, sent, listed } = outcome;
  for (const failure of new Set(clients.tally.failed)) console.log(failure);
  for (const one of resealed.filter(({ resealed: rows }) => rows < each))
    console.log(`${one.table}.${one.column}: ${one.resealed}`);
  const figures = await measure(outcome);
  const faults =
    figures.failed +
    figures.leftUnderOldKey +
    figures.unreadable +
    sent.mailsMissing +
    sent.deliveriesMissing +
    sent.deliveriesForged +
    figures.doNotContactLost +
    figures.knownThatNeedOldKey +
    contacts.passedOver +
    figures.chainsBroken;
  if (plant !== undefined) return conclude(figures, [{ name: 'faults, as planted', value: faults, atLeast: 1 }]);
  const none = (name: string, value: number): Check => ({ name, value, atMost: 0 });
  return conclude(figures, [
    { name: 'resealed in the smallest column', value: figures.fewestOfAColumn, atLeast: each },
    none('failed requests', figures.failed),
    none('left under the old key', figures.leftUnderOldKey),
    none('unreadable', figures.unreadable),
    none('mails missing', sent.mailsMissing),
    none('deliveries missing', sent.deliveriesMissing),
    none('deliveries with a wrong signature', sent.deliveriesForged),
    none('do-not-contact entries lost', figures.doNotContactLost),
    none('do-not-contact entries of known contacts that need the old key', figures.knownThatNeedOldKey),
    none('contacts passed over', contacts.passedOver),
    none('answered otherwise to who is on the list', listed[0] === listed[1] ? 0 : 1),
    none('chains broken', figures.chainsBroken),
  ]);
}
