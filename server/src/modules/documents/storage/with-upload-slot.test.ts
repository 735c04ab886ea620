import { describe, expect, it } from 'vitest';
import type { Actor } from '#actor';
import { withUploadSlot } from './uploads.ts';
import { clientOf } from '../rules.ts';

const poll = (address: string): Actor => ({ kind: 'poll', address, tokenHashes: [] });
const agent = (principalId: string): Actor => ({
  kind: 'agent',
  address: '192.0.2.1',
  principalId,
  keyId: 'key',
  livemode: true,
});
const refused = { code: 'rate_limited', status: 429, retryAfterS: 10 };

/** Takes slots that stay occupied until `end`. */
async function hold(count: number, uploader: (index: number) => Parameters<typeof withUploadSlot>[0]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const occupied = Array.from({ length: count }, (_, index) => withUploadSlot(uploader(index), () => promise));
  return {
    async end() {
      resolve();
      await Promise.all(occupied);
    },
  };
}

describe('an upload', () => {
  it('an upload gets a slot for its intake while fewer than twelve are in progress, from any client', async () => {
    const one = (index: number) => ({ actor: poll(`192.0.2.${index}`), intakeId: 'int_1' });
    const occupied = await hold(12, one);
    await expect(withUploadSlot(one(99), async () => 'taken')).rejects.toMatchObject(refused);
    expect(await withUploadSlot({ actor: poll('192.0.2.0'), intakeId: 'int_2' }, async () => 'taken')).toBe('taken');
    await occupied.end();
    expect(await withUploadSlot(one(99), async () => 'taken')).toBe('taken');
  });

  it.each([
    { what: 'twelve of its address', most: 12, actor: poll('198.51.100.1'), another: poll('198.51.100.2') },
    { what: 'twelve of its /64', most: 12, actor: poll('2001:db8:1:2::1'), another: poll('2001:db8:1:3::1') },
    { what: 'twenty-four of its agent', most: 24, actor: agent('prn_1'), another: agent('prn_2') },
  ])('an upload gets a slot while fewer than $what are in progress', async ({ most, actor, another }) => {
    const occupied = await hold(most, (index) => ({ actor, intakeId: `int_${index}` }));
    const one = (who: Actor) => withUploadSlot({ actor: who, intakeId: 'int_other' }, async () => 'taken');
    await expect(one(actor)).rejects.toMatchObject(refused);
    expect(await one(another)).toBe('taken');
    await occupied.end();
    expect(await one(actor)).toBe('taken');
  });

  it('an upload returns its slot when it fails', async () => {
    const uploader = { actor: poll('203.0.113.1'), intakeId: 'int_failing' };
    for (let turn = 0; turn < 30; turn += 1) {
      await expect(withUploadSlot(uploader, () => Promise.reject(new Error('synthetic')))).rejects.toThrow('synthetic');
    }
  });

  it('an upload is counted by its agent, or by its address', () => {
    expect([agent('prn_1'), poll('2001:db8:1:2:3::9'), { kind: 'system', worker: 'w' } as const].map(clientOf)).toEqual(
      ['prn_1', '2001:db8:1:2::/64', 'system'],
    );
  });
});
