import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsIds } from './asvs-ids.ts';
import { absentProofs, wordlessProofs, findProofs, readPage, root, tableRows } from './proofs.ts';

// Checks that docs/asvs.md lists every requirement once and that its references exist.

const page = readPage('docs/asvs.md');
const statuses = ['met', 'not applicable', 'not met'] as const;

const rows = tableRows(page)
  .filter(([id = '']) => /^\d+\.\d+\.\d+$/.test(id))
  .map(([id = '', level = '', status = '', text = '', proof = '']) => ({ id, level, status, text, proof }));

/** Paths in backticks, where a test would make no sense. */
const paths = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+|[A-Z]+\.md)`/g)].map(([, path = '']) => path);

const chapterOf = (id: string): string => id.split('.', 1)[0] ?? '';

describe('the ASVS table', () => {
  it('the table lists each level 1 and 2 requirement once, with its level', () => {
    const wanted = ([1, 2] as const).flatMap((level) =>
      asvsIds[level]
        .trim()
        .split(/\s+/)
        .map((id) => `${id} ${level}`),
    );
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} ${level}`).toSorted()).toEqual(wanted.toSorted());
  });

  it('each requirement is marked met, not applicable or not met', () => {
    expect(rows.filter(({ status }) => !(statuses as readonly string[]).includes(status))).toEqual([]);
  });

  it('each met requirement names a test or an existing file', () => {
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

  it('each unmet or inapplicable requirement gives its reason in a sentence', () => {
    const others = rows.filter(({ status }) => status !== 'met');
    const faults = others.filter(({ text, proof }) => text.length < 25 || !text.endsWith('.') || proof !== '');
    expect(faults).toEqual([]);
  });

  it('the totals at the top of the page match the rows, by chapter and overall', () => {
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
  const model = readPage('docs/threat-model.md');
  const part = (heading: string): string[][] =>
    tableRows(model.split(/^## /m).find((text) => text.startsWith(heading)) ?? '');

  it('the threat model names an existing test for each control at each boundary', () => {
    const boundaries = part('Boundaries');
    expect(boundaries.length).toBeGreaterThanOrEqual(10);
    const faults = boundaries.flatMap(([name = '', _crosses, first = '', second = '', accepted = '']) => [
      ...[first, second].flatMap((wall, index) =>
        findProofs(wall).length === 0 ? [`${name}: wall ${index + 1}`] : [],
      ),
      ...[first, second]
        .flatMap((wall) => [...absentProofs(wall), ...wordlessProofs(wall)])
        .map((test) => `${name}: ${test}`),
      ...(accepted.length < 20 ? [`${name}: what is accepted`] : []),
    ]);
    expect(faults).toEqual([]);
  });

  it('the threat model lists for each actor the possible attacks, the controls and the tests', () => {
    const actors = part('Actors');
    expect(actors.length).toBeGreaterThanOrEqual(13);
    const faults = actors.flatMap(([name = '', tries = '', , proof = '']) => [
      ...(tries.length < 10 ? [`${name}: what they try`] : []),
      ...(findProofs(proof).length === 0 ? [`${name}: no test`] : []),
      ...[...absentProofs(proof), ...wordlessProofs(proof)].map((test) => `${name}: ${test}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('the threat model names a limit for each expensive operation', () => {
    const costly = part('What is costly');
    expect(costly.length).toBeGreaterThan(5);
    const faults = costly.flatMap(([name = '', , , proof = '']) =>
      findProofs(proof).length === 0 ? [name] : absentProofs(proof),
    );
    expect(faults).toEqual([]);
  });

  it('the diagram shows the boundaries that the threat model lists', () => {
    const drawn = [...(/```mermaid\n([\s\S]*?)```/.exec(model)?.[1] ?? '').matchAll(/\|(B\d+)\|/g)].map(([, id]) => id);
    expect(drawn.toSorted()).toEqual(
      part('Boundaries')
        .map(([name = '']) => name.split(' ', 1)[0])
        .toSorted(),
    );
  });
});
