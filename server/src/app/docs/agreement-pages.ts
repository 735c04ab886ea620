import { agreements } from '#modules/agents';
import type { PageSource } from '#app/reference/page-source';

/** Every version of the agreement, word for word as it is accepted; the one in force is in the menu. */
export const agreementPages = (inForce: string): PageSource[] =>
  [...agreements.values()].map(({ version, markdown }) => ({
    path: `/developers/agent-agreement/${version}`,
    title: version === inForce ? 'Agent API Agreement' : `Agent API Agreement of ${version}`,
    description: `What the operator of an agent agrees to when it is registered, version ${version}.`,
    section: 'more',
    order: 60,
    keywords: 'agreement, terms of use, terms of service',
    markdown: () => markdown,
  }));
