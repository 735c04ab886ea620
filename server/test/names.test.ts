import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createService } from '#app/composition';
import { useHarness } from '#test/harness';
import { moduleFolders, type ModuleName } from '../import-rules.ts';

// The name in a log line, a slow statement or a metric leads to its code.

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = globSync('{modules,platform,app}/**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.gen.ts'))
  .map((path) => ({ path, text: readFileSync(`${src}${path}`, 'utf8') }));

/** The names found in a module or a platform folder, with that folder. */
const named = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => {
    const [layer, folder = ''] = path.split('/');
    return [...text.matchAll(pattern)].map(([, name = '']) => ({ layer, folder, path, name }));
  });

/** Whether a name begins with its module, a folder of it, or its platform folder. */
const isOfItsFolder = ({ folder, name }: { readonly folder: string; readonly name: string }): boolean =>
  [folder, ...(moduleFolders[folder as ModuleName] ?? [])].some((each) => name.startsWith(`${each}.`));

describe('names that operators see', () => {
  it('statement names begin with their module, a folder of it, or their platform folder', () => {
    const statements = named(/\bprepared(?:<(?:[^()]|\([^()]*\))*?>)?\(\s*'([^']+)'/g).filter(
      ({ layer }) => layer !== 'app',
    );
    expect(statements.length).toBeGreaterThan(200);
    expect(statements.filter((each) => !isOfItsFolder(each))).toEqual([]);
  });

  it('each statement name is used once, so that no connection has two statements with one name', () => {
    const names = named(/\bprepared(?:<(?:[^()]|\([^()]*\))*?>)?\(\s*'([^']+)'/g).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('log event names begin with their module or a folder of it', () => {
    const events = named(/\blog\.(?:debug|info|warn|error|fatal)\([^;]*?'([a-z-]+\.[a-z-]+)'/g).filter(
      ({ layer }) => layer === 'modules',
    );
    expect(events.length).toBeGreaterThan(20);
    expect(events.filter((each) => !isOfItsFolder(each))).toEqual([]);
  });
});

describe('metrics', () => {
  const harness = useHarness();

  it('all metrics are served from process start, wherever they are declared', async () => {
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

describe('CSS classes on owners’ pages', () => {
  it('each class has a style, in the shared page frame or in the file that uses it', () => {
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
