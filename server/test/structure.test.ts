import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { layers, moduleFolders, modules, platformFolders, sharedTypes } from '../import-rules.ts';

const src = new URL('../src/', import.meta.url);

const foldersIn = (path: string) => listIn(path, (entry) => entry.isDirectory());
const filesIn = (path: string) => listIn(path, (entry) => entry.isFile());

function listIn(path: string, wanted: (entry: { isDirectory(): boolean; isFile(): boolean }) => boolean): string[] {
  const entries = readdirSync(new URL(path, src), { withFileTypes: true });
  return entries
    .filter(wanted)
    .map(({ name }) => name)
    .toSorted();
}

const isTest = (path: string) => path.endsWith('.test.ts');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.gen.ts'))
  .map((path) => ({ path, lines: readFileSync(new URL(path, src), 'utf8').trimEnd().split('\n').length }));

describe('server/import-rules.ts', () => {
  it('import-rules.ts names the existing layers, and the two files between them', () => {
    expect(foldersIn('.')).toEqual([...layers].toSorted());
    expect(filesIn('.').filter((file) => !isTest(file))).toEqual([...sharedTypes].toSorted());
  });

  it('import-rules.ts names the existing modules', () => {
    expect(foldersIn('modules')).toEqual([...modules].toSorted());
    expect(filesIn('modules')).toEqual([]);
  });

  it('import-rules.ts names the existing platform folders', () => {
    expect(foldersIn('platform')).toEqual([...platformFolders].toSorted());
    expect(filesIn('platform')).toEqual([]);
  });

  it.each(['modules', 'platform', 'gateways'])('each folder of %s has an entry point, its index.ts', (layer) => {
    const faceless = foldersIn(layer).filter((folder) => !filesIn(`${layer}/${folder}`).includes('index.ts'));
    expect(faceless).toEqual([]);
  });
});

describe('modules', () => {
  it.each([...modules])('%s has the folders that the table names, and no folders inside them', (name) => {
    const inside = sources.filter(({ path }) => path.startsWith(`modules/${name}/`)).map(({ path }) => path);
    const folders = new Set(inside.filter((path) => path.split('/').length > 3).map((path) => path.split('/')[2]));
    expect([...folders].toSorted()).toEqual([...(moduleFolders[name] ?? [])].toSorted());
    expect(inside.filter((path) => path.split('/').length > 4)).toEqual([]);
  });

  it.each([...modules])('file and folder names of %s are words and hyphens', (name) => {
    const inside = sources.filter(({ path }) => path.startsWith(`modules/${name}/`)).map(({ path }) => path);
    const named = /\/[a-z][a-z0-9]*(-[a-z0-9]+)*(\.test)?\.ts$/;
    expect(inside.filter((path) => !named.test(path))).toEqual([]);
  });

  it("each module's index begins with two lines on what it owns and promises", () => {
    const silent = modules.filter((name) => {
      const [owns = '', promises = ''] = readFileSync(new URL(`modules/${name}/index.ts`, src), 'utf8').split('\n');
      return !owns.startsWith('// Owns ') || !promises.startsWith('// ');
    });
    expect(silent).toEqual([]);
  });

  it("only a module's index can be imported: no alias leads inside", () => {
    const { resolve } = createRequire(new URL('modules/intakes/index.ts', src));
    expect(resolve('#modules/intakes')).toMatch(/modules\/intakes\/index\.ts$/);
    expect(() => resolve('#modules/intakes/store')).toThrow(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }));
    expect(() => resolve('#modules/intakes/store.ts')).toThrow(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }));
    expect(() => resolve('#lib/../modules/intakes/store')).toThrow(/Invalid module/);
  });
});

describe('files', () => {
  it('no file has more than 300 lines, and half of them have fewer than 90', () => {
    expect(sources.filter(({ lines }) => lines > 300)).toEqual([]);
    const lengths = sources
      .filter(({ path }) => !isTest(path))
      .map(({ lines }) => lines)
      .toSorted((a, b) => a - b);
    expect(lengths.length).toBeGreaterThan(50);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(90);
  });

  it('files are named after their contents, never utils, helpers, common, manager, service or handler', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|managers?|services?|handlers?|misc|shared)(-|\.|\/)/;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });
});

describe('Ctx', () => {
  it('Ctx has at most fourteen members', () => {
    const text = readFileSync(new URL('context.ts', src), 'utf8');
    const [, members = ''] = /export type Ctx = \{\n([^}]*)\};/.exec(text) ?? [];
    const names = [...members.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['config', 'db', 'clock', 'actor']));
    expect(names.length).toBeLessThanOrEqual(14);
  });
});
