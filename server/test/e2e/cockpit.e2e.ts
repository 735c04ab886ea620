import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems, saveLook, sidewaysScroll } from '#test/browser/browser';
import { givenIntake, givenTeam } from '#testing/intakes';
import { givenListings } from '#testing/vehicles/market';
import { origin, signIn, staffCalls, takeSeat, useWorld } from './board-world.ts';
import { wholeIntake } from './synthetic-team.ts';

const world = useWorld();
let id = '';
let intakeId = '';

beforeAll(async () => {
  const { harness } = world.current;
  // A Monday on which calls are allowed in every state.
  harness.clock.advance(30 * 3600);
  await givenListings(
    harness.ctx,
    [96_000, 101_000, 108_500, undefined].map((miles, index) => ({
      source: 'example',
      make: 'Toyota',
      model: 'Camry',
      year: index === 1 ? 2018 : 2019,
      trim: index === 2 ? 'SE' : 'LE',
      price: 21_904 - index * 452,
      miles: miles ?? 99_000,
      state: 'CA',
      lat: 37.7697,
      lon: -122.3933,
      url: index === 0 ? 'https://cars.example/listing/1' : undefined,
    })),
  );
  const receipt = await givenIntake(harness, wholeIntake(0));
  intakeId = receipt.intake_id;
  id = (await (await givenTeam(harness)).record(intakeId)).consultation?.id ?? '';
});

it('a note can be written at any time by keyboard; it survives a lost network, a reload and a sign-out, and only its author sees it', async () => {
  const desk = await takeSeat(world.current);
  const { page, context } = desk;
  await page.goto(`${origin}/board/cases/${id}`);
  await page.waitForSelector('#person');
  await page.keyboard.press('n');
  await page.keyboard.type('Bought new tires in May.');
  await page.route(staffCalls('/cases/*/notes'), (route) => route.abort());
  await page.keyboard.press('Control+s');
  await page.getByText(/Not saved: /).waitFor();
  await page.unroute(staffCalls('/cases/*/notes'));
  await page.reload();
  await page.waitForSelector('#person');
  await expect.poll(() => page.inputValue('#note')).toBe('Bought new tires in May.');
  // Another person signs in on the same browser, and then the author again.
  const cookies = await context.cookies();
  await context.clearCookies();
  await signIn(world.current, page);
  await page.goto(`${origin}/board/cases/${id}`);
  await page.waitForSelector('#person');
  await page.getByText('OK to call until').first().waitFor();
  expect(await page.inputValue('#note')).toBe('');
  await context.clearCookies();
  await context.addCookies(cookies);
  await page.goto(`${origin}/board/cases/${id}`);
  await page.waitForSelector('#person');
  await expect.poll(() => page.inputValue('#note')).toBe('Bought new tires in May.');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+s');
  await page.getByText('Note saved.').waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Bought new tires in May.').waitFor();
  expect(await page.inputValue('#note')).toBe('');
  expect(desk.trouble).toEqual([]);
  await context.close();
});

it('a case shows how few listings there are, that nothing is adjusted and what it costs, and sends a message after a voicemail', async () => {
  const { harness } = world.current;
  await (await givenTeam(harness)).call(intakeId, 'voicemail');
  const { page, trouble, context } = await takeSeat(world.current, { bypassCsp: true });
  await page.goto(`${origin}/board/cases/${id}`);
  const market = page.getByRole('region', { name: 'Offer and market' });
  await market.getByText('Median of 4 listings', { exact: true }).waitFor();
  await market.getByText(/No figure to compare with the offer: fewer than 5 listings/).waitFor();
  await market.getByText(/Only 4 listings in 45 days/).waitFor();
  await market.getByText(/listed prices as they are: no value is given, so nothing is adjusted/).waitFor();
  expect(await market.getByRole('row').count()).toBe(5);
  expect(await market.getByRole('link').getAttribute('href')).toBe('https://cars.example/listing/1');
  await page.getByRole('region', { name: 'Prices and who pays' }).getByText('$472').waitFor();
  const message = page.getByRole('region', { name: 'Message the owner' });
  await message.getByRole('button', { name: 'Choose a message' }).click();
  await message.getByLabel('Add your own words (optional)').fill('I am in until 5.');
  await message.getByText(/left you a voicemail.*I am in until 5\./s).waitFor();
  // No text provider is set up here, so texts are not offered.
  expect(await message.getByText(/Text to/).count()).toBe(0);
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 1000 });
    expect([width, await sidewaysScroll(page), await accessibilityProblems(page)]).toEqual([width, 0, []]);
    await saveLook(page, `cockpit-${width}`);
  }
  await message.getByRole('button', { name: 'Send this email' }).click();
  await page.getByText('It will be sent during permitted hours.').waitFor();
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByText(/Mail to the owner: waiting/)
    .first()
    .waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});
