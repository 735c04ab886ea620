import { expect, it } from 'vitest';
import { accessibilityProblems, saveLook, sidewaysScroll } from '#test/browser/browser';
import { postForm } from '#testing/staff';
import { enter, newWindow, origin, signIn, takeSeat, useWorld } from '../board-world.ts';

const world = useWorld();

it('a user who signs in is told about failed attempts since the last sign-in, and so is an administrator', async () => {
  const { harness, browser } = world.current;
  const { page } = await newWindow(browser, { bypassCsp: true });
  const member = await signIn(world.current, page);
  for (const network of ['198.51.100.1', '198.51.101.1', '198.51.101.2'])
    await postForm(
      harness,
      { path: '/sign-in', headers: { 'x-forwarded-for': network } },
      { email: member.email, password: 'a guess of a stranger', code: '000000' },
    );
  const admin = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
  await admin.page.goto(`${origin}/board/admin?tab=Team`);
  await admin.page.getByText('3 failed attempts since the last sign-in, from 2 networks').waitFor();

  harness.clock.advance(60);
  await page.goto(`${origin}/sign-in`);
  await enter(page, member);
  await page.waitForURL(`${origin}/board`);
  const told = page.getByRole('complementary', { name: 'Last sign-in' });
  await told
    .getByText('3 failed attempts since, from 2 networks. If they weren’t yours, tell an administrator.')
    .waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await sidewaysScroll(page), await accessibilityProblems(page)]).toEqual([width, 0, []]);
    await saveLook(page, `last-sign-in-${width}`);
  }
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await told.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('main').waitFor();
  expect(await told.count()).toBe(0);
});
