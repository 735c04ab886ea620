import recordedOfAgent from './agent-examples.json' with { type: 'json' };
import { operationsOf, type Document, type Media, type Response } from './document-types.ts';
import recordedOfAgentSandbox from './agent-sandbox-examples.json' with { type: 'json' };
import recordedOfPartner from './partner-examples.json' with { type: 'json' };

/** By operation and status: bodies of a run, each by a name. */
export type RecordedExamples = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

export const agentExamples: RecordedExamples = recordedOfAgent;
export const agentSandboxExamples: RecordedExamples = recordedOfAgentSandbox;
export const partnerExamples: RecordedExamples = recordedOfPartner;

/** The address that recorded bodies have, and the committed descriptions: it belongs to nobody. */
export const neutralBase = 'https://api.makewhole.test';

/** Puts the recorded bodies beside the schemas of their statuses, with the address of this service. */
export function addExamples(document: Document, recorded: RecordedExamples, publicBaseUrl: string): void {
  const own = JSON.parse(JSON.stringify(recorded).replaceAll(neutralBase, publicBaseUrl)) as RecordedExamples;
  for (const { operationId, responses, requestBody } of operationsOf(document)) {
    for (const media of Object.values(requestBody?.content ?? {})) nameExamples(media);
    for (const [status, bodies] of Object.entries(own[operationId] ?? {})) {
      const response = ownResponse(document, responses[status]);
      const [media] = Object.values(response?.content ?? {});
      if (response === undefined || media === undefined)
        throw new Error(`${operationId} has an example of ${status}, which it cannot answer`);
      responses[status] = response;
      // Codes that were not met keep the example of the catalogue.
      for (const [name, value] of Object.entries(bodies))
        media.examples = { ...media.examples, [name]: { ...media.examples?.[name], value } };
    }
  }
  dropUnshared(document);
}

/** A response that no operation refers to any more. */
function dropUnshared({ paths, components }: Document): void {
  if (components.responses === undefined) return;
  const used = JSON.stringify(paths);
  components.responses = Object.fromEntries(
    Object.entries(components.responses).filter(([name]) => used.includes(`"#/components/responses/${name}"`)),
  );
}

/** A response that operations share is copied for the one that has examples of its own. */
function ownResponse({ components }: Document, response: Response | undefined): Response | undefined {
  if (response?.$ref === undefined) return response;
  const shared = components.responses?.[response.$ref.split('/').at(-1) ?? ''];
  return shared && (JSON.parse(JSON.stringify(shared)) as Response);
}

/** A single example has the same form as several. */
function nameExamples(media: Media): void {
  if (media.example === undefined) return;
  media.examples = { example: { value: media.example } };
  delete media.example;
}
