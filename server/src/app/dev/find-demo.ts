import type { StaffRole } from '#actor';
import type { Ctx } from '#context';
import { listInstitutionIds } from '#modules/partners';
import { prepared } from '#platform/db';

export type Demo = {
  readonly state: 'loading' | 'ready' | 'none';
  /** Staff members with a one-click sign-in. */
  readonly staff: Readonly<Partial<Record<StaffRole, { readonly email: string; readonly name: string }>>>;
  readonly institutionId: string | undefined;
};

type Member = { readonly role: StaffRole; readonly email: string; readonly name: string };

const team = prepared<[], Member>(
  'dev.list-demo-staff',
  `select distinct on (role) role, email, name from staff.members
   where email like '%@demo.example.com' and disabled_at is null order by role, length(email), email`,
);

const era = prepared<[], { paused: boolean }>(
  'dev.find-era',
  'select paused from events.log_epochs order by era desc limit 1',
);

/** The result of `makewhole demo`. Only its own people, who have reserved example addresses, can be signed in with a click. */
export async function findDemo(ctx: Ctx): Promise<Demo> {
  const [members, current, [institutionId]] = await Promise.all([
    ctx.db.many(team()),
    ctx.db.find(era()),
    listInstitutionIds(ctx, '', 1),
  ]);
  const staff = Object.fromEntries(members.map(({ role, ...member }) => [role, member]));
  if (members.length === 0)
    return { state: current?.paused === true ? 'loading' : 'none', staff: {}, institutionId: undefined };
  // While the demo loads, all other work is paused.
  if (current?.paused === true) return { state: 'loading', staff: {}, institutionId: undefined };
  return { state: 'ready', staff, institutionId };
}
