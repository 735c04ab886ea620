// Which declared columns about people the canaries filled: what none of them filled was not proved to be erased.
import { personalDataByModule } from '@makewhole/server/src/modules/privacy/index.ts';
import { formsOf } from '@makewhole/server/test/database/find-traces.ts';
import type { PersonalColumn } from '@makewhole/server/src/platform/personal-data/index.ts';
import { vault, type Canary, type ErasureStage } from './stage.ts';

/** Columns that no canary fills, and why. */
export const unfilled: Readonly<Record<string, string>> = {
  'vehicles.plate_answers.plate_hash': 'no provider of plates is part of the run',
  'vehicles.plate_answers.vin': 'no provider of plates is part of the run',
  'vehicles.plate_lookups.sealed_plate': 'no provider of plates is part of the run',
  'agents.profiles.agent': 'erased only once the key is suspended',
  'agents.profiles.operator_name': 'erased only once the key is suspended',
  'agents.profiles.operator_email': 'erased only once the key is suspended',
  'consultations.number_aliases.hash': 'only after a change of keys; npm run fault -- keys',
  'consultations.number_aliases.number_hash': 'only after a change of keys; npm run fault -- keys',
  'report_checks.releases.sealed_findings':
    'the report of a canary is about no known vehicle, so that nothing is found; erase-customer.test.ts has one',
  'consultations.calls.note': 'notes of calls before they were encrypted',
  'referrals.referrals.consent': 'members that name somebody come from rows of an older version',
  'plans.earlier_terms.vin': 'stays: what was billed',
  'plans.statement_vehicles.vins': 'stays: what was billed',
};

/** Tokens, digests, places and rules that were broken: something stands there that no mark can be put into. */
const withoutMark: readonly string[] = [
  'documents.documents.sha256',
  'documents.documents.object_key',
  'intakes.intakes.loss',
  'intakes.intakes.sealed_link',
  'referrals.referrals.sealed_link',
  'platform.idempotency.sealed_body',
  'roster_files.plan_rows.reasons',
];

/** Kinds that cannot carry a mark: something stands there, and nothing afterwards. */
const unmarked: readonly PersonalColumn['holds'][] = ['fingerprint', 'network address', 'vehicle'];

/** Whose rows a person is found in: their own, and those of others that name them. */
const ofOthers: readonly (string | undefined)[] = ['staff', 'people of an institution', 'caller'];

/** Declared columns, and whether a canary filled each. */
export async function listColumns(stage: ErasureStage, canaries: readonly Canary[]): Promise<Map<string, boolean>> {
  const marks = canaries.flatMap(({ texts }) => texts);
  const filled = new Map<string, boolean>();
  for (const [table, { whose, rows, personal = {} }] of Object.values(personalDataByModule).flatMap((one) =>
    Object.entries(one),
  )) {
    if (rows === undefined && ofOthers.includes(whose)) continue;
    for (const [column, declared] of Object.entries(personal))
      filled.set(`${table}.${column}`, await isFilled(stage, { table, column, declared, marks }));
  }
  return filled;
}

type OneColumn = {
  readonly table: string;
  readonly column: string;
  readonly declared: PersonalColumn;
  readonly marks: readonly string[];
};

async function isFilled(stage: ErasureStage, { table, column, declared, marks }: OneColumn): Promise<boolean> {
  const isUnmarked = unmarked.includes(declared.holds) || withoutMark.includes(`${table}.${column}`);
  const stored = `${column} is not null and ${column}::text not in ('', '{}', '[]')`;
  if (declared.aad === undefined) {
    const has = isUnmarked ? stored : `${column}::text ilike any($1::text[])`;
    const values = isUnmarked ? [] : [marks.map((mark) => `%${mark}%`)];
    return (await stage.query(`select 1 from ${table} where ${has} limit 1`, ...values)).length > 0;
  }
  const { aad } = declared;
  const rows = await stage.query(`select * from ${table} where ${stored}`);
  if (isUnmarked) return rows.length > 0;
  return rows.some((row) => {
    const plain = vault.decrypt(row[column] as Buffer, aad(row));
    // A body is stored in base64.
    return marks.flatMap(formsOf).some((form) => plain.includes(form));
  });
}
