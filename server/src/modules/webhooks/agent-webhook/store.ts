import { type Db, sql, type TxDb, typed } from '#platform/db';

export const findAgentEndpoint = (db: Db, principalId: string) =>
  db.find(
    typed(
      sql
        .selectFrom('webhooks.endpoints')
        .select(['id', 'url', 'created_at', 'updated_at'])
        .where('account_id', '=', principalId)
        .where('audience', '=', 'agent'),
    ),
  );

type AgentEndpoint = {
  readonly id: string;
  readonly principalId: string;
  readonly url: string;
  readonly encryptedSecret: Buffer;
  readonly livemode: boolean;
  readonly now: Date;
};

/** Sets address and secret; the time of the first setting stays. */
export const upsertAgentEndpoint = (
  db: TxDb,
  { id, principalId, url, encryptedSecret, livemode, now }: AgentEndpoint,
) =>
  db.find(
    typed(
      sql
        .insertInto('webhooks.endpoints')
        .values({
          id,
          account_id: principalId,
          audience: 'agent',
          url,
          livemode,
          payload: 'thin',
          event_types: [],
          status: 'enabled',
          secret_kind: 'agent',
          sealed_secret: encryptedSecret,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'id']).doUpdateSet({ url, sealed_secret: encryptedSecret, updated_at: now }),
        )
        .returning(['url', 'created_at', 'updated_at']),
    ),
  );

export const deleteAgentEndpoint = (db: TxDb, principalId: string) =>
  db.find(
    typed(
      sql
        .deleteFrom('webhooks.endpoints')
        .where('account_id', '=', principalId)
        .where('audience', '=', 'agent')
        .returning('id'),
    ),
  );
