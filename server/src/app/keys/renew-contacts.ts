import type { Ctx } from '#context';
import { lockNames, sqlState, transact } from '#platform/db';
import { listKnownNames } from './list-known-names.ts';
import { lockTexts, renewStatements } from './renew-statements.ts';

export type RenewedContacts = {
  /** Contacts that were checked. */
  readonly contacts: number;
  /** Fingerprints that were recomputed. */
  readonly renewed: number;
  /** Contacts with a locked row; the next pass checks them again. */
  readonly passedOver: number;
};

/** Contacts per transaction: enough to be worth it, few enough to hold their locks for only milliseconds. */
const contactsPerBatch = 50;

const lockNotAvailable = '55P03';

/** How many times contacts with locked rows are retried. */
const passes = 5;

type Parts = Pick<Ctx, 'db' | 'vault'>;

/**
 * Recomputes the fingerprints of all known contacts that another key made. No progress is stored: finished contacts
 * have the new fingerprint, so the command can be interrupted and rerun.
 */
export async function renewContacts(ctx: Parts): Promise<RenewedContacts> {
  let done = await renewOnce(ctx);
  for (let pass = 1; pass < passes && done.passedOver > 0; pass += 1) {
    const more = await renewOnce(ctx);
    done = { ...more, renewed: done.renewed + more.renewed };
  }
  return done;
}

async function renewOnce(ctx: Parts): Promise<RenewedContacts> {
  const total = { contacts: 0, renewed: 0, passedOver: 0 };
  for await (const page of listKnownNames(ctx))
    for (let at = 0; at < page.length; at += contactsPerBatch) {
      const batch = page.slice(at, at + contactsPerBatch);
      total.contacts += batch.length;
      const done = await renewBatch(ctx, batch);
      if (done !== undefined) total.renewed += done;
      // One row that somebody has keeps a whole batch from being done; the others are done one by one.
      else
        for (const contact of batch) {
          const one = await renewBatch(ctx, [contact]);
          if (one === undefined) total.passedOver += 1;
          else total.renewed += one;
        }
    }
  return total;
}

/** All of these contacts together, or none: undefined when one of their rows is locked. */
async function renewBatch(ctx: Parts, contacts: readonly (readonly string[])[]): Promise<number | undefined> {
  const names = contacts.flat();
  const after = names.map((name) => ctx.vault.fingerprint(name));
  const others = names.map((name, index) =>
    ctx.vault.fingerprints(name).filter((hash) => !hash.equals(after[index] ?? hash)),
  );
  const keys = Math.max(...others.map((hashes) => hashes.length));
  if (keys === 0) return 0;
  try {
    return await transact(ctx as Ctx, async (tx) => {
      // The same locks as for decisions about a customer, or about a sandbox number.
      lockNames(tx.db, [...names, ...names.map((name) => `sandbox/${name}`)]);
      const all = others.flat();
      const held = await Promise.all(lockTexts.map((text) => tx.db.many({ text, values: [all] })));
      if (held.every((rows) => rows.length === 0)) return 0;
      let renewed = 0;
      // Key by key: two older keys may both have made one, and only the first takes the new value.
      for (let key = 0; key < keys; key += 1) {
        const made = names.flatMap((_, index) => {
          const [before, next] = [others[index]?.[key], after[index]];
          return before === undefined || next === undefined ? [] : [{ before, next }];
        });
        const pairs = { before: made.map(({ before }) => before), after: made.map(({ next }) => next) };
        for (const statement of renewStatements(pairs)) renewed += (await tx.db.many(statement)).length;
      }
      return renewed;
    });
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) return undefined;
    throw error;
  }
}
