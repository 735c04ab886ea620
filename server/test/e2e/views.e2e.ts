import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, saveImage, sidewaysScroll } from '#test/browser/browser';
import { givenTeam } from '#testing/intakes';
import { origin, staffCalls, takeSeat, useWorld, type Desk } from './board-world.ts';
import { fillBoard } from './synthetic-team.ts';
import { isNightly } from '#test/runs';

const world = useWorld();
let caseId = '';
let institutionId = '';
let referralCase = '';

beforeAll(async () => {
  const { harness } = world.current;
  harness.clock.advance(29 * 3600);
  const filled = await fillBoard(harness);
  institutionId = filled.institutionId;
  const team = await givenTeam(harness);
  const { body } = await harness.call('GET', '/api/staff/v1/board/columns', { token: team.token });
  const cards: { source: string; id: string }[] = body.columns.flatMap((column: { cards: object[] }) => column.cards);
  referralCase = cards.find(({ source }) => source === 'referral')?.id ?? '';
  caseId = (await team.record(filled.first.intake_id)).consultation?.id ?? '';
});

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel').locator('section').first().waitFor();
};

type Extent = 'whole' | 'first screen';

type View = {
  readonly name: string;
  readonly path: () => string;
  readonly ready: string;
  readonly act?: (page: Page) => Promise<void>;
  readonly undo?: (page: Page) => Promise<void>;
  /** Screenshots for the documentation: the views that staff use all day. */
  readonly picture?: { readonly light?: Extent; readonly dark?: Extent };
};

const admin = { path: () => '/admin', ready: 'text=what agents can do' };
const columns = { path: () => '', ready: '[data-card]' };

const views: readonly View[] = [
  { name: 'columns', ...columns, picture: { light: 'whole', dark: 'first screen' } },
  { name: 'next', path: () => '/next', ready: 'text=Ready?' },
  { name: 'mine', path: () => '/mine', ready: 'text=My callbacks' },
  { name: 'new case', path: () => '/new', ready: 'text=Read this to them' },
  {
    name: 'case',
    path: () => `/cases/${caseId}`,
    ready: '#person',
    act: async (page) => {
      await page.keyboard.press('t');
      await page.getByText('no one else can call', { exact: true }).waitFor();
      await page.locator('svg circle').first().waitFor();
    },
    undo: async (page) => {
      await page.keyboard.press('x');
      await page.getByRole('button', { name: /Take this case/ }).waitFor();
    },
    picture: { light: 'whole', dark: 'first screen' },
  },
  {
    name: 'callback',
    path: () => `/cases/${caseId}`,
    ready: '#person',
    act: async (page) => {
      await page.keyboard.press('2');
      await page.getByText('Call back when?').waitFor();
    },
  },
  {
    name: 'signed-out',
    path: () => `/cases/${caseId}`,
    ready: '#person',
    act: async (page) => {
      await page.route(staffCalls('/intakes/*/calls'), (route) => route.fulfill({ status: 401, body: '{}' }));
      await page.keyboard.press('4');
      await page.keyboard.press('Enter');
      await page.getByText('You’re signed out.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    undo: async (page) => {
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.unroute(staffCalls('/intakes/*/calls'));
    },
    picture: { light: 'first screen' },
  },
  { name: 'load', path: () => '/load', ready: 'text=Team today', picture: { light: 'first screen' } },
  { name: 'figures', path: () => '/figures?range=month', ready: 'text=Funnel' },
  { name: 'figure-cases', path: () => '/figures/cases?range=month&step=asked', ready: 'text=Cases for the month' },
  { name: 'admin-programs', ...admin },
  { name: 'admin-do-not-contact', ...admin, act: tab('Do not contact') },
  { name: 'admin-agents', ...admin, act: tab('Agents') },
  { name: 'admin-institutions', ...admin, act: tab('Institutions') },
  { name: 'admin-deliveries', ...admin, act: tab('Deliveries') },
  { name: 'admin-holds', ...admin, act: tab('Holds') },
  { name: 'admin-team', ...admin, act: tab('Team') },
  { name: 'admin-audit', ...admin, act: tab('Audit') },
  { name: 'referral', path: () => `/cases/${referralCase}`, ready: 'text=Review for the institution' },
  {
    name: 'institution',
    path: () => `/admin/institutions/${institutionId}`,
    ready: 'text=Webhook endpoints',
    picture: { light: 'first screen' },
  },
  {
    name: 'search',
    ...columns,
    act: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('example');
      await page.getByText(/\d results?\./).waitFor();
    },
    picture: { light: 'first screen' },
  },
  {
    name: 'help',
    ...columns,
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    picture: { light: 'first screen' },
  },
];

/** In CI the width decides in which color scheme a view is checked; nightly in both. */
const schemesAt = (width: number) =>
  isNightly ? (['light', 'dark'] as const) : ([width === 390 ? 'light' : 'dark'] as const);

/** In CI every second view is checked on a desktop and the others on a phone; nightly all of them on both. */
const viewsAt = (width: number): readonly View[] =>
  views.filter((_, place) => isNightly || place % 2 === (width === 390 ? 0 : 1));

describe.each([1280, 390] as const)('at %s pixels', (width) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await takeSeat(world.current, { role: 'administrator', width });
  });

  it.each(viewsAt(width))('the view $name does not overflow, is accessible and has no side effect', async (view) => {
    await look(desk, view);
    for (const scheme of ['light', 'dark'] as const) {
      await desk.page.emulateMedia({ colorScheme: scheme });
      const picture = view.picture?.[scheme];
      if (picture !== undefined)
        await saveImage(desk.page, `board-${view.name}-${width}${scheme === 'dark' ? '-dark' : ''}`, picture);
    }
    expect(await sidewaysScroll(desk.page)).toBe(0);
    expect(desk.trouble).toEqual([]);
    for (const colorScheme of schemesAt(width)) {
      await desk.page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(desk.page)).toEqual([]);
    }
    await leave(desk, view);
  });
});

async function look({ page }: Desk, { path, ready, act }: View): Promise<void> {
  await page.goto(`${origin}/board${path()}`);
  await page.waitForSelector(ready);
  await act?.(page);
}

/** Undoes what the view did, so that the next one starts from the same state. */
async function leave({ page }: Desk, { undo }: View): Promise<void> {
  await undo?.(page);
  await page.emulateMedia({ colorScheme: 'light' });
}
