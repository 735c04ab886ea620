import assert from 'node:assert/strict';
import type { StaffRole } from '#actor';
import { randomBase62 } from '#lib/tokens/base62';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { createSetup, createStaffMember, createStaffToken } from '#modules/staff';
import { team, type Colleague } from './cast.ts';
import type { World } from './world.ts';

/** A demo staff member, with everything needed to sign in as them. */
export type DemoStaffMember = {
  readonly role: StaffRole;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** For an authenticator app. */
  readonly secret: string;
  /** Recovery codes: each replaces the authenticator's code once. */
  readonly codes: readonly string[];
};

/** The staff members who act in the story. */
export type Tokens = Readonly<Record<Colleague, string>>;

/** The team. Passwords are new each time and are shown once; each member acts in the story with their own token. */
export async function addTeam(world: World): Promise<{ people: readonly DemoStaffMember[]; tokens: Tokens }> {
  const { ctx } = world.service;
  const people: DemoStaffMember[] = [];
  const tokens: Partial<Record<Colleague, string>> = {};
  for (const [colleague, { name, role, email }] of Object.entries(team)) {
    await createStaffMember(ctx, { email, name, role });
    people.push({ role, name, email, ...(await setUp(world, email)) });
    tokens[colleague as Colleague] = (await createStaffToken(ctx, { email, label: 'demonstration' })).token;
  }
  return { people, tokens: tokens as Tokens };
}

/** As the staff member would: open the link, add the secret to an app, choose a password, type the code. */
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
  return { password, secret, codes: [...new Set(done.match(/\b(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}\b/g) ?? [])] };
}
