import type { CastMember, Colleague } from '@makewhole/server/src/entrypoints/demo/cast.ts';
import { createMemberActs } from '@makewhole/server/src/entrypoints/demo/members.ts';
import { createMoneyActs } from '@makewhole/server/src/entrypoints/demo/money-acts.ts';
import { createReferralActs } from '@makewhole/server/src/entrypoints/demo/partners.ts';
import { createStoryActs, type Act, type Story } from '@makewhole/server/src/entrypoints/demo/story-acts.ts';
import type { HttpStage } from './stage.ts';

/** What either version reads when a flow is done: the path, and the key. */
export type Read = { readonly path: string; readonly token: string };

export type Flow = { readonly name: string; run(): Promise<readonly Read[]> };

/** Objects that earlier flows made for later ones. */
export type Given = { agentKey: string; institutionId: string; liveKey: string; endpointId: string };

export const agentHook = '/agent';
export const partnerHook = '/partner';

/** Makes a flow for the next person of the cast. */
export type Maker = (name: string, run: (book: Book) => Promise<readonly Read[]>) => Flow;
export type Book = ReturnType<typeof createBook>;
type Parts = { stage: HttpStage; staffToken: string; given: Given; person: CastMember };

/** The acts for one person of the cast. */
export function createBook({ stage, staffToken, given, person }: Parts) {
  const colleagues: readonly Colleague[] = ['administrator', 'lead', 'pippa', 'rufus', 'wanda'];
  const tokens = Object.fromEntries(colleagues.map((one) => [one, staffToken])) as Record<Colleague, string>;
  const board = { world: stage, tokens, agentKey: given.agentKey };
  const story: Story = { person, sourceId: '', id: '', isIntake: true, confirmPath: '' };
  const acts = createStoryActs(board);
  const staffRead = (path: string): Read => ({ path: `/api/staff/v1${path}`, token: staffToken });
  return {
    stage,
    given,
    person,
    story,
    acts,
    money: createMoneyActs(board, acts),
    referral: createReferralActs(board, acts, given),
    member: createMemberActs(board, acts, given),
    staff: (route: string, body?: unknown) => acts.staff('administrator', route, body),
    /** As staff, for responses other than 200. */
    post: (path: string, body: unknown, expects = 201) =>
      stage.call(`POST /api/staff/v1${path}`, { token: staffToken, body, expects }),
    partner: (route: string, body: unknown, expects = 200) =>
      stage.call(route.replace(' ', ' /api/gap/v1'), { token: given.liveKey, body, expects }),
    /** One act after the other, with the effects of each. */
    async play(...steps: readonly Act[]) {
      for (const step of steps) {
        await step(story);
        await stage.work();
      }
    },
    staffRead,
    caseReads: (): readonly Read[] => [
      staffRead(`/board/cases/${story.id}`),
      staffRead(`/cases/${story.id}/facts`),
      staffRead(`/board/search?q=${story.sourceId}`),
      ...(story.isIntake
        ? [
            staffRead(`/intakes/${story.sourceId}`),
            { path: `/api/agent/v1/intakes/${story.sourceId}`, token: given.agentKey },
          ]
        : []),
    ],
    partnerRead: (path: string): Read => ({ path: `/api/gap/v1${path}`, token: given.liveKey }),
  };
}

/** The insurer's offer and its final payment. */
export const won = ({ offerCents }: CastMember) => ({
  offer: { value_cents: offerCents, deductible_cents: 50_000 },
  settlement: { value_cents: offerCents + 312_500, deductible_cents: 50_000 },
});
