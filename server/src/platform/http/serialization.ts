import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { formats } from '#platform/validation';
import { onceBySchema } from './once-by-schema.ts';

// Without the formats the serializer warns on stderr about unknown ones.
const compile = SerializerSelector()({}, { ajv: { formats } });

/** Fastify's own serializers, each schema compiled once: compiling was half of the time in which a server starts. */
const serializerOf = onceBySchema<Parameters<typeof compile>[0], (document: unknown) => string>((route) =>
  compile(route),
);

export const buildSerializer = () => serializerOf;
