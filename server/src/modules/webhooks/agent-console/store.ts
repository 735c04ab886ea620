import { prepared, sql, typed, type Db } from '#platform/db';
import type { CheckedEndpoint } from '../health/view-rules.ts';

type AgentEndpoint = CheckedEndpoint & {
  readonly id: string;
  readonly url: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

const ofAgent = prepared<[accountId: string], AgentEndpoint>(
  'webhooks.find-agent-endpoint',
  `select id, url, status, failing_since, slow, warned_at, certificate_ends_at, created_at, updated_at
   from webhooks.endpoints where account_id = $1 and audience = 'agent'`,
);

export const findCheckedEndpoint = (db: Db, accountId: string) => db.find(ofAgent(accountId));

export const findSettings = (db: Db, accountId: string) =>
  db.find(
    typed(sql.selectFrom('webhooks.agent_settings').select('mail_on_failure').where('account_id', '=', accountId)),
  );

type Settings = { readonly accountId: string; readonly mailOnFailure: boolean; readonly now: Date };

export const upsertSettings = (db: Db, { accountId, mailOnFailure, now }: Settings) =>
  db.find(
    typed(
      sql
        .insertInto('webhooks.agent_settings')
        .values({ account_id: accountId, mail_on_failure: mailOnFailure, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ mail_on_failure: mailOnFailure, updated_at: now }),
        )
        .returning('mail_on_failure'),
    ),
  );
