import { beforeAll, expect, it } from 'vitest';
import { origin, takeSeat, useWorld, type Desk } from './board-world.ts';

const world = useWorld();
let desk: Desk;

beforeAll(async () => {
  desk = await takeSeat(world.current, { role: 'administrator' });
});

it('administration shows the calling hours with their law, and that no lawyer has reviewed them', async () => {
  const { page } = desk;
  await page.goto(`${origin}/board/admin`);
  await page.getByRole('tab', { name: 'Calling hours' }).click();
  await page.getByText('No lawyer has reviewed this table.').waitFor();
  const row = page.getByRole('row', { name: /Rhode Island/ });
  expect(await row.textContent()).toContain('Mon–Fri 9–18, Sat 10–17, Sun closed');
  expect(await row.getByRole('link').getAttribute('href')).toMatch(/^https:/);
  expect(await page.getByRole('row', { name: /Pennsylvania/ }).textContent()).toContain('from 2026-10-18');
});
