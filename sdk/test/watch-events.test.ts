import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MakewholeError } from '../src/calling/errors.ts';
import { watchEvents } from '../src/calling/watch-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['as long as the service asks for', 120, 120_000],
  ['an hour at most, since a timer of years ends at once', 999_999_999, 3_600_000],
])('waits after a refusal: %s', async (_what, retryAfterS, expectedMs) => {
  let asked = 0;
  const read = async () => {
    asked += 1;
    if (asked === 1) throw new MakewholeError('rate_limited', 'Too many.', { attempts: 1, status: 429, retryAfterS });
    return { data: ['an event'], has_more: false, next_cursor: null };
  };
  const next = watchEvents(read, { pollMs: 5 }).next();
  await vi.advanceTimersByTimeAsync(expectedMs - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await next).value?.event).toBe('an event');
});
