// How a signer may have composed the text: correctly, or in known wrong ways.
import { createHash } from 'node:crypto';
import type { MistakeCode } from './mistakes.ts';
import type { Line } from './signed-request.ts';

export type Recipe = {
  readonly lines: readonly Line[];
  readonly params: string;
  readonly layout: Layout;
  /** The input of the signing function, made of the text. */
  readonly message: (text: Buffer) => Buffer;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
};

type Layout = {
  readonly newline: string;
  readonly end: string;
  readonly quoted: boolean;
  readonly separator: string;
  readonly named: boolean;
  readonly paramsLine: string | undefined;
  readonly nameOf: (name: string) => string;
};

const usualLayout: Layout = {
  newline: '\n',
  end: '',
  quoted: true,
  separator: ': ',
  named: true,
  paramsLine: '"@signature-params": ',
  nameOf: (name) => name,
};

export const usualRecipe = (lines: readonly Line[], params: string): Recipe => ({
  lines,
  params,
  layout: usualLayout,
  message: (text) => text,
  hash: 'sha256',
});

export function writeText({ lines, params, layout }: Recipe): string {
  const quote = layout.quoted ? '"' : '';
  const written = lines.map(({ name, value }) =>
    layout.named ? `${quote}${layout.nameOf(name)}${quote}${layout.separator}${value}` : value,
  );
  const last = layout.paramsLine === undefined ? [] : [layout.paramsLine + params];
  return [...written, ...last].join(layout.newline) + layout.end;
}

export type WrongWay = { readonly code: MistakeCode; readonly apply: (recipe: Recipe) => readonly Recipe[] };

const layoutOf =
  (change: Partial<Layout>) =>
  (recipe: Recipe): Recipe[] => [{ ...recipe, layout: { ...recipe.layout, ...change } }];

const valuesOf =
  (name: string, change: (value: string) => readonly string[]) =>
  (recipe: Recipe): Recipe[] => {
    const line = recipe.lines.find((one) => one.name === name);
    if (line === undefined) return [];
    return change(line.value).map((value) => ({
      ...recipe,
      lines: recipe.lines.map((one) => (one === line ? { name, value } : one)),
    }));
  };

const target = (code: MistakeCode, change: (address: URLParts) => readonly string[]): WrongWay => ({
  code,
  apply: valuesOf('@target-uri', (value) => change(partsOf(value)).filter((other) => other !== value)),
});

type URLParts = { readonly scheme: string; readonly host: string; readonly path: string; readonly query: string };

function partsOf(address: string): URLParts {
  const [, scheme = '', host = '', path = '', query = ''] = /^(https?:\/\/)([^/]*)([^?]*)(.*)/s.exec(address) ?? [];
  return { scheme, host, path, query };
}

const titleCase = (name: string): string =>
  name.startsWith('@')
    ? name
    : name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()).replace('X-Svc', 'X-SVC');

/** All orders of five lines are 120; the usual mistakes are sorting and swapping. */
function ordersOf(recipe: Recipe): Recipe[] {
  const { lines } = recipe;
  const orders = [lines.toSorted((a, b) => (a.name < b.name ? -1 : 1)), lines.toReversed()];
  for (let first = 0; first < lines.length; first += 1)
    for (let second = first + 1; second < lines.length; second += 1) {
      const order = [...lines];
      [order[first], order[second]] = [lines[second] as Line, lines[first] as Line];
      orders.push(order);
    }
  return orders.map((order) => ({ ...recipe, lines: order }));
}

const otherMethods = (method: string): string[] =>
  ['GET', 'POST', 'PATCH', 'PUT', 'HEAD', 'DELETE'].filter((other) => other !== method);

const digestThen =
  (encoding: 'buffer' | 'hex' | 'base64', name = 'sha256') =>
  (text: Buffer) =>
    encoding === 'buffer'
      ? createHash(name).update(text).digest()
      : Buffer.from(createHash(name).update(text).digest(encoding));

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** All known wrong ways. The hosts that a signer may see instead of the public one come from the request's own headers. */
export const listWrongWays = (hosts: readonly string[], label: string): readonly WrongWay[] => [
  ...listWrongTargets(hosts),
  { code: 'method.lower_case', apply: valuesOf('@method', (method) => [method.toLowerCase()]) },
  { code: 'method.other', apply: valuesOf('@method', otherMethods) },
  ...wrongLayouts,
  { code: 'text.params_label', apply: layoutOf({ paramsLine: `"@signature-params": ${label}=` }) },
  { code: 'text.order', apply: ordersOf },
  ...wrongHashes,
];

const whole = ({ scheme, host, path, query }: URLParts): string => `${scheme}${host}${path}${query}`;

const listWrongTargets = (hosts: readonly string[]): WrongWay[] => [
  target('target.scheme', (parts) => [
    whole({ ...parts, scheme: parts.scheme === 'https://' ? 'http://' : 'https://' }),
  ]),
  target('target.port', (parts) => [
    whole({ ...parts, host: parts.host.replace(/:\d+$/, '') }),
    ...[':443', ':80'].map((port) => whole({ ...parts, host: parts.host + port })),
  ]),
  target('target.host', (parts) =>
    hosts.flatMap((host) => [whole({ ...parts, host }), whole({ ...parts, host, scheme: 'http://' })]),
  ),
  target('target.no_query', (parts) => ['', '?'].map((query) => whole({ ...parts, query }))),
  target('target.trailing_slash', (parts) => [
    whole({ ...parts, path: parts.path.endsWith('/') ? parts.path.slice(0, -1) : `${parts.path}/` }),
    `${whole(parts)}/`,
  ]),
  target('target.double_slash', (parts) => [whole({ ...parts, path: `/${parts.path}` })]),
  target('target.path_only', ({ path, query }) => [`${path}${query}`, path]),
  target('target.relative', (parts) => {
    const path = parts.path.replace(/^\/api\/[^/]+\/v\d+/, '');
    return [path + parts.query, path.slice(1) + parts.query, whole({ ...parts, path })];
  }),
  target('target.normalized', (parts) => normalized(whole(parts))),
];

const normalized = (address: string): string[] => [
  decoded(address),
  encodeURI(decoded(address)),
  address.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase()),
  address.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toLowerCase()),
  address.replaceAll('%20', '+'),
  address.replaceAll('+', '%20'),
  ...(URL.canParse(address) ? [new URL(address).href] : []),
];

const wrongLayouts: readonly WrongWay[] = [
  { code: 'text.final_newline', apply: layoutOf({ end: '\n' }) },
  { code: 'text.crlf', apply: layoutOf({ newline: '\r\n' }) },
  { code: 'text.escaped_newlines', apply: layoutOf({ newline: String.raw`\n` }) },
  {
    code: 'text.unquoted_names',
    apply: (recipe) => [
      ...layoutOf({ quoted: false })(recipe),
      ...layoutOf({ quoted: false, paramsLine: '@signature-params: ' })(recipe),
    ],
  },
  { code: 'text.params_unquoted', apply: layoutOf({ paramsLine: '@signature-params: ' }) },
  { code: 'text.no_space', apply: layoutOf({ separator: ':', paramsLine: '"@signature-params":' }) },
  { code: 'text.title_case', apply: layoutOf({ nameOf: titleCase }) },
  { code: 'text.no_params', apply: layoutOf({ paramsLine: undefined }) },
  {
    code: 'text.values_only',
    apply: (recipe) => [
      ...layoutOf({ named: false, paramsLine: '' })(recipe),
      ...layoutOf({ named: false, paramsLine: undefined })(recipe),
    ],
  },
];

const wrongHashes: readonly WrongWay[] = [
  {
    code: 'hash.twice',
    apply: (recipe) => ['sha256', 'sha512'].map((name) => ({ ...recipe, message: digestThen('buffer', name) })),
  },
  {
    code: 'hash.hex',
    apply: (recipe) => (['hex', 'base64'] as const).map((encoding) => ({ ...recipe, message: digestThen(encoding) })),
  },
  { code: 'hash.other', apply: (recipe) => (['sha512', 'sha384'] as const).map((hash) => ({ ...recipe, hash })) },
];
