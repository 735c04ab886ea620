import { describe, expect, it } from 'vitest';
import { toRecorded } from './statement-recorder.ts';
import { toTemplates } from './templates.ts';

const id = (letter: string) => `int_${letter.repeat(24)}`;
const recorded = (text: string, ...values: (string | null)[]) => ({ name: undefined, text, values });

describe('what the database logged', () => {
  it('becomes a statement with its name and its parameters', () => {
    const line = {
      message: 'execute insert intakes.intakes: insert into intakes.intakes (id, note) values ($1, $2)',
      detail: "parameters: $1 = 'it''s', $2 = NULL, $3 = 'a, $4 = b'",
    };
    expect(toRecorded(line)).toEqual([
      {
        name: 'insert intakes.intakes',
        text: 'insert into intakes.intakes (id, note) values ($1, $2)',
        values: ["it's", null, 'a, $4 = b'],
      },
    ]);
    expect(toRecorded({ message: 'statement: begin' })).toEqual([recorded('begin')]);
    expect(toRecorded({ message: 'connection received' })).toEqual([]);
  });
});

describe('templates of recorded statements', () => {
  it('keep what is equal, and give one slot to one id wherever it occurs', () => {
    const [first, second] = ['a', 'b'].map((letter) => [
      recorded('one', id(letter), 'constant'),
      recorded('two', `{"of": "${id(letter)}"}`, null),
    ]);
    expect(toTemplates(first ?? [], second ?? [])).toEqual([
      {
        name: undefined,
        text: 'one',
        values: [[{ kind: 'id', prefix: 'int_', slot: 0 }], [{ kind: 'text', text: 'constant' }]],
      },
      {
        name: undefined,
        text: 'two',
        values: [
          [
            { kind: 'text', text: '{"of": "' },
            { kind: 'id', prefix: 'int_', slot: 0 },
            { kind: 'text', text: '"}' },
          ],
          null,
        ],
      },
    ]);
  });

  it('know times, bytes, addresses and lock numbers', () => {
    const one = recorded('x', '2026-11-15 02:43:00.123+00', '\\x00ff', 'a@example.com', '{-123456789012345678}');
    const other = recorded('x', '2026-11-15 02:43:01.9+00', '\\x1234', 'b@example.com', '{987654321098765432}');
    const [statement] = toTemplates([one], [other]);
    expect(statement?.values.map((pieces) => pieces?.map(({ kind }) => kind))).toEqual([
      ['now'],
      ['bytes'],
      ['email'],
      ['text', 'number', 'text'],
    ]);
  });

  it('use the remaining time of a search as it was the first time', () => {
    const [first, second] = [251, 249].map((ms) => [recorded(`set local statement_timeout = ${ms}`)]);
    expect(toTemplates(first ?? [], second ?? [])).toEqual(first);
  });

  it('refuse differences that cannot be generated', () => {
    expect(() => toTemplates([recorded('x', 'red')], [recorded('x', 'blue')])).toThrow('not known');
    expect(() => toTemplates([recorded('x')], [recorded('y')])).toThrow('not repeated');
    expect(() => toTemplates([recorded('x')], [])).toThrow('different numbers');
  });
});
