import recordedOfAgent from './agent-examples.json' with { type: 'json' };
import { operationsOf, type Document, type Media } from './document-types.ts';
import recordedOfPartner from './partner-examples.json' with { type: 'json' };

/** By operation and status: bodies of a run, each by a name. */
export type RecordedExamples = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

export const agentExamples: RecordedExamples = recordedOfAgent;
export const partnerExamples: RecordedExamples = recordedOfPartner;

/** The address that recorded bodies have, and the committed descriptions: it belongs to nobody. */
export const neutralBase = 'https://api.makewhole.test';

/** Puts the recorded bodies beside the schemas of their statuses, with the address of this service. */
export function addExamples(document: Document, recorded: RecordedExamples, publicBaseUrl: string): void {
  const own = JSON.parse(JSON.stringify(recorded).replaceAll(neutralBase, publicBaseUrl)) as RecordedExamples;
  for (const { operationId, responses, requestBody } of operationsOf(document)) {
    for (const media of Object.values(requestBody?.content ?? {})) nameExamples(media);
    for (const [status, bodies] of Object.entries(own[operationId] ?? {})) {
      const [media] = Object.values(responses[status]?.content ?? {});
      if (media === undefined) throw new Error(`${operationId} has an example of ${status}, which it cannot answer`);
      media.examples = Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }]));
    }
  }
}

/** A single example has the same form as several. */
function nameExamples(media: Media): void {
  if (media.example === undefined) return;
  media.examples = { example: { value: media.example } };
  delete media.example;
}
