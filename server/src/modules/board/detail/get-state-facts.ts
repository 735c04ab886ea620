import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listStateFacts } from '#lib/jurisdictions/list-state-facts';
import type { StateFactsView } from '../state-schemas.ts';

/** What sources say about total losses in a state: text and link, never advice. What has no source is unknown. */
export function getStateFacts(ctx: Ctx, state: string): StateFactsView {
  requireStaff(ctx.actor);
  return {
    object: 'state_facts',
    state: state.toUpperCase(),
    topics: listStateFacts(state).map(({ topic, facts }) => ({
      topic,
      facts: facts.map(({ text, citation, source, kind, url, asOf, dated }) => {
        return { text, citation, source, kind, url, as_of: asOf, dated };
      }),
    })),
  };
}
