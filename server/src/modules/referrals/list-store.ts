import type { Tenant } from '#modules/partners';
import type { Db } from '#platform/db';
import { referralColumns, type Referral } from './store.ts';

type ReferralFilter = {
  readonly status: string | undefined;
  /** Determines whether an invitation is overdue. */
  readonly now: Date;
  readonly externalRef: string | undefined;
  readonly vin: string | undefined;
  /** Bounds of ids, from inclusive to exclusive: ids are ordered by creation time. */
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly ids?: readonly string[];
  readonly limit: number;
};

/**
 * Newest first. The statement contains only the requested conditions, so that each filter is read from its own index;
 * with two indexes, each gives a page and the first rows of both are the page.
 */
export function listReferralRows(db: Db, tenant: Tenant, filter: ReferralFilter): Promise<Referral[]> {
  const values: unknown[] = [tenant.institutionId, tenant.livemode];
  const conditions = ['institution_id = $1', 'livemode = $2'];
  const ask = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  ask('external_ref =', filter.externalRef);
  ask('vin =', filter.vin);
  ask('id >=', filter.fromId);
  ask('id <', filter.belowId);
  if (filter.ids !== undefined) conditions.push(`id = any($${values.push(filter.ids)}::text[])`);
  const statuses = statusConditions(filter, (value) => `$${values.push(value)}`);
  const page = `order by id desc limit $${values.push(filter.limit)}`;
  // Named ids are all read and then sorted: in list order the planner would scan every row on the way to them.
  const part = filter.ids === undefined ? page : 'offset 0';
  const parts = statuses.map(
    (status) =>
      `select ${referralColumns} from referrals.referrals where ${[...conditions, ...status].join(' and ')} ${part}`,
  );
  const all = parts.join(') union all (');
  const text = parts.length === 1 && part === page ? all : `select * from ((${all})) pages ${page}`;
  return db.many<Referral>({ text, values });
}

/** The rows in a status at that time, with one condition for each index that contains such rows. */
function statusConditions(
  { status, now }: ReferralFilter,
  parameter: (value: unknown) => string,
): readonly (readonly string[])[] {
  if (status === undefined) return [[]];
  if (status === 'invited') return [["status = 'invited'", `invitation_expires_at > ${parameter(now)}`]];
  const stored = [`status = ${parameter(status)}`];
  if (status !== 'expired') return [stored];
  return [stored, ["status = 'invited'", `invitation_expires_at <= ${parameter(now)}`]];
}
