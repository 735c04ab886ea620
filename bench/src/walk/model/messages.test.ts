import { describe, expect, it } from 'vitest';
import { Outbox } from './messages.ts';
import { createConsultation } from './queue.ts';

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

  it('sends no email about a case whose phone is on the list, and drops what waits about it at the stop', () => {
    const outbox = new Outbox();
    const contact = () => ({ email: 'a@example.com', phone, state: 'NY' });
    const made = { source: 'agent_intake', sourceId: '', test: false, priority: false, openedAt: 0 } as const;
    const one = createConsultation({ ...made, contact, isOver: () => false, offerCents: undefined });
    const message = { purpose: 'checkout', channel: 'email', subject: 'x', link: '', createdAt: 0 } as const;
    const queue = () => outbox.queue({ ...message, case: one, to: 'a@example.com', isTrue: () => true });
    queue();
    expect(outbox.send(0, (listed) => listed === phone)).toEqual([]);
    queue();
    outbox.withdrawTo([phone]);
    expect(outbox.waiting).toBe(0);
  });
});
