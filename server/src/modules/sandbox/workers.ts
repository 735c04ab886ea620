import type { Ctx } from '#context';
import { everyMinute, everyTenMinutes, type Job } from '#platform/jobs';
import { continueResets, removeTestCases } from './reset/reset.ts';
import { hasOpenReset } from './reset/store.ts';
import { purgeTestAgents } from './agent-retention/retention.ts';
import { addDays } from '#lib/time/dates';
import type { Contacts } from '#lib/text/contacts';
import { forgetTestCustomers } from '#modules/customers';
import { sandboxIntakes } from '#modules/intakes';
import { removeSnapshots } from '#modules/vehicles';
import { transact } from '#platform/db';

/** As long as their events and messages are stored. */
const storedDays = 30;

type Purge = { readonly limit: number; readonly except: readonly string[] };

/** Removes old sandbox intakes with all their data. Returns how many. */
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

type ListHeldIds = (ctx: Ctx) => Promise<readonly string[]>;

/** `listHeldIds` returns the ids under a legal hold. */
export function agentSandboxJobs(ctx: Ctx, listHeldIds: ListHeldIds): Job[] {
  const purges = { intakes: purgeTestIntakes, agents: purgeTestAgents };
  return Object.entries(purges).map(([what, purge]) => ({
    name: `agent-sandbox.purge-${what}`,
    cron: everyTenMinutes,
    run: async (limit: number) => purge(ctx, { limit, except: await listHeldIds(ctx) }),
  }));
}

/** Few enough that no transaction holds locks for long. */
const batch = 200;

/** `listHeldIds` returns the ids under a legal hold. */
export const sandboxJobs = (ctx: Ctx, listHeldIds: (ctx: Ctx) => Promise<readonly string[]>): Job[] => [
  {
    name: 'sandbox.continue-resets',
    cron: everyMinute,
    // A batch that did something counts as full, so the next one follows immediately.
    run: async (limit) => {
      if (!(await hasOpenReset(ctx.db))) return 0;
      return (await continueResets(ctx, { limit: batch, except: await listHeldIds(ctx) })) > 0 ? limit : 0;
    },
  },
];
