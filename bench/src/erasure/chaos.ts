// Whether erasing a person leaves nothing behind. Canaries with marked values live through the interfaces on real
// processes;
// the command erases one, and we search a full dump, every encrypted value, the files and the logs for the mark.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { personalDataByModule } from '@makewhole/server/src/modules/privacy/index.ts';
import type { Db } from '@makewhole/server/src/platform/db/index.ts';
import type { PersonalColumn } from '@makewhole/server/src/platform/personal-data/index.ts';
import { findTraces, formsOf } from '@makewhole/server/test/database/find-traces.ts';
import { type Check, conclude } from '#bench/report';
import { binaries, withClient } from '#bench/service/cluster';
import { repositoryRoot } from '#bench/service/service';
import { liveAsBorrower } from './borrower.ts';
import { bounce, liveAsOwner, newCanary } from './canary.ts';
import { type Canary, type ErasureStage, setErasureStage, vault } from './stage.ts';

/** Columns that no canary fills, with the reason. */
const unfilled: Readonly<Record<string, string>> = {
  'vehicles.plate_answers.plate_hash': 'no provider of plates is part of the run',
  'vehicles.plate_answers.vin': 'no provider of plates is part of the run',
  'vehicles.plate_lookups.encrypted_plate': 'no provider of plates is part of the run',
  'agents.profiles.agent': 'erased only once the key is suspended',
  'agents.profiles.operator_name': 'erased only once the key is suspended',
  'agents.profiles.operator_email': 'erased only once the key is suspended',
  'consultations.number_aliases.hash': 'only after a change of keys; retired-key.test.ts',
  'consultations.number_aliases.number_hash': 'only after a change of keys; retired-key.test.ts',
  'report_checks.releases.encrypted_findings':
    'the report of a canary is about no known vehicle, so that nothing is found; erase-customer.test.ts has one',
  'referrals.referrals.consent': 'members that name somebody come from rows of an older version',
  'memberships.earlier_terms.vin': 'stays: what was billed',
  'memberships.statement_vehicles.vins': 'stays: what was billed',
};

/** Tokens, digests, places and broken rules: columns with a value that cannot contain a mark. */
const withoutMark: readonly string[] = [
  'documents.documents.sha256',
  'documents.documents.object_key',
  'intakes.intakes.loss',
  'intakes.intakes.encrypted_link',
  'referrals.referrals.encrypted_link',
  'platform.idempotency.encrypted_body',
  'roster_files.plan_rows.reasons',
];

/** Kinds that cannot contain a mark: they have a value before the erasure and none afterwards. */
const unmarked: readonly PersonalColumn['holds'][] = ['fingerprint', 'network address', 'vehicle'];

/** The rows where a person appears: their own, and other people's rows that name them. */
const ofOthers: readonly (string | undefined)[] = ['staff', 'people of an institution', 'caller'];

/** Declared columns, and whether a canary filled each. */
async function listColumns(stage: ErasureStage, canaries: readonly Canary[]): Promise<Map<string, boolean>> {
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

/** A declaration left out of the command; a run must find it. */
const faults = ['forget-messages'] as const;
type Fault = (typeof faults)[number];

/** Values erased for everyone at the institution, since only their text shows whom they are about. */
const ofInstitution = ['request_log.contents.encrypted_content'];

type ErasureOptions = { readonly size: Size; readonly inject: Fault | undefined };

/** The number of persons to erase; as many stay. */
const persons: Readonly<Record<Size, number>> = { full: 6, quick: 3, smoke: 1 };

async function eraseAndLook(closing: RunStack, { size, inject }: ErasureOptions): Promise<boolean> {
  const startedAt = performance.now();
  const stage = await setErasureStage(closing);
  const canaries = Array.from({ length: 2 * persons[size] }, (_, index) => newCanary(index));
  for (const [index, canary] of canaries.entries()) {
    await liveAsOwner(stage, canary, index);
    await liveAsBorrower(stage, canary);
    await bounce(stage, canary);
    await stage.staff('POST', '/do-not-contact', { email: canary.email });
  }
  const erased = canaries.slice(0, persons[size]);
  const others = canaries.slice(persons[size]);
  const before = await look(stage, erased);
  const columns = await listColumns(stage, erased);
  const missed = [...columns].flatMap(([name, filled]) => (filled || name in unfilled ? [] : [name]));
  const needless = Object.keys(unfilled).filter((name) => columns.get(name) !== false);
  for (const name of missed) console.log(`no canary filled ${name}`);
  for (const name of needless) console.log(`a canary fills ${name}, or it is not declared`);
  const tookMs = await eraseAll(stage, erased, inject);
  const after = await look(stage, erased);
  const untouched = await look(stage, others);
  const own = before.tables.filter((name) => !ofInstitution.includes(name));
  const [audit = {}, consent = {}] = await Promise.all(
    ['audit', 'consent'].map((chain) => stage.command([chain, 'verify'])),
  );
  const checks: Check[] = [
    // Otherwise the run would prove nothing.
    { name: 'tables with a mark before', value: before.tables.length, atLeast: 14 },
    { name: 'lines of the dump with a mark before', value: before.dump, atLeast: 10 * erased.length },
    { name: 'files with a mark before', value: before.files, atLeast: 1 },
    { name: 'declared columns that no canary filled', value: missed.length, atMost: 0 },
    { name: 'reasons for columns that are filled', value: needless.length, atMost: 0 },
    { name: 'tables and encrypted columns with a mark', value: after.tables.length, atMost: 0 },
    { name: 'lines of the dump with a mark', value: after.dump, atMost: 0 },
    { name: 'files with a mark', value: after.files, atMost: 0 },
    { name: 'lines of logs with a mark', value: after.logs, atMost: 0 },
    { name: 'tables with marks of others', value: untouched.tables.length, atLeast: own.length },
    { name: 'files of others', value: untouched.files, atLeast: 1 },
    { name: 'chains that verify', value: Number(audit['ok'] === true) + Number(consent['ok'] === true), atLeast: 2 },
  ];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const figures = {
    chaos: 'erasure',
    size,
    inject,
    erased: erased.length,
    tookMs,
    columns: columns.size,
    notFilled: missed,
    before,
    after,
    seconds,
  };
  const ok = conclude(figures, checks);
  return inject === undefined ? ok : !ok && after.tables.length > 0;
}

/** By the command, one after the other; returns how long each took. */
async function eraseAll(stage: ErasureStage, erased: readonly Canary[], inject: Fault | undefined): Promise<number[]> {
  const nodeArgs = inject === undefined ? [] : ['--import', join(repositoryRoot, `bench/src/faults/${inject}.ts`)];
  const tookMs: number[] = [];
  for (const { email } of erased) {
    const from = performance.now();
    await stage.command(['person', 'erase', email, '--confirm', 'yes'], nodeArgs);
    tookMs.push(Math.round(performance.now() - from));
  }
  return tookMs;
}

type Look = {
  readonly tables: readonly string[];
  readonly dump: number;
  readonly files: number;
  readonly logs: number;
};

async function look(stage: ErasureStage, canaries: readonly Canary[]): Promise<Look> {
  const texts = canaries.flatMap((canary) => canary.texts);
  const forms = texts.flatMap(formsOf).map((form) => form.toLowerCase());
  const has = (text: string): boolean => forms.some((form) => text.includes(form));
  const options = { maxBuffer: 1 << 30, encoding: 'latin1' } as const;
  const dump = execFileSync(join(binaries, 'pg_dump'), ['--dbname', stage.databaseUrl], options);
  const tables = await withClient(stage.databaseUrl, (client) => {
    const many: Db['many'] = async (query) => (await client.query(query.text, [...query.values])).rows;
    const db: Db = { many, find: async (query) => (await many(query))[0] };
    return findTraces({ db, vault }, texts);
  });
  const logs = ['api.log', 'worker.log'].flatMap((name) =>
    readFileSync(join(stage.folder, name), 'latin1').split('\n'),
  );
  return {
    tables,
    dump: dump.toLowerCase().split('\n').filter(has).length,
    files: listFiles(stage.blobs).filter((path) => has(readFileSync(path, 'latin1').toLowerCase())).length,
    logs: logs.filter((line) => has(line.toLowerCase())).length,
  };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

export const instrument: Instrument<Fault> = {
  faults,
  run: eraseAndLook,
};
