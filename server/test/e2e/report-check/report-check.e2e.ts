import { expect, it } from 'vitest';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { givenReport } from '#testing/appraisals/report-checks';
import { givenPage } from '#testing/owner-page';
import { newWindow, origin, takeSeat, useWorld } from '#test/e2e/board-world';

const world = useWorld();

it('a caller sees the figures framed on the page, and shows the findings to the owner by keyboard', async () => {
  const { harness, browser } = world.current;
  const given = await givenPage(harness);
  await givenReport(harness, given.receipt.intake_id);

  const { page, trouble } = await takeSeat(world.current, { bypassCsp: true });
  await page.goto(`${origin}/board/cases/${given.id}`);
  const panel = page.getByRole('region', { name: 'Report check' });
  const sums = panel.getByRole('region', { name: 'Figures that don’t match' });
  await sums.getByText('for “Market Value”').first().waitFor();
  await panel.getByText('The customer doesn’t see any of this.').waitFor();
  await sums.getByRole('button', { name: 'Show page 1' }).first().press('Enter');
  const image = sums.getByRole('img', { name: 'Page 1 of the report' });
  await image.waitFor();
  const frames = sums.locator('[data-mark]');
  await expect.poll(() => frames.count()).toBeGreaterThan(3);
  // A frame surrounds its figure: in the right half of the page, where the synthetic document prints its figures.
  const [outer, inner] = [await image.boundingBox(), await frames.first().boundingBox()];
  const left = ((inner?.x ?? 0) - (outer?.x ?? 0)) / (outer?.width ?? 1);
  expect(left).toBeGreaterThan(0.47);
  expect(left).toBeLessThan(0.5);
  await sums.getByRole('button', { name: /^Market Value: \$/ }).press('Enter');
  expect(await sums.getByRole('button', { name: /^Market Value: \$/ }).getAttribute('aria-pressed')).toBe('true');
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    expect(await sidewaysScroll(page), `${width}`).toBe(0);
    await saveLook(panel, `report-check-${width}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByRole('button', { name: /^Show these \d+ findings to the customer$/ }).press('Enter');
  await panel.getByText('released by').waitFor();

  const phone = await newWindow(browser, { width: 390, bypassCsp: true });
  await phone.page.goto(`${origin}${given.path}`);
  await phone.page.getByRole('heading', { name: 'What we found in your insurer’s report' }).waitFor();
  expect(await sidewaysScroll(phone.page)).toBe(0);
  expect(await accessibilityProblems(phone.page)).toEqual([]);
  await saveLook(phone.page, 'report-check-owner');

  await panel.getByRole('button', { name: 'Stop showing them' }).press('Enter');
  await panel.getByText('The customer doesn’t see any of this.').waitFor();
  expect([trouble, phone.trouble]).toEqual([[], []]);
});
