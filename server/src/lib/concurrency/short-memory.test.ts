import { expect, it } from 'vitest';
import { shortMemories, ShortMemory } from './short-memory.ts';

it('a short memory forgets after five seconds', () => {
  const memory = new ShortMemory<string>();
  memory.set('a', 'first', 0);
  expect([memory.get('a', 4_999), memory.get('a', 5_000), memory.get('b', 0)]).toEqual(['first', undefined, undefined]);
  memory.set('a', 'again', 6_000);
  expect(memory.get('a', 10_999)).toBe('again');
});

it('a short memory drops its oldest entry when it is full', () => {
  const memory = new ShortMemory<number>();
  for (let index = 0; index < 10_001; index += 1) memory.set(`${index}`, index, 0);
  expect([memory.get('0', 0), memory.get('1', 0), memory.get('10000', 0)]).toEqual([undefined, 1, 10_000]);
});

it('each owner has its own short memory', () => {
  const memoryOf = shortMemories<number>();
  const [one, other] = [{}, {}];
  memoryOf(one).set('a', 1);
  expect([memoryOf(one).get('a'), memoryOf(other).get('a')]).toEqual([1, undefined]);
});
