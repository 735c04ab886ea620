// Proofs that are tests, run at their full size and counted: each is written only once, as a test.
import { startVitest } from 'vitest/node';
import { conclude, printTable } from './report.ts';
import { repositoryRoot } from '#bench/service/service';
import type { Size } from '#bench/size';

export type Proof = {
  readonly name: string;
  readonly about: string;
  /** From the root of the repository. */
  readonly files: readonly string[];
};

/** One test as it ended. */
type Ended = { readonly file: string; readonly name: string; readonly state: string };

type Proven = {
  readonly name: string;
  readonly passed: number;
  readonly failed: readonly string[];
  /** Files that could not be run, and tests that were skipped. */
  readonly missing: readonly string[];
};

/** Counts what passed, per proof. A test that did not run proves nothing. */
export function countProof({ name, files }: Proof, ended: readonly Ended[]): Proven {
  const tests = ended.filter(({ file }) => files.includes(file));
  const namesOf = (some: readonly Ended[]) => some.map(({ name }) => name);
  return {
    name,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: namesOf(tests.filter(({ state }) => state === 'failed')),
    missing: [
      ...files.filter((file) => !tests.some((test) => test.file === file)),
      ...namesOf(tests.filter(({ state }) => state !== 'passed' && state !== 'failed')),
    ],
  };
}

export type ProbeOptions = { readonly what: string; readonly size: Size };

/** Runs each proof alone, so that its times and its memory are its own; reports what passed. */
export async function probe(proofs: readonly Proof[], { what, size }: ProbeOptions): Promise<boolean> {
  // Tests read this to know that there is time.
  process.env['NIGHTLY'] = size === 'full' ? '1' : '0';
  const rows: (Proven & { readonly seconds: number })[] = [];
  // A smoke run is part of a test run that includes all of these anyway: one shows that they are found and counted.
  for (const proof of size === 'smoke' ? proofs.slice(0, 1) : proofs) {
    console.log(`${proof.name}: ${proof.about}`);
    const startedAt = performance.now();
    const proven = countProof(proof, await runTests(proof.files));
    rows.push({ ...proven, seconds: Math.round((performance.now() - startedAt) / 1000) });
    for (const name of proven.failed) console.log(`  failed: ${name}`);
    for (const name of proven.missing) console.log(`  not run: ${name}`);
  }
  printTable(
    ['proof', 'passed', 'failed', 'not run', 'seconds'],
    rows.map(({ name, passed, failed, missing, seconds }) => [name, passed, failed.length, missing.length, seconds]),
  );
  return conclude(
    { probe: what, size, proofs: rows },
    rows.flatMap(({ name, passed, failed, missing }) => [
      { name: `${name}: passed`, value: passed, atLeast: 1 },
      { name: `${name}: failed or not run`, value: failed.length + missing.length, atMost: 0 },
    ]),
  );
}

/** Bounds a single test; the full size also takes long on a busy machine. */
const testTimeoutMs = 600_000;

async function runTests(files: readonly string[]): Promise<Ended[]> {
  // A silent reporter: others read the file that the usual one writes.
  const options = { root: repositoryRoot, watch: false, reporters: [{}], testTimeout: testTimeoutMs };
  const vitest = await startVitest('test', [...files], options);
  const ended = vitest.state.getTestModules().flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: module.moduleId.slice(repositoryRoot.length),
      name: test.fullName,
      state: test.result().state,
    })),
  );
  await vitest.close();
  return ended;
}
