import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { givenStaff } from '#testing/access';
import { givenIntake, givenTeam } from '#testing/intakes';
import { BoardOutline } from './board-outline.ts';
import { ChangeFeed, maxListeners } from './change-feed.ts';
import { streamChanges } from './stream-changes.ts';

const harness = useHarness();

/** A board that notes which cases it was told of. */
function board() {
  const told: string[] = [];
  return { told, tell: ({ cases }: { readonly cases: readonly string[] }) => void told.push(...cases), end: () => {} };
}

const caseOf = async ({ intake_id: id }: { readonly intake_id: string }): Promise<string> => {
  const team = await givenTeam(harness.current);
  return (await team.record(id)).consultation?.id ?? '';
};

describe('the feed of changes', () => {
  it('tells of a change in the next turn when what comes before it failed', async () => {
    let failures = 0;
    const feed = new ChangeFeed(harness.current.ctx, async () => {
      if (feed.isWatching && failures++ === 0) throw new Error('the database was away');
    });
    const screen = board();
    feed.listen(screen);
    await until('the feed', () => feed.isWatching);
    const id = await caseOf(await givenIntake(harness.current));
    await until('the case', () => screen.told.includes(id), 5_000);
    expect(failures).toBeGreaterThan(0);
    feed.stop();
  });

  it('begins anew with a reading of its own, whatever was read before nobody listened', async () => {
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

describe('a stream that cannot be begun', () => {
  it('leaves no listener behind', async () => {
    const { ctx } = harness.current;
    const { staffId } = await givenStaff(harness.current);
    const feed = new ChangeFeed(ctx);
    const open = () =>
      streamChanges(
        { ...ctx, actor: { kind: 'staff', staffId, role: 'agent', credentialId: 'ses_x' } },
        feed,
        undefined,
      );
    await ctx.db.pool.query('alter table audit.head rename to away');
    const refused = await Promise.allSettled(Array.from({ length: maxListeners }, open));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    await ctx.db.pool.query('alter table audit.away rename to head');
    const stream = await open();
    expect(feed.isFull).toBe(false);
    stream.destroy();
    feed.stop();
  });
});
