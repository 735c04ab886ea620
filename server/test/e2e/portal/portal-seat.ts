import type { screens } from '#test/browser/browser';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { newWindow, origin, type Desk, type World } from '../board-world.ts';

type Seat = {
  readonly user?: Parameters<typeof givenPortalUser>[1];
  readonly width?: keyof typeof screens;
  readonly dark?: boolean;
};

/** A signed-in user of an institution with their own window. */
export async function takePortalSeat(
  { harness, browser }: World,
  { user = {}, width = 1280, dark = false }: Seat = {},
): Promise<Desk & { readonly portal: PortalBrowser }> {
  const portal = await givenPortalUser(harness, user);
  const desk = await newWindow(browser, { width, dark, bypassCsp: true });
  const [name = '', value = ''] = (portal.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await desk.context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  return { ...desk, portal };
}
