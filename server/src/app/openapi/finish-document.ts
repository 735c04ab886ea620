import { describeMembers } from './describe-members.ts';
import { operationsOf, type Document, type Operation } from './document-types.ts';
import { addExamples, type RecordedExamples } from './recorded-examples.ts';
import { shareSchemas, type Places } from './share-schemas.ts';
import { standardizeSchemas } from './standard-schemas.ts';

/** By our own name of the operation: its method in a generated client, and its tag. */
export type OperationNames = Readonly<Record<string, readonly [method: string, tag: string]>>;

type Finishing = {
  readonly publicBaseUrl: string;
  readonly operations: OperationNames;
  readonly tags: readonly { name: string; description: string }[];
  readonly places: Places;
  readonly words: Readonly<Record<string, string>>;
  readonly examples: RecordedExamples;
  /** What the surface changes while operations still have our own names and no schema is shared. */
  prepare(document: Document): void;
  /** What it adds when all schemas are shared: webhooks, errors. */
  complete(document: Document): void;
};

/** The description as generators want it: named schemas, methods, tags, standard formats, words and examples everywhere. */
export function finishDocument(plain: object, finishing: Finishing): Document {
  // A copy in which no object occurs twice, so that each part can be changed alone.
  const shared = copy(plain as Document);
  finishing.prepare(shared);
  standardizeSchemas(shared);
  shareSchemas(shared, finishing.places);
  finishing.complete(shared);
  const document = copy(shared);
  for (const operation of operationsOf(document)) nameOperation(operation, finishing.operations);
  addExamples(document, finishing.examples, finishing.publicBaseUrl);
  describeMembers(document, finishing.words);
  return { ...document, info: { ...document.info, ...about(finishing.publicBaseUrl) }, tags: [...finishing.tags] };
}

const copy = (document: Document): Document => JSON.parse(JSON.stringify(document)) as Document;

/** The licence is that of the description, which anybody may use to make a client. */
const about = (base: string) => ({
  contact: { name: 'Makewhole', url: `${base}/contact` },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
});

function nameOperation(operation: Operation, names: OperationNames): void {
  const [method, tag] = names[operation.operationId] ?? [];
  if (method === undefined || tag === undefined) throw new Error(`${operation.operationId} has no method name`);
  operation.operationId = method;
  operation.tags = [tag];
  operation.description ??= operation.summary;
}
