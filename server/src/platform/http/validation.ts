import type { ErrorObject } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';

/** Of all servers of this process: a schema is compiled once, however many routes have it. */
const validator = createValidator();

export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => validator.compile(schema as object));
  app.setSchemaErrorFormatter((errors) => validationFailed(toIssues(errors as ErrorObject[])));
}

/** Issues that the schema found, for routes that check more before they refuse (attachValidation). */
export function schemaIssues({ validationError }: FastifyRequest): readonly Issue[] {
  const error: unknown = validationError;
  if (error === undefined || error === null) return [];
  if (!(error instanceof AppError)) throw error;
  return error.details['issues'] as readonly Issue[];
}
