import { sql, typed, type Db, type TxDb } from '#platform/db';

export const findAgentEndpoint = (db: Db, principalId: string) =>
  db.find(
    typed(
      sql
        .selectFrom('webhooks.agent_endpoints')
        .select(['url', 'created_at', 'updated_at'])
        .where('principal_id', '=', principalId),
    ),
  );

type NewEndpoint = { principal_id: string; url: string; sealed_secret: Buffer; created_at: Date; updated_at: Date };

/** Replaces the address and the secret; when it was first set stays. */
export const upsertAgentEndpoint = (db: TxDb, row: NewEndpoint) =>
  db.find(
    typed(
      sql
        .insertInto('webhooks.agent_endpoints')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('principal_id')
            .doUpdateSet({ url: row.url, sealed_secret: row.sealed_secret, updated_at: row.updated_at }),
        )
        .returning(['url', 'created_at', 'updated_at']),
    ),
  );

export const deleteAgentEndpoint = (db: Db, principalId: string) =>
  db.find(
    typed(sql.deleteFrom('webhooks.agent_endpoints').where('principal_id', '=', principalId).returning('principal_id')),
  );
