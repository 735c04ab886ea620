import { Type, type Static } from 'typebox';
import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';

/** Error responses count by hundreds, as `4xx`. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
const methods = ['GET', 'HEAD', 'POST', 'PATCH'] as const;

export const requestQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(Type.Enum([...statusClasses], { type: 'string' })),
    code: Type.Optional(filterText(100)),
    method: Type.Optional(Type.Enum([...methods], { type: 'string' })),
    route: Type.Optional(filterText(200)),
    credential_id: Type.Optional(filterText(100)),
    object_id: Type.Optional(filterText(100)),
    request_id: Type.Optional(filterText(100)),
  },
  closed,
);
export type RequestQuery = Static<typeof requestQuerySchema>;

const members = {
  id: Type.String(),
  object: Type.Literal('request'),
  at: Type.String(),
  method: Type.String(),
  route: Type.String(),
  path: Type.String({ description: 'Ids stay; whatever else was written there is shown as the pattern.' }),
  query_names: Type.Array(Type.String()),
  status: Type.Integer(),
  code: nullable(Type.String()),
  issue_paths: Type.Array(Type.String(), { description: 'A name that the contract does not have is an asterisk.' }),
  credential_id: Type.String(),
  duration_ms: Type.Integer(),
  client_address: Type.String(),
  replayed: Type.Boolean({ description: 'The stored answer of an Idempotency-Key was sent again.' }),
  object_ids: Type.Array(Type.String()),
  has_content: Type.Boolean({ description: 'Headers and bodies are there: in test mode, for 7 days.' }),
};

export const requestSchema = Type.Object(members, closed);
export type LoggedRequest = Static<typeof requestSchema>;

const body = Type.Object(
  {
    text: nullable(Type.String(), 'Null when it is not UTF-8.'),
    base64: Type.String(),
    bytes: Type.Integer({ description: 'How long it was.' }),
    truncated: Type.Boolean(),
  },
  closed,
);

const content = Type.Object(
  {
    target: Type.String(),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, closed)),
    request_body: nullable(body, 'Null when it was not read, or read as a stream.'),
    response_body: nullable(body),
  },
  closed,
);
export type RequestContent = Static<typeof content>;

export const requestDetailSchema = Type.Object({ ...members, content: nullable(content) }, closed);
export type RequestDetail = Static<typeof requestDetailSchema>;

const unrecorded = Type.Object(
  {
    minute: Type.String(),
    reason: Type.Unsafe<'queue_full' | 'not_written' | 'refused_often'>(
      Type.Enum(['queue_full', 'not_written', 'refused_often'], { type: 'string' }),
    ),
    calls: Type.Integer(),
  },
  closed,
);

export const requestPageSchema = Type.Object(
  { ...pageOf(requestSchema).properties, unrecorded: Type.Array(unrecorded) },
  closed,
);
export type RequestPage = Static<typeof requestPageSchema>;
