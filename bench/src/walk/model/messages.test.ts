import { describe, expect, it } from 'vitest';
import { Outbox } from './messages.ts';

const phone = '+12125550100';

describe('the outbox', () => {
  it('holds a text until it may leave, and drops what waits past its use', () => {
    const outbox = new Outbox();
    const night = Date.parse('2026-11-17T08:00:00Z');
    const message = { purpose: 'invitation', channel: 'text', subject: 'x', link: '', createdAt: night } as const;
    outbox.queue({ ...message, to: phone, isTrue: () => true, places: () => [{ phone, state: 'CA' }] });
    expect(outbox.send(night, () => false)).toEqual([]);
    expect(outbox.send(Date.parse('2026-11-17T15:59:00Z'), () => false)).toEqual([]);
    expect(outbox.send(Date.parse('2026-11-17T16:00:00Z'), () => false)).toHaveLength(1);
    outbox.queue({ ...message, channel: 'email', to: 'late', isTrue: () => true });
    expect(outbox.send(night + 8 * 86_400_000, () => false)).toEqual([]);
  });
});
