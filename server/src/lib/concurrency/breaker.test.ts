import { describe, expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

function given() {
  let at = 0;
  const changes: boolean[] = [];
  const breaker = createBreaker({
    failures: 3,
    restMs: { first: 100, longest: 300 },
    changed: (isResting) => changes.push(isResting),
    now: () => at,
  });
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) breaker.failed();
  };
  return { breaker, changes, fail, pass: (ms: number) => (at += ms) };
}

describe('a breaker', () => {
  it('rests after failures in a row, and not after as many with a success between them', () => {
    const { breaker, changes, fail } = given();
    fail(2);
    breaker.succeeded();
    fail(2);
    expect([breaker.state(), changes]).toEqual(['closed', []]);
    fail(1);
    expect([breaker.state(), changes]).toEqual(['resting', [true]]);
  });

  it('a breaker allows one try after a rest, rests twice as long when it fails, and no longer than the longest rest', () => {
    const { breaker, fail, pass } = given();
    fail(3);
    for (const restMs of [100, 200, 300, 300]) {
      pass(restMs - 1);
      expect(breaker.state()).toBe('resting');
      pass(1);
      expect(breaker.state()).toBe('trying');
      breaker.beginTry();
      expect(breaker.state()).toBe('resting');
      fail(1);
    }
  });

  it('a success closes a breaker, which is reported once', () => {
    const { breaker, changes, fail, pass } = given();
    fail(3);
    pass(100);
    breaker.beginTry();
    breaker.succeeded();
    breaker.succeeded();
    expect([breaker.state(), changes]).toEqual(['closed', [true, false]]);
  });

  it('a breaker allows another try when the previous one gives no result', () => {
    const { breaker, fail, pass } = given();
    fail(3);
    pass(100);
    breaker.beginTry();
    pass(100);
    expect(breaker.state()).toBe('trying');
  });
});
