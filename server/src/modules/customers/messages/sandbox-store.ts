import { prepared, type TxDb } from '#platform/db';

// A message is about a referral, a redemption, a case of either or an endpoint, and each of them belongs to one institution.
// Ids have the prefix of their kind, so at most one of these finds a row.
const file = prepared<[ids: readonly string[]], never>(
  'customers.file-sandbox-messages',
  `update customers.messages m set account_id = coalesce(
     (select r.institution_id from referrals.referrals r where r.id = m.subject_id and not r.livemode),
     (select d.institution_id from plans.redemptions d where d.id = m.subject_id and not d.livemode),
     (select coalesce(r.institution_id, d.institution_id) from consultations.consultations c
        left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id and not r.livemode
        left join plans.redemptions d on c.source = 'membership' and d.id = c.source_id and not d.livemode
      where c.id = m.subject_id and c.test),
     (select e.account_id from webhooks.endpoints e where e.id = m.subject_id and not e.livemode))
   where m.id = any($1::text[]) and m.state = 'sandbox'`,
);

/** Puts messages of the sandbox into the mailbox of their institution, in the transaction that stores them. */
export function fileSandboxMessages(db: TxDb, ids: readonly string[]): void {
  if (ids.length > 0) db.write(file(ids));
}
