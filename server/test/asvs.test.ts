import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsIds } from './asvs-ids.ts';
import { absentProofs, wordlessProofs, findProofs, readPage, root, tableRows } from './proofs.ts';

// A table of requirements is worth what can be looked up from it.

const page = readPage('docs/security/asvs.md');
const statuses = ['met', 'not applicable', 'not met'] as const;

/** `10.4.1–10.4.11` is a row for each of them. */
function expand(ids: string): string[] {
  const [, section = '', first = '', last = first] = /^(\d+\.\d+\.)(\d+)(?:–\1(\d+))?$/.exec(ids) ?? [];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}${Number(first) + index}`);
}

const rows = tableRows(page)
  .filter(([ids = '']) => /^\d+\.\d+\.\d+(?:–\d+\.\d+\.\d+)?$/.test(ids))
  .flatMap(([ids = '', status = '', text = '', proof = '']) => expand(ids).map((id) => ({ id, status, text, proof })));

/** Paths in backticks, where a test would make no sense. */
const paths = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+|[A-Z]+\.md)`/g)].map(([, path = '']) => path);

const chapterOf = (id: string): string => id.split('.', 1)[0] ?? '';

describe('every requirement of levels 1 and 2', () => {
  it('stands in the table once', () => {
    const wanted = ([1, 2] as const).flatMap((level) => asvsIds[level].trim().split(/\s+/));
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
  });

  it('is about the portal, the agent console, MCP and file imports too', () => {
    const proofs = rows.map(({ proof }) => proof).join();
    for (const file of ['sign-in-portal', 'issuer-attacks', 'passkeys', 'strangers', 'mcp-surface', 'hostile-files'])
      expect(proofs).toContain(`\`${file}.test.ts\``);
  });

  it('is met, not applicable or not met', () => {
    expect(rows.filter(({ status }) => !(statuses as readonly string[]).includes(status))).toEqual([]);
  });

  it('that is met says by what, and names a test or a file that is there', () => {
    const met = rows.filter(({ status }) => status === 'met');
    expect(met.length).toBeGreaterThan(100);
    const faults = met.flatMap(({ id, text, proof }) => [
      ...(text.length < 5 ? [`${id} says nothing`] : []),
      ...(findProofs(proof).length + paths(proof).length === 0 ? [`${id} names nothing`] : []),
      ...[...absentProofs(proof), ...wordlessProofs(proof)].map((name) => `${id} ${name}`),
      ...paths(proof)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${id} ${path}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('that is not met, or not applicable, says why in a sentence', () => {
    const others = rows.filter(({ status }) => status !== 'met');
    const faults = others.filter(({ text, proof }) => text.length < 25 || !text.endsWith('.') || proof !== '');
    expect(faults).toEqual([]);
  });

  it('is counted at the head of the page, by chapter and in all', () => {
    const count = (of: typeof rows): string[] => [
      String(of.length),
      ...statuses.map((status) => String(of.filter((row) => row.status === status).length)),
    ];
    const said = tableRows(page).filter(([name = '']) => /^(?:V\d+ |All$)/.test(name));
    const chapters = [...new Set(rows.map(({ id }) => chapterOf(id)))];
    expect(said.map(([name = '', ...counts]) => [name.split(' ', 1)[0], ...counts])).toEqual([
      ...chapters.map((chapter) => [`V${chapter}`, ...count(rows.filter(({ id }) => chapterOf(id) === chapter))]),
      ['All', ...count(rows)],
    ]);
  });
});

describe('the threat model', () => {
  const model = readPage('docs/security/threat-model.md');
  const part = (heading: string): string[][] =>
    tableRows(model.split(/^## /m).find((text) => text.startsWith(heading)) ?? '');

  it('names a test for both controls of each boundary', () => {
    const boundaries = part('Boundaries');
    expect(boundaries.length).toBeGreaterThanOrEqual(18);
    const faults = boundaries.flatMap(([name = '', _crosses, first = '', second = '', accepted = '']) => [
      ...[first, second].flatMap((control, index) =>
        findProofs(control).length === 0 ? [`${name}: control ${index + 1}`] : [],
      ),
      ...[first, second]
        .flatMap((control) => [...absentProofs(control), ...wordlessProofs(control)])
        .map((test) => `${name}: ${test}`),
      ...(accepted.length < 20 ? [`${name}: what is accepted`] : []),
    ]);
    expect(faults).toEqual([]);
  });

  it('says of each actor what they can try, what stops them, and by which test', () => {
    const actors = part('Actors');
    expect(actors.length).toBeGreaterThanOrEqual(16);
    const faults = actors.flatMap(([name = '', tries = '', , proof = '']) => [
      ...(tries.length < 10 ? [`${name}: what they try`] : []),
      ...(findProofs(proof).length === 0 ? [`${name}: no test`] : []),
      ...[...absentProofs(proof), ...wordlessProofs(proof)].map((test) => `${name}: ${test}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('names for everything costly what bounds it', () => {
    const costly = part('Costly work');
    expect(costly.length).toBeGreaterThan(5);
    const faults = costly.flatMap(([name = '', , , proof = '']) =>
      findProofs(proof).length === 0 ? [name] : absentProofs(proof),
    );
    expect(faults).toEqual([]);
  });

  it('draws the boundaries that it lists', () => {
    const drawn = [...(/```mermaid\n([\s\S]*?)```/.exec(model)?.[1] ?? '').matchAll(/\|(B\d+)\|/g)].map(([, id]) => id);
    expect(drawn.toSorted()).toEqual(
      part('Boundaries')
        .map(([name = '']) => name.split(' ', 1)[0])
        .toSorted(),
    );
  });
});
