import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { firstIdAt } from '#lib/tokens/ids';
import { until } from '#test/until';
import { givenStaff } from '#testing/staff';
import { recordTextReply } from '#modules/replies';
import { givenIntake, givenTeam, newPhone } from '#testing/intakes';
import { BoardOutline } from '../columns/columns.ts';
import { ChangeFeed } from './change-feed.ts';
import { maxListeners } from './rules.ts';
import { streamChanges } from './stream-changes.ts';

const harness = useHarness();

/** A board that records which consultations it was notified of. */
function board() {
  const notified: string[] = [];
  return {
    notified,
    notify: ({ cases }: { readonly cases: readonly string[] }) => void notified.push(...cases),
    close: () => {},
  };
}

const caseOf = async ({ intake_id: id }: { readonly intake_id: string }): Promise<string> => {
  const team = await givenTeam(harness.current);
  return (await team.record(id)).consultation?.id ?? '';
};

describe('the change feed', () => {
  it('the feed notifies of a change in the next round when the previous work failed', async () => {
    let failures = 0;
    const feed = new ChangeFeed(harness.current.ctx, async () => {
      if (feed.isWatching && failures++ === 0) throw new Error('the database was away');
    });
    const screen = board();
    feed.listen(screen);
    await until('the feed', () => feed.isWatching);
    const id = await caseOf(await givenIntake(harness.current));
    await until('the consultation', () => screen.notified.includes(id));
    expect(failures).toBeGreaterThan(0);
    feed.stop();
  });

  it('the feed notifies of a reply, and again a board that was disconnected in the meantime', async () => {
    const { ctx } = harness.current;
    const phone = newPhone();
    const id = await caseOf(await givenIntake(harness.current, { customer: { phone } }));
    harness.current.clock.advance(60);
    const feed = new ChangeFeed(ctx);
    const screen = board();
    feed.listen(screen);
    await until('the feed', () => feed.isWatching);
    const cursor = { eventId: firstIdAt('evt', ctx.clock.now()), seq: '0' };
    await recordTextReply(ctx, {
      from: `+1${phone}`,
      body: 'Who is this?',
      providerId: 'SM-synthetic',
      handledAs: undefined,
      attachments: 0,
    });
    await until('the consultation', () => screen.notified.includes(id));
    expect((await feed.since(cursor))?.cases).toContain(id);
    feed.stop();
  });

  it('the feed refreshes when listening resumes, whatever was read before', async () => {
    const { ctx } = harness.current;
    const outline = new BoardOutline(ctx);
    const feed = new ChangeFeed(ctx, () => outline.refresh());
    const shown = async () => (await outline.read(false, !feed.isWatching)).flatMap(({ ids }) => ids);
    const leave = feed.listen(board());
    await until('the feed', () => feed.isWatching);
    await shown();
    leave();
    await until('nobody', () => !feed.isWatching);
    const id = await caseOf(await givenIntake(harness.current));
    feed.listen(board());
    await until('the feed again', () => feed.isWatching);
    expect(await shown()).toContain(id);
    feed.stop();
  });
});

describe('a stream that cannot be started', () => {
  it('a stream that cannot be started leaves no listener behind', async () => {
    const { ctx } = harness.current;
    const { staffId } = await givenStaff(harness.current);
    const feed = new ChangeFeed(ctx);
    const open = () =>
      streamChanges(
        { ...ctx, actor: { kind: 'staff', staffId, role: 'caller', credentialId: 'ses_x' } },
        feed,
        undefined,
      );
    await harness.current.owner.pool.query('alter table audit.head rename to away');
    const refused = await Promise.allSettled(Array.from({ length: maxListeners }, open));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    await harness.current.owner.pool.query('alter table audit.away rename to head');
    const stream = await open();
    expect(feed.isFull).toBe(false);
    stream.destroy();
    feed.stop();
  });
});
