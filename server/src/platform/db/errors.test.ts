import { describe, expect, it } from 'vitest';
import { isConnectionLost, isUnavailable, sqlState, withState } from './index.ts';

const coded = (code: string): Error => Object.assign(new Error('synthetic'), { code });

describe('a database error', () => {
  it.each([
    ['Connection terminated unexpectedly', '08006'],
    ['Query read timeout', '08006'],
    ['Client has encountered a connection error and is not queryable', '08006'],
    ['timeout exceeded when trying to connect', '08001'],
    ['timeout expired', '08001'],
    ['Connection terminated due to connection timeout', '08001'],
    ['Cannot use a pool after calling end on the pool', '08003'],
  ])('a driver error without a code gets an SQLSTATE and counts as a lost connection: %s', (message, state) => {
    const error = new Error(message);
    expect(isConnectionLost(error)).toBe(true);
    expect(sqlState(withState(error))).toBe(state);
  });

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'ENETUNREACH', '57P01', '57P03', '08006'])(
    'an error with the code %s counts as a lost connection',
    (code) => expect(isConnectionLost(coded(code))).toBe(true),
  );

  it.each(['25006', '53100'])('an error with the code %s means that the database cannot work at the moment', (code) => {
    expect([isConnectionLost(coded(code)), isUnavailable(coded(code))]).toEqual([false, true]);
  });

  it('an error from a bug in our code has no category, and keeps its code', () => {
    expect(isUnavailable(coded('42P01'))).toBe(false);
    expect(isUnavailable(new Error('undefined is not a function'))).toBe(false);
    expect(sqlState(withState(coded('23505')))).toBe('23505');
    expect(sqlState(withState(new Error('something else')))).toBeUndefined();
  });
});
