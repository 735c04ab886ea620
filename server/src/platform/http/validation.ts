import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { onceBySchema } from './once-by-schema.ts';

const validator = createValidator();
const validatorOf = onceBySchema<{ schema: unknown }, ValidateFunction>(({ schema }) =>
  validator.compile(schema as object),
);

type Check = { (value: unknown): boolean; errors?: ErrorObject[] | null | undefined };

/** Compiles what validates a schema at the first request that it is for. */
export const buildValidator =
  () =>
  (route: { schema: unknown }): Check => {
    const compiled = validatorOf(route);
    const check: Check = (value) => {
      const validate = compiled();
      const isValid = validate(value);
      check.errors = validate.errors;
      return isValid;
    };
    return check;
  };

export function validateStrictly(app: FastifyInstance): void {
  app.setSchemaErrorFormatter((errors) => validationFailed(toIssues(errors as ErrorObject[])));
}

/** Issues that the schema found, for routes that check more before they refuse (attachValidation). */
export function schemaIssues({ validationError }: FastifyRequest): readonly Issue[] {
  const error: unknown = validationError;
  if (error === undefined || error === null) return [];
  if (!(error instanceof AppError)) throw error;
  return error.details['issues'] as readonly Issue[];
}
