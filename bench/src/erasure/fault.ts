// Whether erasing a person leaves nothing behind: canaries whose values are marked live through the interfaces on real processes;
// one is erased by the command, and the mark is looked for in a full dump, in every encrypted value, in the files and in the logs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '@makewhole/server/src/platform/db/index.ts';
import { findTraces, formsOf } from '@makewhole/server/test/database/find-traces.ts';
import { conclude, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { binaries, withClient } from '#bench/service/cluster';
import { repositoryRoot } from '#bench/service/service';
import type { Size } from '#bench/size';
import { liveAsBorrower } from './borrower.ts';
import { bounce, liveAsOwner, newCanary } from './canary.ts';
import { listColumns, unfilled } from './filled-columns.ts';
import { setErasureStage, vault, type Canary, type ErasureStage } from './stage.ts';

/** A declaration that is left out of the command, to see that a run finds it. */
export const plants = ['forget-messages'] as const;
type Plant = (typeof plants)[number];

/** What is erased of everybody at the institution, since only its text tells about whom it is. */
const ofInstitution = ['request_log.contents.sealed_content'];

type ErasureOptions = { readonly size: Size; readonly plant: Plant | undefined };

/** Persons who are erased, and as many who are not. */
const persons: Readonly<Record<Size, number>> = { full: 6, quick: 3, smoke: 1 };

export async function faultErasure(closing: RunStack, { size, plant }: ErasureOptions): Promise<boolean> {
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
  const tookMs = await eraseAll(stage, erased, plant);
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
    fault: 'erasure',
    size,
    plant,
    erased: erased.length,
    tookMs,
    columns: columns.size,
    notFilled: missed,
    before,
    after,
    seconds,
  };
  const ok = conclude(figures, checks);
  return plant === undefined ? ok : !ok && after.tables.length > 0;
}

/** By the command, one after the other; returns how long each took. */
async function eraseAll(stage: ErasureStage, erased: readonly Canary[], plant: Plant | undefined): Promise<number[]> {
  const nodeArgs = plant === undefined ? [] : ['--import', join(repositoryRoot, `bench/src/plants/${plant}.ts`)];
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
