import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import type { Contacts } from '#lib/text/contacts';
import { forgetTestCustomers } from '#modules/customers';
import { sandboxIntakes } from '#modules/intakes';
import { removeSnapshots } from '#modules/market';
import { removeTestCases } from '#modules/sandbox';
import { transact } from '#platform/db';

/** As long as the events that they caused, and what they would have sent. */
const storedDays = 30;

type Purge = { readonly limit: number; readonly except: readonly string[] };

/** Removes old intakes of the sandbox with everything about them; returns how many. */
export function purgeTestIntakes(ctx: Ctx, { limit, except }: Purge): Promise<number> {
  return transact(ctx, async (tx) => {
    const before = addDays(tx.clock.now(), -storedDays);
    const rows = await sandboxIntakes.listRemovableIntakes(tx, { before, except, limit });
    const consultationIds = rows.flatMap(({ consultationId }) => consultationId ?? []);
    await forgetTestCustomers(tx, { consultationIds, contacts: rows.flatMap(contactsOf) });
    removeSnapshots(
      tx,
      rows.flatMap(({ snapshotId }) => snapshotId ?? []),
    );
    removeTestCases(tx, consultationIds);
    sandboxIntakes.removeTestIntakes(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

const contactsOf = ({ emails, phones }: sandboxIntakes.RemovableIntake): Contacts[] => [
  ...emails.map((email) => ({ email, phone: undefined })),
  ...phones.map((phone) => ({ email: undefined, phone })),
];
