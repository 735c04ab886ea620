import { describe, expect, it } from 'vitest';
import { MakewholeError } from '../src/calling/errors.ts';
import { decideRetry, readRetryAfter } from '../src/calling/retry-rules.ts';

const policy = { retries: 2, maxWaitS: 60 };
type Facts = { readonly status?: number; readonly retryAfterS?: number };
const error = (code: string, facts: Facts = {}) => new MakewholeError(code, code, { attempts: 1, ...facts });
const chances = [0, 0.5, 1];
const wait = (failed: MakewholeError, { attempt = 1, repeatable = true, chance = 0.5 } = {}) =>
  decideRetry({ error: failed, attempt, repeatable, chance }, policy);

describe('the decision whether to retry a call', () => {
  it.each<[string, Facts, [whenSafe: boolean, otherwise: boolean]]>([
    ['connection_failed', {}, [true, false]],
    ['timeout', {}, [true, false]],
    ['internal_error', { status: 500 }, [true, false]],
    ['unexpected_answer', { status: 502 }, [true, false]],
    ['rate_limited', { status: 429 }, [true, true]],
    ['nonce_replayed', { status: 401 }, [true, true]],
    ['idempotency_in_progress', { status: 409, retryAfterS: 1 }, [true, true]],
    ['idempotency_conflict', { status: 409 }, [false, false]],
    ['validation_failed', { status: 400 }, [false, false]],
    ['unexpected_answer', { status: 200 }, [false, false]],
    ['aborted', {}, [false, false]],
  ])('%s %j: retried if idempotent, and otherwise: %j', (code, facts, [repeated, otherwise]) => {
    expect(wait(error(code, facts)) !== undefined).toBe(repeated);
    expect(wait(error(code, facts), { repeatable: false }) !== undefined).toBe(otherwise);
    expect(wait(error(code, facts), { attempt: 3 })).toBeUndefined();
  });

  it('waits longer each time, with jitter, and never before Retry-After', () => {
    const failed = error('timeout');
    expect(chances.map((chance) => wait(failed, { chance }))).toEqual([250, 375, 500]);
    expect(chances.map((chance) => wait(failed, { chance, attempt: 2 }))).toEqual([500, 750, 1000]);
    const limited = error('rate_limited', { status: 429, retryAfterS: 7 });
    for (const chance of chances) expect(wait(limited, { chance })).toBeGreaterThanOrEqual(7000);
    expect(wait(error('rate_limited', { status: 429, retryAfterS: 61 }))).toBeUndefined();
  });

  it('reads Retry-After in seconds and as a date', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(readRetryAfter('17', now)).toBe(17);
    expect(readRetryAfter('Sun, 15 Nov 2026 12:00:30 GMT', now)).toBe(30);
    expect(readRetryAfter('Sun, 15 Nov 2026 11:00:00 GMT', now)).toBe(0);
    expect([readRetryAfter(null, now), readRetryAfter('soon', now)]).toEqual([undefined, undefined]);
  });
});
