import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { formats } from '#platform/validation';
import { onceBySchema } from './once-by-schema.ts';

// Without the formats the serializer warns on stderr about unknown ones.
export const compileSerializer = SerializerSelector()({}, { ajv: { formats } });

type Route = Parameters<typeof compileSerializer>[0];

const serializerOf = onceBySchema<Route, (document: unknown) => string>((route) => compileSerializer(route));

/** Fastify's own serializers, each compiled by its first response: compiling was half of the time in which a server starts. */
export const buildSerializer = () => (route: Route) => {
  const serializer = serializerOf(route);
  return (document: unknown): string => serializer()(document);
};
