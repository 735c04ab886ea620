// Faults that are injected into the api when it is loaded, to check that the stall check catches them. The api is
// started
// with `--import` of this file, which reads the fault's name from its own URL.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '#bench/service/service';

/** An edit of an exported function: `first` runs before it with the same arguments, `instead` replaces it. */
type Edit = { readonly file: string; readonly of: string } & (
  | { readonly first: string }
  | { readonly instead: string }
);

type StallFault = Edit & {
  /** The attack that must exceed the bound on silence. */
  readonly caughtBy: string;
};

const modules = 'server/src/modules';

/** Every fault also runs the parsers on the event loop, where they would run without `platform/parsing`. */
const parsersOnTheLoop: Edit = {
  file: 'server/src/platform/parsing/parser-lane.ts',
  of: 'createParserLane',
  instead: `() => ({
    parser: (module) => (caller, work) =>
      work(async (input, given = {}) => {
        const { parse } = await import(module.href);
        const signal = caller.signal ?? new AbortController().signal;
        return parse(input, { signal, ask: async (question) => given.answer?.(question) });
      }),
  })`,
};

export const stallFaults = {
  'money-backtracks': {
    file: `${modules}/documents/extraction/rules.ts`,
    of: 'readMoney',
    first: String.raw`(text) => /^(?<open>\()?\s*[=+]?\s*(?<minus>[-–−])?\s*(?:US)?(?<sign>\$)?\s*(?<minus2>[-–−])?\s*(?<whole>\d{1,3}(?:,\d{3})*|\d+)(?<cents> ?\.\d{2})?\)?\*?(?: ?USD)?$/.exec(text.trim())`,
    caughtBy: 'pdf blanks',
  },
  'paste-backtracks': {
    file: `${modules}/portal/signature-check/rules.ts`,
    of: 'mendPaste',
    first: String.raw`(body) => body.toString().replace(/(?:\r?\n)+$/, '')`,
    caughtBy: 'doctor newlines',
  },
  'workbook-unbounded': {
    file: 'server/src/lib/tables/detect-format.ts',
    of: 'detectFormat',
    first: `async ({ head, workbook }) => {
      if (!isZip(head)) return;
      for await (const records of readWorkbook(await workbook(), { sheetBytes: 2 ** 40, textsBytes: 2 ** 40 })) void records;
    }`,
    caughtBy: 'xlsx cells',
  },
  'reply-backtracks': {
    file: `${modules}/replies/reply-rules.ts`,
    of: 'decideReply',
    first: String.raw`(text) => text.slice(0, 1600).replace(/\n+\s*sent from my .*$/is, '')`,
    caughtBy: 'text newlines',
  },
  'comments-rescanned': {
    file: 'server/src/gateways/inbound-mail/html-to-text.ts',
    of: 'htmlToText',
    first: String.raw`(markup) => markup.replace(/<!--[^]*?-->/g, '')`,
    caughtBy: 'mail html',
  },
} as const satisfies Record<string, StallFault>;

export type StallFaultName = keyof typeof stallFaults;
export const stallFaultNames = Object.keys(stallFaults) as StallFaultName[];

/** Returns the source with the edit applied. */
export function inject(source: string, edit: Edit): string {
  const { file, of } = edit;
  const found = new RegExp(String.raw`^export (async )?function ${of}(?=[(<])`, 'm').exec(source);
  if (found === null) throw new Error(`${file} does not export the function ${of}`);
  const isAsync = found[1] !== undefined;
  const rest = source.replace(found[0], () => `${found[1] ?? ''}function unharmed`);
  if ('instead' in edit) return `${rest}\nexport const ${of}: typeof unharmed = (${edit.instead}) as any;\n`;
  return `${rest}
const first: (...given: any[]) => any = ${edit.first};
export const ${of}: typeof unharmed = (${isAsync ? 'async ' : ''}(...given: any[]) => {
  ${isAsync ? 'await ' : ''}first(...given);
  return (unharmed as any)(...given);
}) as any;
`;
}

/** The edits that make up a fault. */
export const editsOf = (name: StallFaultName): readonly Edit[] => [parsersOnTheLoop, stallFaults[name]];

const name = stallFaultNames.find((one) => one === new URL(import.meta.url).searchParams.get('fault'));
if (name !== undefined) {
  const edits = new Map(editsOf(name).map((edit) => [pathToFileURL(`${repositoryRoot}${edit.file}`).href, edit]));
  registerHooks({
    load(address, context, nextLoad) {
      const loaded = nextLoad(address, context);
      const edit = edits.get(address);
      return edit === undefined ? loaded : { ...loaded, source: inject(String(loaded.source), edit) };
    },
  });
}
