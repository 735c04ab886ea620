// Checks that every regular expression of server, sdk, cli and web takes linear time on any text. Tests are excluded.
// node tools/patterns.ts [file…]
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { findPatterns, isProgram, recordPatterns, type Found, type Pattern } from './patterns/find-patterns.ts';
import { measureAttempts } from './patterns/measure-attempts.ts';
import { listSources, root, type Source } from './shape/sources.ts';

/** An expression that is computed where this tool cannot see it. */
type Exception = {
  readonly file: string;
  /** The expression in the source text. */
  readonly text: string;
  /** Its inputs, and their bounds. */
  readonly reason: string;
  /** Its worst case, which is measured like other expressions. */
  readonly like: Pattern;
};

const documents = 'server/src/modules/documents/extraction';

const exceptions: readonly Exception[] = [
  {
    file: `${documents}/find-values.ts`,
    text: "new RegExp(`^(?:${pattern})`, 'i')",
    reason: 'Labels of label-data.ts, all of which labelFirst in label-rules.ts has as alternatives.',
    like: { source: '^(?:Claim (?:Reference(?: Number)?|Number|No\\.?|ID|#)|Claim)', flags: 'i' },
  },
  {
    file: `${documents}/rules.ts`,
    text: "new RegExp(`^${one.replace(/[ -]/, '[ -]')}(?![a-z])`, 'i')",
    reason: 'The name of a make from our own list, letter by letter.',
    like: { source: '^mercedes[ -]benz(?![a-z])', flags: 'i' },
  },
  {
    file: `${documents}/rules.ts`,
    text: "new RegExp(`^${[...plain(known)].join('[^a-z0-9]*')}(?![a-z0-9])`, 'i')",
    reason: 'Letters and digits, which plain() leaves, and what is neither between them.',
    like: { source: '^1[^a-z0-9]*1[^a-z0-9]*1[^a-z0-9]*1(?![a-z0-9])', flags: 'i' },
  },
  {
    file: 'server/src/lib/masking/mask-body.ts',
    text: "new RegExp(value.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&'), 'gi')",
    reason: 'A text with its signs escaped: nothing in it repeats.',
    like: { source: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', flags: 'gi' },
  },
  {
    file: 'server/src/modules/partner-files/roster-uploads/roster-files.ts',
    text: "new RegExp(patterns.join('|'), 'i')",
    reason:
      'Escaped addresses and VINs, and the ten digits of a number with separators. Separators end at the next digit.',
    like: {
      source: String.raw`(?<!\d)(?:\+?1[ ().-]*)?1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1[ ().-]*1(?!\d)`,
      flags: 'i',
    },
  },
  {
    file: 'cli/src/conformance/partner-scenarios.ts',
    text: 'new RegExp(`;${name}="?([^";]+)"?`)',
    reason: 'Names of parameters in this file.',
    like: { source: ';nonce="?([^";]+)"?', flags: '' },
  },
];

const given = process.argv.slice(2).map((path): Source => ({
  path: relative(root, resolve(path)),
  text: readFileSync(path, 'utf8'),
}));
const found = (given.length > 0 ? given : listSources().filter(isProgram)).flatMap(findPatterns);
const computed = found.filter(({ pattern }) => pattern === undefined);
const recorded = await recordPatterns([...new Set(computed.map(fileOf))]);
const used = new Set<Exception>();
const measured = new Map<string, ReturnType<typeof measureAttempts>>();
const problems = found.flatMap(judge);
const unused = given.length > 0 ? [] : exceptions.filter((exception) => !used.has(exception));

for (const problem of problems) console.log(problem);
for (const { file, text } of unused) console.log(`${file}: ${text} is an exception, but no longer in the file`);
console.log(`${found.length} expressions, ${measured.size} of them different, ${exceptions.length} exceptions`);
process.exitCode = problems.length + unused.length === 0 ? 0 : 1;

function fileOf({ where }: Found): string {
  return where.slice(0, where.lastIndexOf(':'));
}

function judge(one: Found): string[] {
  const exception = exceptions.find(({ file, text }) => file === fileOf(one) && text === one.text);
  if (exception !== undefined) used.add(exception);
  const patterns = exception ? [exception.like] : one.pattern ? [one.pattern] : recorded.get(one.where);
  if (patterns === undefined) return [`${one.where}: ${one.text} is computed, so its time cannot be proven`];
  return patterns.flatMap((pattern) => {
    const result = measure(pattern);
    return result.linear
      ? []
      : [`${one.where}: /${pattern.source}/${pattern.flags} is not proven linear: ${result.reason}`];
  });
}

function measure({ source, flags }: Pattern): ReturnType<typeof measureAttempts> {
  const key = `/${source}/${flags}`;
  const result = measured.get(key) ?? measureAttempts(source, flags);
  measured.set(key, result);
  return result;
}
