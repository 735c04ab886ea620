import { prepared, type TxDb } from '#platform/db';
import type { Channel } from './message-store.ts';

// A message is about a referral, a redemption, an intake, a case of one of them, its hold or an endpoint. Each of them belongs to one
// account, except an intake without a key. Ids have the prefix of their kind, so at most one of these finds a row.
const file = prepared<[ids: readonly string[], accounts: readonly (string | null)[]], never>(
  'customers.file-sandbox-messages',
  `update customers.messages m set account_id = coalesce(f.account,
     (select r.institution_id from referrals.referrals r where r.id = m.subject_id and not r.livemode),
     (select d.institution_id from memberships.redemptions d where d.id = m.subject_id and not d.livemode),
     (select i.principal_id from intakes.intakes i where i.id = m.subject_id and not i.livemode),
     (select coalesce(r.institution_id, d.institution_id, i.principal_id) from consultations.consultations c
        left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id and not r.livemode
        left join memberships.redemptions d on c.source = 'membership' and d.id = c.source_id and not d.livemode
        left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id and not i.livemode
      where c.test and c.id in (m.subject_id, (select k.consultation_id from checkout.holds h
        join checkout.checkouts k on k.id = h.checkout_id where h.id = m.subject_id))),
     (select e.account_id from webhooks.endpoints e where e.id = m.subject_id and not e.livemode))
   from unnest($1::text[], $2::text[]) as f (id, account)
   where m.id = f.id and m.state = 'sandbox'`,
);

type SandboxMessage = { readonly id: string; readonly accountId: string | null };

/** Puts sandbox messages into the mailbox of their account, in the transaction that stores them. */
export function fileSandboxMessages(db: TxDb, messages: readonly SandboxMessage[]): void {
  if (messages.length === 0) return;
  db.write(
    file(
      messages.map(({ id }) => id),
      messages.map(({ accountId }) => accountId),
    ),
  );
}

type Wanted = {
  /** Exactly this failure, or all except refusals by recipients. */
  readonly failure: string | null;
  readonly channels: readonly Channel[];
  readonly since: Date;
  readonly limit: number;
};

export type UnsentGroup = {
  readonly purpose: string;
  readonly channel: string;
  readonly state: string;
  readonly last_failure: string | null;
  readonly messages: number;
};

type Values = [failure: string | null, channels: readonly string[], since: Date, limit: number];

// Refusals by recipients are included only when they are named.
const unsent = `select id from customers.messages
     where state in ('failed', 'not_configured') and channel = any($2::text[]) and created_at >= $3
       and case when $1::text is null
         then coalesce(last_failure, '') !~ '^(refused|suppressed|address_bounced)' else last_failure = $1 end
     order by id limit $4`;

const list = prepared<Values, UnsentGroup>(
  'customers.list-unsent',
  `select m.purpose, m.channel, m.state, m.last_failure, count(*)::integer as messages
   from (${unsent}) u join customers.messages m on m.id = u.id
   group by m.purpose, m.channel, m.state, m.last_failure order by messages desc, m.purpose`,
);

export const listUnsent = (db: TxDb, { failure, channels, since, limit }: Wanted) =>
  db.many(list(failure, channels, since, limit));

// Locked in the order of their ids, like messages that are withdrawn.
const retry = prepared<[...Values, now: Date], { id: string }>(
  'customers.retry-unsent',
  `with again as materialized (${unsent} for update)
   update customers.messages m
   set state = 'waiting', attempt = 0, due_at = $5, finished_at = null, last_failure = null, provider_id = null
   from again where m.id = again.id
   returning m.id`,
);

export const retryUnsent = (db: TxDb, { failure, channels, since, limit }: Wanted, now: Date) =>
  db.many(retry(failure, channels, since, limit, now));
