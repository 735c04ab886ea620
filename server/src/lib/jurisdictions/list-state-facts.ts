import { appraiserLicences } from './appraiser-licence-data.ts';
import { stateTopics, type StateFact, type StateTopic } from './state-fact.ts';
import { totalLossFacts } from './total-loss-data.ts';

export const stateFacts: readonly StateFact[] = [...totalLossFacts, ...appraiserLicences];

/** What is known about one topic; nothing means that no source was found, not that there is no law. */
export type TopicFacts = { readonly topic: StateTopic; readonly facts: readonly StateFact[] };

/** Every topic in its order, also those about which nothing is known. */
export const listStateFacts = (state: string): TopicFacts[] =>
  stateTopics.map((topic) => ({
    topic,
    facts: stateFacts.filter((fact) => fact.state === state.toUpperCase() && fact.topics.includes(topic)),
  }));
