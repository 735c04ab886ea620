import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createService } from '#app/composition';
import { useHarness } from '#test/harness';
import { moduleFolders, type ModuleName } from '../import-rules.ts';

// Whoever reads a log line, a slow statement or a metric finds its code by its name.

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = globSync('{modules,platform,app}/**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.gen.ts'))
  .map((path) => ({ path, text: readFileSync(`${src}${path}`, 'utf8') }));

/** Names found in a module or a folder of the platform, with the folder they are in. */
const named = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => {
    const [layer, folder = ''] = path.split('/');
    return [...text.matchAll(pattern)].map(([, name = '']) => ({ layer, folder, path, name }));
  });

/** Whether a name begins with the module, with a folder of it, or with the folder of the platform. */
const isOfItsFolder = ({ folder, name }: { readonly folder: string; readonly name: string }): boolean =>
  [folder, ...(moduleFolders[folder as ModuleName] ?? [])].some((each) => name.startsWith(`${each}.`));

describe('names that operators read', () => {
  it('begin with the module, a folder of it, or the folder of the platform, for statements', () => {
    const statements = named(/\bprepared(?:<(?:[^()]|\([^()]*\))*?>)?\(\s*'([^']+)'/g).filter(
      ({ layer }) => layer !== 'app',
    );
    expect(statements.length).toBeGreaterThan(200);
    expect(statements.filter((each) => !isOfItsFolder(each))).toEqual([]);
  });

  it('are given to one statement each, so that no connection has two under one name', () => {
    const names = named(/\bprepared(?:<(?:[^()]|\([^()]*\))*?>)?\(\s*'([^']+)'/g).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('begin with the module or a folder of it, for log events', () => {
    const events = named(/\blog\.(?:debug|info|warn|error|fatal)\([^;]*?'([a-z-]+\.[a-z-]+)'/g).filter(
      ({ layer }) => layer === 'modules',
    );
    expect(events.length).toBeGreaterThan(20);
    expect(events.filter((each) => !isOfItsFolder(each))).toEqual([]);
  });
});

describe('metrics', () => {
  const harness = useHarness();

  it('are all served from the start of a process, wherever they are declared', async () => {
    const declared = named(/name: '(makewhole_\w+)'/g).map(({ name }) => name);
    const service = createService('makewhole-test', harness.current.config);
    try {
      const text = await service.ctx.metrics.registry.metrics();
      const served = [...text.matchAll(/^# TYPE (makewhole_\w+) /gm)].map(([, name]) => name);
      expect(declared.length).toBeGreaterThan(25);
      expect(served.toSorted()).toEqual(declared.toSorted());
    } finally {
      await service.close();
    }
  });
});

describe('classes of owners’ pages', () => {
  it('have a style, in the frame of all pages or in the file that uses them', () => {
    const frame = readFileSync(`${src}platform/http/html-page.ts`, 'utf8');
    const used = sources
      .filter(({ path }) => path.startsWith('modules/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/class="([a-z -]+)"/g)].flatMap(([, names = '']) =>
          names.split(' ').map((name) => ({ path, name, isStyled: `${frame}${text}`.includes(`.${name}`) })),
        ),
      );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ isStyled }) => !isStyled)).toEqual([]);
  });
});
