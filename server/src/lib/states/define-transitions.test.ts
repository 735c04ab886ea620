import { describe, expect, it } from 'vitest';
import { defineTransitions } from './define-transitions.ts';

const lamp = defineTransitions(['off', 'on', 'broken'], {
  press: { from: ['off'], to: 'on' },
  release: { from: ['on'], to: 'off' },
  drop: { from: ['off', 'on'], to: 'broken' },
});

describe('a table of transitions', () => {
  it('an action is allowed only from its own statuses', () => {
    expect(lamp.canMove('off', 'press')).toBe(true);
    expect(lamp.canMove('on', 'press')).toBe(false);
    expect(lamp.canMove('broken', 'drop')).toBe(false);
  });

  it('an action has its target status, and none where it is not allowed', () => {
    expect(lamp.next('on', 'drop')).toBe('broken');
    expect(lamp.next('on', 'press')).toBeUndefined();
  });

  it('terminal statuses are those without an action', () => {
    const statuses = ['off', 'on', 'broken'] as const;
    expect(statuses.filter((status) => lamp.isTerminal(status))).toEqual(['broken']);
  });
});
