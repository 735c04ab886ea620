import assert from 'node:assert/strict';
import { staffRoles, type StaffRole } from '#actor';
import { randomBase62 } from '#lib/base62';
import { stepAt, totpCode } from '#lib/totp';
import { createSetup, createStaff, createStaffToken } from '#modules/access';
import type { World } from './demo-world.ts';

/** A person of the demonstration's team, with everything needed to sign in as them. */
export type DemoPerson = {
  readonly role: StaffRole;
  readonly email: string;
  readonly password: string;
  /** For an authenticator app. */
  readonly secret: string;
  /** Instead of an authenticator's code, each once. */
  readonly codes: readonly string[];
};

/** Somebody of each role. Their passwords are made anew each time and are told once. */
export async function addTeam(world: World): Promise<{ people: readonly DemoPerson[]; token: string }> {
  const { ctx } = world.service;
  const people: DemoPerson[] = [];
  for (const role of staffRoles) {
    const email = `${role}@demo.example.com`;
    await createStaff(ctx, { email, name: `Synthetic ${role}`, role });
    people.push({ role, email, ...(await setUp(world, email)) });
  }
  const { token } = await createStaffToken(ctx, { email: 'administrator@demo.example.com', label: 'demonstration' });
  return { people, token };
}

/** As the person would: open the link, take the secret into an app, choose a password, type the code. */
async function setUp(world: World, email: string) {
  const { ctx } = world.service;
  const path = new URL((await createSetup(ctx, email)).url).pathname;
  const page = String(await world.call(`GET ${path}`));
  const secret = /\b[A-Z2-7]{32}\b/.exec(page)?.[0];
  assert(secret !== undefined, 'the page shows the authenticator’s secret');
  const password = `demo-${randomBase62(16)}`;
  const code = totpCode(secret, stepAt(ctx.clock.now()));
  const form = new URLSearchParams({ password, again: password, code }).toString();
  const done = String(
    await world.call(`POST ${path}`, { raw: { type: 'application/x-www-form-urlencoded', bytes: form } }),
  );
  return { password, secret, codes: [...new Set(done.match(/\b(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}\b/g) ?? [])] };
}
