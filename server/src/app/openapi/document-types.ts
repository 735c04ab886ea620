/** What of JSON Schema our interface descriptions hold. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  [keyword: string]: unknown;
};

export type Media = { schema: Schema; example?: unknown; examples?: Record<string, Example> };
export type Example = { summary?: string; value: unknown };
type Header = { description: string; schema: Schema };
export type Response = {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
  $ref?: string;
};
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
export type Operation = {
  operationId: string;
  tags?: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content: Record<string, Media> };
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
};
export type Document = {
  openapi: string;
  info: Record<string, unknown>;
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas?: Record<string, Schema>; responses?: Record<string, Response>; [kind: string]: unknown };
};

export const operationsOf = ({ paths }: Pick<Document, 'paths'>): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
