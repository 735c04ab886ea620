import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  infiniteStream,
  jsonValue,
  nat,
  oneof,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { ArraySplitter, LineSplitter, MalformedRows } from './json-rows.ts';

/** The limit that the interface documents. */
const rowBytesMax = 65_536;

const utf8 = new TextEncoder();
const bytesOf = (text: string): Uint8Array => utf8.encode(text);

/** A body in chunks; one byte each when no list of cuts is given. */
function* cut(bytes: Uint8Array, places?: readonly number[]): Generator<Uint8Array> {
  const ends = places?.map((place) => place % (bytes.length + 1)).toSorted((one, other) => one - other);
  let start = 0;
  for (const end of [...(ends ?? Array.from(bytes, (_, at) => at)), bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

type Split = { readonly rows: unknown[]; readonly frame: unknown };

function splitArray(chunks: Iterable<Uint8Array>): Split {
  const rows: unknown[] = [];
  const splitter = new ArraySplitter('roster', (text) => rows.push(JSON.parse(text)));
  for (const chunk of chunks) splitter.write(chunk);
  return { frame: splitter.end(), rows };
}

function splitLines(chunks: Iterable<Uint8Array>): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((text) => lines.push(text));
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
}

/** Returns 'refused' for malformed input; any other error is a bug of ours. */
function splitOrRefuse(bytes: Uint8Array, places?: readonly number[]): Split | 'refused' {
  try {
    return splitArray(cut(bytes, places));
  } catch (error) {
    if (error instanceof MalformedRows || error instanceof SyntaxError) return 'refused';
    throw error;
  }
}

/** Parses the whole body instead, with our additional rules: one roster in the object itself, and it is an array. */
function readWhole(bytes: Uint8Array): Split | 'refused' {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return 'refused';
  }
  if (value === null || typeof value !== 'object' || !('roster' in value) || !Array.isArray(value.roster))
    return 'refused';
  return { rows: value.roster, frame: { ...value, roster: [] } };
}

const nasty = ['"', '\\', '[', ']', '{', '}', ',', ':', 'roster', 'é', '😀', '\u2028', '\u0000', '\ufeff', '\u00a0'];
const anyString = oneof(string({ unit: 'binary' }), string({ unit: constantFrom(...nasty) }));
const anyValue = oneof(jsonValue({ depthSize: 'small', stringUnit: 'binary' }), anyString);

const anyBody = record({
  before: dictionary(anyString, anyValue, { maxKeys: 3 }),
  rows: array(oneof(anyValue, dictionary(anyString, anyValue, { maxKeys: 4 })), { maxLength: 6 }),
  after: dictionary(anyString, anyValue, { maxKeys: 3 }),
  /** Decides which whitespace and escapes the writer adds. */
  whims: infiniteStream(nat(99)),
});

/** JSON text of a value with random whitespace, and with some letters and brackets of its strings escaped. */
function writeLoosely(value: unknown, whims: Iterator<number>): string {
  const whim = (): number => whims.next().value ?? 0;
  const space = () => ['', '', '', ' ', '\n', '\r\n', '\t '][whim() % 7] ?? '';
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const string = (text: string) => {
    const plain = JSON.stringify(text);
    // If the text already has escapes, a letter may belong to one.
    return plain.includes('\\') ? plain : plain.replaceAll(/[a-z{}[\],:]/g, (one) => (whim() < 10 ? escape(one) : one));
  };
  const write = (one: unknown): string => {
    if (typeof one === 'string') return string(one);
    if (one === null || typeof one !== 'object') return JSON.stringify(one);
    const [open, close] = Array.isArray(one) ? '[]' : '{}';
    const parts = Array.isArray(one)
      ? one.map(write)
      : Object.entries(one).map(([key, part]) => `${string(key)}${space()}:${space()}${write(part)}`);
    return `${open}${space()}${parts.map((part) => part + space()).join(`,${space()}`)}${close}`;
  };
  return space() + write(value) + space();
}

const written = anyBody.map(({ before, rows, after, whims }) =>
  bytesOf(writeLoosely({ ...before, roster: rows, ...after }, whims)),
);
const places = array(nat(), { maxLength: 12 });
const tries = { numRuns: runs({ always: 300, nightly: 20_000 }) };

describe('an array of rows inside an object', () => {
  it('the rows are split as parsing the whole body would, wherever the chunks end', () => {
    assert(
      property(written, places, (bytes, at) => {
        expect(splitOrRefuse(bytes, at)).toEqual(readWhole(bytes));
      }),
      tries,
    );
  });

  it('the rows are split the same way when every byte arrives separately', () => {
    assert(
      property(written, (bytes) => {
        expect(splitOrRefuse(bytes)).toEqual(readWhole(bytes));
      }),
      { numRuns: tries.numRuns / 3 },
    );
  });

  it('an array that is truncated at any byte is refused', () => {
    assert(
      property(written, nat(), (bytes, at) => {
        const end = new TextDecoder().decode(bytes).trimEnd();
        const whole = bytesOf(end);
        expect(splitOrRefuse(whole.subarray(0, at % whole.length), [at])).toBe('refused');
      }),
      tries,
    );
    const one = bytesOf('{ "mode": "apply", "roster" : [ {"a":"\\"]"}, [1,[2]], "é" ] , "n": 1 }');
    for (let end = 0; end < one.length; end += 1) expect(splitOrRefuse(one.subarray(0, end))).toBe('refused');
    expect(splitOrRefuse(one)).toEqual(readWhole(one));
  });

  it('a body with a byte changed, lost or doubled is never split differently from parsing it whole', () => {
    const change = record({ at: nat(), kind: constantFrom('set', 'drop', 'double'), byte: nat(255) });
    assert(
      property(written, change, places, (bytes, { at, kind, byte }, pieces) => {
        const place = at % bytes.length;
        const between = { set: [byte], drop: [], double: [bytes[place] ?? 0, bytes[place] ?? 0] }[kind] ?? [];
        const changed = Uint8Array.from([...bytes.subarray(0, place), ...between, ...bytes.subarray(place + 1)]);
        const split = splitOrRefuse(changed, pieces);
        // A repeated name is refused here, while JSON.parse uses the last one.
        if (split !== 'refused') expect(split).toEqual(readWhole(changed));
      }),
      tries,
    );
  });

  const twice = 'has roster twice';
  const wanted = 'must be an object with a roster array';
  it.each<[name: string, text: string, message: string]>([
    ['no body', '', wanted],
    ['no roster', '{"mode":"apply"}', wanted],
    ['a roster that is no array', '{"roster":{"0":1}}', wanted],
    ['a roster that is a text', '{"roster":"[1]"}', wanted],
    ['a roster that is null', '{"roster":null}', wanted],
    ['an array and no object', '[{"roster":[1]}]', wanted],
    ['a roster inside another object', '{"a":{"roster":[1]}}', wanted],
    ['a roster inside a text', String.raw`{"a":"\"roster\":[1]"}`, wanted],
    ['a text that is the name', '{"a":"roster","b":[1]}', wanted],
    ['a name in other letters', '{"Roster":[1]}', wanted],
    ['an array that ends with the bracket of an object', '{"roster":[1}}', wanted],
    ['two rosters', '{"roster":[1],"roster":[2]}', twice],
    ['two rosters, the first empty', '{"roster":[],"roster":[2]}', twice],
    ['two rosters, the second no array', '{"roster":[1],"roster":5}', twice],
    ['two rosters, the first no array', '{"roster":5,"roster":[1]}', twice],
    ['two rosters, one name escaped', String.raw`{"roster":[1],"r\u006fster":[2]}`, twice],
    ['two commas', '{"roster":[1,,2]}', 'A row is empty'],
    ['a comma first', '{"roster":[,1]}', 'A row is empty'],
    ['a comma last', '{"roster":[1,]}', 'A row is empty'],
    ['a comma alone', '{"roster":[,]}', 'A row is empty'],
    ['something behind the object', '{"roster":[1]} {}', 'not valid JSON'],
    ['something before the object', 'x{"roster":[1]}', 'not valid JSON'],
    ['an array without a colon', '{"roster" [1]}', wanted],
    ['a comma too many in the object', '{"roster":[1],}', 'not valid JSON'],
    ['a mark of byte order', '\ufeff{"roster":[1]}', 'not valid JSON'],
  ])('the body is refused: %s', (_name, text, message) => {
    for (const at of [[], undefined]) expect(() => splitArray(cut(bytesOf(text), at))).toThrow(message);
    expect(() => splitArray(cut(bytesOf(text)))).toThrow(MalformedRows);
  });

  it.each<[name: string, row: string]>([
    ['two values without a comma', '1 2'],
    ['a space that is none in JSON', '\u00a01'],
    ['a mark of byte order before a row', '\ufeff{}'],
    ['brackets that do not match', '{"a":[1}]'],
    ['an open string', '"a'],
  ])('%s never becomes a single row', (_name, row) => {
    expect(splitOrRefuse(bytesOf(`{"roster":[${row}]}`))).toBe('refused');
  });

  it('an array may have an escaped name, and no rows', () => {
    expect(splitOrRefuse(bytesOf(String.raw`{"r\u006fster":[{"a":1}],"mode":"x"}`))).toEqual({
      rows: [{ a: 1 }],
      frame: { roster: [], mode: 'x' },
    });
    expect(splitOrRefuse(bytesOf('{"roster":[ \r\n\t ]}'))).toEqual({ rows: [], frame: { roster: [] } });
  });

  it('invalid UTF-8 is refused: in a row, in a name, and outside the rows', () => {
    for (const text of [
      '{"roster":["\xff"]}',
      '{"\xff":1,"roster":[]}',
      '{"roster":[],"a":"\xff"}',
      '{"roster":["\xe2\x82"]}',
    ])
      expect(() => splitArray(cut(Buffer.from(text, 'latin1')))).toThrow('not UTF-8');
  });

  it("the splitter buffers no more than a row, and no more than a row's size of other members", () => {
    const long = 'x'.repeat(rowBytesMax);
    for (const text of [`{"roster":["${long}"]}`, `{"roster":["${long}`, `{"a":"${long}","roster":[]}`])
      for (const at of [[], [70_000], Array.from({ length: 40 }, (_, turn) => turn * 2000)])
        expect(() => splitArray(cut(bytesOf(text), at))).toThrow(MalformedRows);
    const fits = `"${'x'.repeat(rowBytesMax - 2)}"`;
    expect(splitArray(cut(bytesOf(`{"roster":[${fits}]}`), [30_000])).rows).toEqual([JSON.parse(fits)]);
  });

  it('rows may be nested as deep as their length allows', () => {
    const depth = 30_000;
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const texts: string[] = [];
    const splitter = new ArraySplitter('roster', (text) => texts.push(text));
    splitter.write(bytesOf(`{"roster":[${deep},{}]}`));
    splitter.end();
    expect(texts).toEqual([deep, '{}']);
    expect(splitOrRefuse(bytesOf(`{"roster":[${deep}]]}`))).toBe('refused');
    const around = (levels: number) => bytesOf(`{"a":${'['.repeat(levels)}${']'.repeat(levels)},"roster":[1]}`);
    expect(splitOrRefuse(around(63), [])).not.toBe('refused');
    expect(splitOrRefuse(around(64), [])).toBe('refused');
  });
});

describe('one row per line', () => {
  const lines = array(
    oneof(
      anyValue.map((value) => JSON.stringify(value)),
      constantFrom('', ' ', '\t'),
    ),
  );

  it('rows are the lines, wherever the chunks end and whatever the line endings are', () => {
    const ends = constantFrom('\n', '\r\n');
    assert(
      property(lines, tuple(ends, boolean()), places, (texts, [end, closed], at) => {
        const bytes = bytesOf(texts.join(end) + (closed ? end : ''));
        const rows = texts.filter((text) => text.trim() !== '').map((text) => JSON.parse(text));
        expect(splitLines(cut(bytes, at)).map((line) => JSON.parse(line))).toEqual(rows);
        expect(splitLines(cut(bytes)).map((line) => JSON.parse(line))).toEqual(rows);
      }),
      tries,
    );
  });

  it('only empty lines are skipped: a line of whitespace that JSON does not allow is not empty', () => {
    expect(splitLines([bytesOf('\n \r\n\t\n')])).toEqual([]);
    expect(splitLines([bytesOf('\u00a0\n\ufeff\n\ufeff1\n\v')])).toEqual(['\u00a0', '\ufeff', '\ufeff1', '\v']);
  });

  it('a line that is too long or not UTF-8 is refused', () => {
    const long = bytesOf('x'.repeat(rowBytesMax + 1));
    for (const at of [[], [1], [40_000]]) {
      expect(() => splitLines(cut(long, at))).toThrow(MalformedRows);
      expect(() => splitLines(cut(bytesOf(`1\n${'x'.repeat(rowBytesMax + 1)}\n`), at))).toThrow(MalformedRows);
    }
    expect(splitLines([bytesOf(`${'x'.repeat(rowBytesMax)}\n`)])).toHaveLength(1);
    expect(() => splitLines(cut(Buffer.from('1\n"\xff"\n2', 'latin1')))).toThrow('not UTF-8');
    expect(() => splitLines([Uint8Array.of(0xe2, 0x82)])).toThrow('not UTF-8');
  });
});
