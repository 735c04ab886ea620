// The shape of the code in figures: `npm run lint:structure` prints them, and shape.test.ts enforces their limits.
import { modules } from '../../server/import-rules.ts';
import { listArrows, listCycles } from './cycles.ts';
import {
  listBoardTexts,
  listInterfaceTexts,
  listLines,
  listNames,
  listStrings,
  listViolations,
  readGlossary,
  type Use,
} from './glossary.ts';
import { countPerFolder, isTest, listExports, listFiles, listSources, read } from './sources.ts';
import { listUnresolved } from './references.ts';
import { measureStructure } from './structure.ts';
import { listUnusedExports } from './unused-exports.ts';

type Figure = {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** One line per fault, if the value counts faults. */
  readonly faults?: readonly string[];
};

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const countLines = (text: string): number => text.trimEnd().split('\n').length;

function listTexts(): Use[] {
  const sources = listSources();
  const interfaces = listFiles('openapi')
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) => listInterfaceTexts(path, JSON.parse(read(path))));
  const problems = sources.filter(({ path }) => /\/(problems|[a-z-]+-guide)\.ts$/.test(path)).flatMap(listStrings);
  const commands = sources
    .filter(({ path }) => /^(cli\/src|server\/src\/start)\//.test(path) && !isTest(path))
    .flatMap(listStrings);
  const pages = ['cli/README.md', 'cli/conformance.md', 'sdk/README.md', 'docs/operate/command-line.md'].flatMap(
    (path) => listLines(path, read(path)),
  );
  return [...interfaces, ...problems, ...commands, ...pages, ...listBoardTexts(sources)];
}

export function measureShape(): Figure[] {
  const sources = listSources();
  const perFolder = [...countPerFolder().values()];
  const lines = sources.filter(({ path }) => !isTest(path)).map(({ text }) => countLines(text));
  const faces = modules.map((name) => {
    const path = `server/src/modules/${name}/index.ts`;
    return { name, shown: listExports({ path, text: read(path) }).length };
  });
  const counted = (name: string, faults: readonly string[]): Figure => ({
    name,
    value: faults.length,
    limit: 0,
    faults,
  });
  const server = measureStructure();
  return [
    // These limits only fall: a change that lowers a figure also lowers its limit.
    { name: 'server: modules', value: modules.length, limit: 24 },
    { name: 'server: arrows between modules', value: server.arrows, limit: 140 },
    { name: 'server: files', value: server.files, limit: 1_483 },
    { name: 'server: lines', value: server.lines, limit: 140_040 },
    { name: 'server: lines per file, median', value: server.medianLines, limit: 110 },
    { name: 'server: files of at most 40 lines with one importer', value: server.smallAndPrivate, limit: 69 },
    { name: 'server: files that POST /intakes reaches', value: server.reachedByIntake, limit: 232 },
    counted('cycles between modules or folders', listCycles(listArrows(sources))),
    { name: 'files per folder, median', value: at(perFolder, 0.5), limit: 20 },
    { name: 'files per folder, p90', value: at(perFolder, 0.9), limit: 20 },
    { name: 'files per folder, most', value: Math.max(...perFolder), limit: 30 },
    { name: 'lines per file, median', value: at(lines, 0.5), limit: 110 },
    { name: 'lines per file, most', value: Math.max(...lines), limit: 300 },
    { name: "names in a module's index, most", value: Math.max(...faces.map(({ shown }) => shown)), limit: 65 },
    counted('exported values that no other file names', listUnusedExports(sources)),
    counted('references that lead nowhere', listUnresolved()),
    counted(
      'words the glossary forbids',
      listViolations(readGlossary(read('docs/glossary.md')), [...listNames(sources), ...listTexts()]),
    ),
  ];
}
