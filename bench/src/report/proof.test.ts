import { describe, expect, it } from 'vitest';
import { countProof, type Proof } from './proof.ts';

const proof: Proof = { name: 'two', about: 'two files', files: ['a/one.test.ts', 'b/two.test.ts'] };

const testsOf = (file: string, ...states: string[]): Parameters<typeof countProof>[1][number][] =>
  states.map((state, index) => ({ file, state, name: `${file} ${index}` }));

describe('a proof', () => {
  it('counts the tests of its files and no others', () => {
    const ended = [
      ...testsOf('a/one.test.ts', 'passed', 'passed'),
      ...testsOf('b/two.test.ts', 'passed'),
      ...testsOf('c/three.test.ts', 'failed'),
    ];
    expect(countProof(proof, ended)).toEqual({ name: 'two', passed: 3, failed: [], missing: [] });
  });

  it('names what failed, what was left out and what was not there', () => {
    expect(countProof(proof, testsOf('a/one.test.ts', 'passed', 'failed', 'skipped'))).toEqual({
      name: 'two',
      passed: 1,
      failed: ['a/one.test.ts 1'],
      missing: ['b/two.test.ts', 'a/one.test.ts 2'],
    });
  });
});
