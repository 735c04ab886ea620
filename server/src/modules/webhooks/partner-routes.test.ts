import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { until } from '#test/until';
import { untilComplete } from './events/testing.ts';

const harness = useHarness();
type Listed = { readonly id: string; readonly type: string };

const list = (token: string, query = '') => harness.current.call('GET', `/api/gap/v1/events${query}`, { token });
const idsOf = (body: { data: Listed[] }) => body.data.map(({ id }) => id);

/** An institution with two referrals, which published four events. */
async function givenEvents(): Promise<{ key: string; institutionId: string }> {
  const partner = await givenPartner(harness.current);
  for (let made = 0; made < 2; made += 1) {
    await givenReferral(harness.current, partner.key);
    harness.current.clock.advance(60);
  }
  await untilComplete(harness.current);
  return partner;
}

describe('the list of events', () => {
  it('the list is read page by page, from either end, without a gap or a repetition', async () => {
    const { key } = await givenEvents();
    const all = idsOf((await list(key)).body);
    expect(all).toHaveLength(4);
    for (const order of ['desc', 'asc']) {
      const read: string[] = [];
      let cursor = '';
      for (let page = 0; page < 4; page += 1) {
        const { body } = await list(key, `?limit=1&order=${order}${cursor}`);
        read.push(...idsOf(body));
        expect(body.has_more).toBe(page < 3);
        cursor = `&cursor=${body.next_cursor}`;
      }
      expect(read).toEqual(order === 'desc' ? all : all.toReversed());
    }
  });

  it('the list always returns a cursor when reading forward, and ends when reading backward', async () => {
    const { key } = await givenEvents();
    const { body: end } = await list(key, '?order=asc');
    expect([end.has_more, typeof end.next_cursor]).toEqual([false, 'string']);
    const later = () => list(key, `?order=asc&cursor=${end.next_cursor}`);
    const nothing = await later();
    expect([nothing.body.data, nothing.body.next_cursor]).toEqual([[], end.next_cursor]);
    await givenReferral(harness.current, key);
    const both = await until('what is new', async () => {
      const { data } = (await later()).body;
      return data.length > 0 && data;
    });
    expect(both.map(({ type }: Listed) => type)).toEqual(['referral.created', 'referral.invited']);
    expect((await list(key)).body.next_cursor).toBeNull();
  });

  it('the list filters by type and time, from inclusive and to exclusive', async () => {
    const { key } = await givenEvents();
    const body = await until('both to be listed', async () => {
      const { body: listed } = await list(key, '?order=asc&type=referral.created');
      return listed.data.length > 1 && listed;
    });
    expect(body.data.map(({ type }: Listed) => type)).toEqual(['referral.created', 'referral.created']);
    const [, second] = body.data.map(({ created_at }: { created_at: string }) => created_at);
    expect((await list(key, `?created_from=${second}`)).body.data).toHaveLength(2);
    expect((await list(key, `?created_to=${second}`)).body.data).toHaveLength(2);
    expect((await list(key, '?type=plan.statement.issued')).body.data).toEqual([]);
  });

  it('the list shows nothing of another institution or of the other mode', async () => {
    const { key, institutionId } = await givenEvents();
    const live = await givenPartner(harness.current, { institutionId, livemode: true });
    const stranger = await givenPartner(harness.current);
    const { body } = await list(key, '?limit=1');
    for (const other of [live.key, stranger.key]) {
      expect((await list(other)).body.data).toEqual([]);
      expect((await list(other, `?cursor=${body.next_cursor}`)).body.data).toEqual([]);
    }
  });

  it.each([
    'cursor=',
    'cursor=nonsense',
    `cursor=${'x'.repeat(301)}`,
    `cursor=${Buffer.from('["1"]').toString('base64url')}`,
    `cursor=${Buffer.from('["1","-1"]').toString('base64url')}`,
    `cursor=${Buffer.from('["18446744073709551616","1"]').toString('base64url')}`,
    `cursor=${Buffer.from('["1","9223372036854775808"]').toString('base64url')}`,
    'limit=0',
    'limit=101',
    'limit=1.0',
    'order=up',
    'type=nothing',
    'created_from=yesterday',
    'limit=1&limit=2',
  ])('the list refuses invalid parameters: %s', async (query) => {
    const { key } = await givenPartner(harness.current);
    const { status, body } = await list(key, `?${query}`);
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'validation_failed', query.split('=')[0]]);
  });
});
