// Statements with deliberately wrong types, each in one way: the comparison has to find every one of them.
import { prepared } from '#platform/db';

const keys = 'from credentials.agent_keys';

export const planted = {
  right: prepared<[ids: readonly string[]], { id: string; created_at: Date; last_used_at: Date | null }>(
    'planted.right',
    `select id, created_at, last_used_at ${keys} where id = any($1::text[])`,
  ),
  wrongName: prepared<[id: string], { key_id: string }>('planted.wrong-name', `select id ${keys} where id = $1`),
  unnamed: prepared<[id: string], { id: string }>('planted.unnamed-column', `select id, prefix ${keys} where id = $1`),
  readNothing: prepared<[id: string], { id: string }>(
    'planted.nothing-read',
    'delete from credentials.agent_keys where id = $1',
  ),
  wrongType: prepared<[], { count: number }>('planted.wrong-type', `select count(*) ${keys}`),
  wrongElements: prepared<[], { ids: number[] | null }>(
    'planted.wrong-elements',
    `select array_agg(id) as ids ${keys}`,
  ),
  notJson: prepared<[], { row: { at: Date } }>(
    'planted.not-json',
    `select jsonb_build_object('at', created_at) as row ${keys}`,
  ),
  missingNull: prepared<[], { last_used_at: Date }>('planted.missing-null', `select last_used_at ${keys}`),
  nullOfNothing: prepared<[], { newest: Date }>('planted.null-of-nothing', `select max(created_at) as newest ${keys}`),
  optional: prepared<[], { last_used_at?: Date | null }>('planted.optional', `select last_used_at ${keys}`),
  joinedNull: prepared<[], { id: string; status: string }>(
    'planted.joined-null',
    `select k.id, p.status ${keys} k left join credentials.principals p on p.id = k.principal_id`,
  ),
  needlessNull: prepared<[], { id: string | null }>('planted.needless-null', `select id ${keys}`),
  fewParameters: prepared<[], { id: string }>('planted.few-parameters', `select id ${keys} where id = $1`),
  manyParameters: prepared<[id: string, now: Date], { id: string }>(
    'planted.many-parameters',
    `select id ${keys} where id = $1`,
  ),
  wrongParameter: prepared<[since: string], { id: string }>(
    'planted.wrong-parameter',
    `select id ${keys} where created_at > $1`,
  ),
  arrayAsJson: prepared<[rows: readonly object[]], { n: number }>(
    'planted.array-as-json',
    'select jsonb_array_length($1::jsonb) as n',
  ),
};
