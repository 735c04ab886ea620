import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Attempt } from './attempt.ts';
import type { PostOutcome } from './port.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function begin() {
  const outcomes: PostOutcome[] = [];
  const aborts: Error[] = [];
  const controller = { abort: (reason: Error) => aborts.push(reason) } as unknown as Dispatcher.DispatchController;
  return { attempt: new Attempt((outcome) => outcomes.push(outcome)), controller, outcomes, aborts };
}

it('an attempt sends nothing on a connection that is established after the deadline', () => {
  const { attempt, controller, outcomes, aborts } = begin();
  vi.advanceTimersByTime(10_000);
  expect(outcomes).toMatchObject([{ status: undefined, cause: 'no answer within 10 seconds', durationMs: 10_000 }]);
  attempt.onRequestStart(controller);
  expect(aborts).toHaveLength(1);
});

it('an attempt has one deadline for all steps, and earlier headers count', () => {
  const { attempt, controller, outcomes, aborts } = begin();
  vi.advanceTimersByTime(5_000);
  attempt.onRequestStart(controller);
  vi.advanceTimersByTime(4_000);
  attempt.onResponseStart(controller, 200);
  attempt.onResponseData(controller, Buffer.from('a beginning'));
  vi.advanceTimersByTime(999);
  expect([outcomes, aborts]).toEqual([[], []]);
  vi.advanceTimersByTime(1);
  expect(outcomes).toMatchObject([{ status: 200, cause: 'acknowledged', answer: 'a beginning', durationMs: 10_000 }]);
  expect([outcomes[0]?.timings, aborts.length]).toEqual([{ firstByte: 9_000 }, 1]);
});

it('an attempt ends once, whatever arrives afterwards', () => {
  const { attempt, controller, outcomes } = begin();
  attempt.onRequestStart(controller);
  attempt.onResponseStart(controller, 204);
  attempt.onResponseEnd();
  attempt.onResponseError(controller, new Error('cut'));
  vi.advanceTimersByTime(20_000);
  expect(outcomes).toMatchObject([{ status: 204, cause: 'acknowledged', answer: '' }]);
});
