import { Type } from 'typebox';

/** A problem as rendered by the surfaces that require a sign-in. */
export const problemSchema = (status: string, description: string) =>
  Type.Object(
    {
      error: Type.String(),
      code: Type.String(),
      type: Type.String(),
      title: Type.String(),
      status: Type.Literal(Number(status)),
      detail: Type.String(),
      instance: Type.String(),
      request_id: Type.String({ pattern: '^req_' }),
      issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    },
    { description },
  );

/** The refusals of an operation, by its method and address. */
export const refusalsOf = (method: string, url: string): string[] => [
  '400',
  '401',
  '403',
  ...(url.includes(':') ? ['404'] : []),
  ...(method === 'GET' || !url.includes(':') ? [] : ['409']),
];

type Response = {
  readonly description?: string;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
};

type Operation = {
  operationId?: string;
  'x-role'?: string;
  'x-needs'?: string;
  readonly responses: Record<string, Response>;
};

export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

/** The same description with each problem defined once, because all operations share them. */
export function shareProblems(plain: Document, refusals: Readonly<Record<string, string>>): Document {
  const document = structuredClone(plain);
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!(status in refusals)) continue;
      const schema = response.content?.['application/json'];
      responses[`Problem${status}`] = { ...response, content: { 'application/problem+json': schema } };
      operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
    }
  return { ...document, components: { ...document.components, responses } };
}
