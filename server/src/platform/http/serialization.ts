import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { formats } from '#platform/validation';

type Serializer = (document: unknown) => string;

// Without the formats the serializer warns on stderr about unknown ones.
const compile = SerializerSelector()({}, { ajv: { formats } });
const compiled = new WeakMap<object, Serializer>();

/**
 * Fastify's own serializers, each schema compiled once however many routes and servers of this process have it: compiling
 * was half of the time in which a server starts.
 */
export const buildSerializer = () => (route: Parameters<typeof compile>[0]) => {
  const schema = route.schema as object;
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const serializer: Serializer = compile(route);
  compiled.set(schema, serializer);
  return serializer;
};
