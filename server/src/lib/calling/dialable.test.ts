import { describe, expect, it } from 'vitest';
import { findNumberProblem, isDialable } from './dialable.ts';

describe('dialable numbers', () => {
  it.each([
    ['+12125550142', undefined],
    ['+12125551234', undefined],
    ['+17875550142', undefined],
    ['+16715550142', undefined],
    ['+18765550142', 'outside_us'],
    ['+14735550142', 'outside_us'],
    ['+14165550142', 'outside_us'],
    ['+15555550142', 'outside_us'],
    ['+19005550142', 'premium'],
    ['+12129760142', 'premium'],
    ['+12125551212', 'premium'],
    ['+18005550142', 'toll_free'],
    ['+18885550142', 'toll_free'],
    ['+19115550142', 'not_assigned'],
    ['+12129110142', 'not_assigned'],
    ['+12120550142', 'not_assigned'],
    ['+12121550142', 'not_assigned'],
    ['2125550142', 'outside_us'],
  ])('the number %s has the problem %s', (phone, problem) => {
    expect([findNumberProblem(phone), isDialable(phone)]).toEqual([problem, problem === undefined]);
  });
});
