import { prepared, type TxDb } from '#platform/db';

// A message is about a referral, a redemption, an intake, a case of one of them, its hold or an endpoint, and each of them belongs to
// one account; an intake without a key to none.
// Ids have the prefix of their kind, so at most one of these finds a row.
const file = prepared<[ids: readonly string[], accounts: readonly (string | null)[]], never>(
  'customers.file-sandbox-messages',
  `update customers.messages m set account_id = coalesce(f.account,
     (select r.institution_id from referrals.referrals r where r.id = m.subject_id and not r.livemode),
     (select d.institution_id from plans.redemptions d where d.id = m.subject_id and not d.livemode),
     (select i.principal_id from intakes.intakes i where i.id = m.subject_id and not i.livemode),
     (select coalesce(r.institution_id, d.institution_id, i.principal_id) from consultations.consultations c
        left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id and not r.livemode
        left join plans.redemptions d on c.source = 'membership' and d.id = c.source_id and not d.livemode
        left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id and not i.livemode
      where c.test and c.id in (m.subject_id, (select k.consultation_id from checkout.holds h
        join checkout.checkouts k on k.id = h.checkout_id where h.id = m.subject_id))),
     (select e.account_id from webhooks.endpoints e where e.id = m.subject_id and not e.livemode))
   from unnest($1::text[], $2::text[]) as f (id, account)
   where m.id = f.id and m.state = 'sandbox'`,
);

type SandboxMessage = { readonly id: string; readonly accountId: string | null };

/** Puts messages of the sandbox into the mailbox of their account, in the transaction that stores them. */
export function fileSandboxMessages(db: TxDb, messages: readonly SandboxMessage[]): void {
  if (messages.length === 0) return;
  db.write(
    file(
      messages.map(({ id }) => id),
      messages.map(({ accountId }) => accountId),
    ),
  );
}
