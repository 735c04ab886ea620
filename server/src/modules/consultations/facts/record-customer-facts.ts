import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { customerFields, type CustomerField, type CustomerSaid, type StaffSaid } from './facts.ts';
import { factsOf, type KnownFacts } from './known-facts.ts';
import { refreshFacts, type RefreshedFacts } from './refresh-facts.ts';
import { changeAad } from './rules.ts';
import type { FactSources, StatedContact } from './source-facts.ts';
import { insertChanges } from './store.ts';

export type CustomerFacts = {
  readonly vin?: string | undefined;
  readonly odometer?: number | undefined;
  readonly zip?: string | undefined;
  readonly offer_cents?: number | undefined;
};

type CustomerChange = { readonly consultationId: string; readonly values: CustomerFacts };

/**
 * Records what a customer states about their own case, as their statement. It outranks the submission and ranks below
 * the team's statements; for the offer, the insurer's own document outranks it.
 */
export async function recordCustomerFacts(
  ctx: Ctx,
  sources: FactSources,
  { consultationId, values }: CustomerChange,
): Promise<RefreshedFacts> {
  const at = ctx.clock.now().toISOString();
  const fields = customerFields.filter((field) => values[field] !== undefined);
  const added = Object.fromEntries(fields.map((field) => [field, { value: values[field], at }])) as CustomerSaid;
  return refreshFacts(ctx, sources, {
    consultationId,
    learn: ({ customer = {}, ...known }) => ({ ...known, customer: { ...customer, ...added } }),
    within: async (tx, locked) => {
      const version = locked.version + 1;
      recordChanges(tx, locked, { fields, values, version });
      if (values.offer_cents !== undefined) await sources.keepStatedOffer(tx, consultationId, values.offer_cents);
      if (values.zip !== undefined) await locked.submission.updateContact(toContact(locked, values.zip), []);
      return { version, person: locked.person };
    },
  });
}

type Recorded = {
  readonly fields: readonly CustomerField[];
  readonly values: CustomerFacts;
  readonly version: number;
};

function recordChanges(tx: Tx, locked: KnownFacts, { fields, values, version }: Recorded): void {
  const at = tx.clock.now();
  const known = factsOf(locked);
  const changes = fields.map((field) => {
    const id = newId('fct', at);
    const change = { value: values[field] ?? null, withdrawn: false, before: known[field] ?? null };
    return { id, field, sealedChange: tx.vault.encrypt(JSON.stringify(change), changeAad(id)) };
  });
  const { consultationId } = locked.case;
  insertChanges(tx.db, { consultationId, version, staffId: null, at, changes });
}

/** Calling hours follow the place that the customer states, unless the team has stated one. */
function toContact({ kept, person }: KnownFacts, zip: string): StatedContact {
  const stated: StaffSaid = { ...kept.lookedUp.staff, ...person };
  const known = {
    phone: stated.phone,
    email: stated.email,
    zip: stated.zip ?? { value: zip },
    state: stated.loss_state,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, one]) => (one === undefined ? [] : [[name, one.value]])),
  );
}
