import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { register, registrationBody } from '../testing.ts';

const harness = useHarness({ registerPerMin: 1_000_000 });

type Member = {
  readonly path: string;
  readonly clauses: string;
  readonly required: boolean;
  readonly right: Readonly<Record<string, unknown>>;
  readonly wrong: Readonly<Record<string, unknown>>;
};

/** Values that no text member accepts: nothing is coerced, and a lone surrogate is not text. */
const notText = {
  'a number': 7,
  'a boolean': true,
  'a list': ['text'],
  'an object': { text: 'text' },
  'a character that cannot be stored': 'ab\u0000cd',
  'half a character': 'ab\ud800cd',
};

/** Lengths count characters, not bytes or UTF-16 code units, so the bounds are also tested outside the BMP. */
const bounded = (min: number, max: number) => ({
  right: {
    [`${min} characters`]: 'x'.repeat(min),
    [`${max} characters`]: 'x'.repeat(max),
    [`${max} characters of four bytes`]: '🚗'.repeat(max),
    [`${max} characters with spaces around`]: ` ${'x'.repeat(max - 2)} `,
  },
  wrong: {
    ...notText,
    empty: '',
    'only spaces': ' '.repeat(min),
    [`${min - 1} characters`]: 'x'.repeat(min - 1),
    [`${min - 1} characters of four bytes`]: '🚗'.repeat(min - 1),
    [`${max + 1} characters`]: 'x'.repeat(max + 1),
    [`${max} characters and a space`]: `${'x'.repeat(max)} `,
  },
});

const url = (length: number) => `https://agent.example.com/${'a'.repeat(length - 26)}`;
const email = (length: number) => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`;
  return `${'o'.repeat(length - domain.length - 1)}@${domain}`;
};

const members: readonly Member[] = [
  { path: 'agent.name', clauses: 'A-REG-002', required: true, ...bounded(2, 80) },
  {
    path: 'agent.platform',
    clauses: 'A-REG-003',
    required: true,
    right: {
      '2 characters': 'ab',
      '40 characters': 'a'.repeat(40),
      'a leading digit': '9-lives',
      'a trailing hyphen': 'a-',
    },
    wrong: {
      ...notText,
      empty: '',
      '1 character': 'a',
      '41 characters': 'a'.repeat(41),
      'upper case': 'Agent',
      'a leading hyphen': '-agent',
      'an underscore': 'my_agent',
      'a dot': 'my.agent',
      'a space': 'my agent',
      'a line end after it': 'agent\n',
      'letters beyond ASCII': 'agént',
    },
  },
  {
    path: 'agent.website',
    clauses: 'A-REG-005, A-REG-006',
    required: false,
    right: { https: 'https://agent.example.com', http: 'http://agent.example.com/a?b=c#d', '200 characters': url(200) },
    wrong: {
      ...notText,
      empty: '',
      'not a uri': 'not a uri',
      'a relative reference': '/about',
      'a host alone': 'agent.example.com',
      'a script': 'javascript:alert(1)',
      'another scheme': 'ftp://agent.example.com/',
      '201 characters': url(201),
    },
  },
  {
    path: 'agent.description',
    clauses: 'A-REG-007',
    required: false,
    right: {
      empty: '',
      'line ends': 'one\ntwo',
      '600 characters': 'x'.repeat(600),
      '600 of four bytes': '🚗'.repeat(600),
    },
    wrong: { ...notText, '601 characters': 'x'.repeat(601) },
  },
  { path: 'operator.name', clauses: 'A-REG-008', required: true, ...bounded(2, 120) },
  {
    path: 'operator.email',
    clauses: 'A-REG-009, A-REG-010',
    required: true,
    right: { 'a plus': 'op+tag@example.com', 'upper case': 'OP@EXAMPLE.COM', '200 characters': email(200) },
    wrong: {
      ...notText,
      empty: '',
      'no at sign': 'operator.example.com',
      'no domain': 'operator@',
      'no dot in the domain': 'operator@localhost',
      'two addresses': 'a@example.com, b@example.com',
      'a name around it': 'Op <op@example.com>',
      'a header after it': 'op@example.com\r\nBcc: other@example.com',
      'a space before it': ' op@example.com',
      'letters beyond ASCII': 'öp@example.com',
      '201 characters': email(201),
    },
  },
  {
    path: 'agreement.accepted',
    clauses: 'A-REG-011',
    required: true,
    right: { true: true },
    wrong: { false: false, null: null, 'the word': 'true', 'the number': 1, 'a list': [true] },
  },
  {
    path: 'agreement.version',
    clauses: 'A-REG-012',
    required: true,
    right: { 'the current one': '2026-09-17' },
    wrong: notText,
  },
];

type Body = Record<string, Record<string, unknown>>;

/** A valid body with one member set or left out. */
function bodyWith(path: string, change: { readonly value: unknown } | 'absent'): Body {
  const [parent = '', member = ''] = path.split('.');
  const body: Body = structuredClone(registrationBody());
  const { [member]: _replaced, ...others } = body[parent] ?? {};
  return { ...body, [parent]: change === 'absent' ? others : { ...others, [member]: change.value } };
}

const send = (body: unknown) => register(harness.current, body);

describe.each(members)('$path of a registration [$clauses]', ({ path, required, right, wrong }) => {
  it.each(Object.entries(right))('may be: %s', async (_name, value) => {
    expect(await send(bodyWith(path, { value }))).toMatchObject({ status: 202 });
  });

  it.each(Object.entries(wrong))('must not be: %s', async (_name, value) => {
    const { status, body } = await send(bodyWith(path, { value }));
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(new Set(body.issues.map((issue: { path: string }) => issue.path))).toEqual(new Set([path]));
  });

  it('may be null where it may be left out', async () => {
    const { status, body } = await send(bodyWith(path, { value: null }));
    expect([status, body.issues?.[0]?.path]).toEqual(required ? [400, path] : [202, undefined]);
  });

  it('may be left out only where the contract says so', async () => {
    const { status, body } = await send(bodyWith(path, 'absent'));
    expect([status, body.issues]).toEqual(required ? [400, [{ path, message: 'is required' }]] : [202, undefined]);
  });
});
