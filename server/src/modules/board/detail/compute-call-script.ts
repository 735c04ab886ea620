import { computeAgentScript } from './compute-agent-script.ts';
import { computeBorrowerScript } from './compute-borrower-script.ts';
import { computeMemberScript } from './compute-member-script.ts';
import { greetingOf, ours, type Line, type ScriptFacts } from './script-rules.ts';

const bySource: Readonly<Record<ScriptFacts['card']['source'], (script: ScriptFacts) => Line[]>> = {
  agent_intake: computeAgentScript,
  referral: computeBorrowerScript,
  membership: computeMemberScript,
};

const endedTexts = {
  do_not_contact: 'They asked for no more contact: do not call.',
  declined: 'They said no: do not call about it again.',
  no_calls: 'They asked on their page not to be called about this case: do not call.',
  test_case: 'Test case: nobody is called.',
} as const;

/** The call script in order, by source, state and who pays; words of others are marked as theirs. */
export function computeCallScript(script: ScriptFacts): Line[] {
  const { card, ended, allowed } = script;
  // Nobody calls, and still they may call us.
  const silence = allowed.has('do_not_contact') ? [[ours('If they call us and want no more contact: press 8.')]] : [];
  if (card.closed_at !== null) return [[ours('This case is closed: there is nothing to call about.')], ...silence];
  if (ended !== null)
    return [[ours(endedTexts[ended])], ...(ended === 'declined' || ended === 'no_calls' ? silence : [])];
  return [greetingOf(script), ...bySource[card.source](script)];
}
