import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, validationFailed, type Issue, invalidCursor } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { readCursor, readTime } from '#lib/api/pagination';
import { firstIdAt, type IdPrefix } from '#lib/tokens/ids';

type RangeQuery = {
  readonly cursor?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
};

/** The id after which a page begins. */
export function readIdCursor(prefix: IdPrefix, cursor: string): string {
  const [id] = readCursor(cursor, [/^[a-z]+_[0-9A-Za-z]{24}$/]) ?? [];
  if (id?.startsWith(`${prefix}_`) !== true) throw invalidCursor();
  return id;
}

/** The range of ids on a page: ids sort by creation time, so times and cursors are bounds of ids. */
export function readIdRange(prefix: IdPrefix, query: RangeQuery) {
  const from = readTime(query.created_from);
  const to = readTime(query.created_to);
  const ends = [
    query.cursor === undefined ? undefined : readIdCursor(prefix, query.cursor),
    to && firstIdAt(prefix, to),
  ];
  return {
    fromId: from && firstIdAt(prefix, from),
    belowId: ends.filter((end) => end !== undefined).sort()[0],
  };
}

/**
 * Derives a value from a schema at first use, because a process never uses most schemas, and once for all servers of
 * this process. Most schemas are the same object in every server; inline schemas of a route are matched by their text.
 */
export function onceBySchema<Route extends { readonly schema?: unknown }, Made>(
  make: (route: Route) => Made,
): (route: Route) => () => Made {
  const byObject = new WeakMap<object, () => Made>();
  const byText = new Map<string, Made>();
  const makeOnce = (route: Route): Made => {
    const text = JSON.stringify(route.schema);
    const made = byText.get(text) ?? make(route);
    byText.set(text, made);
    return made;
  };
  return (route) => {
    const schema = route.schema as object;
    const known = byObject.get(schema);
    if (known !== undefined) return known;
    let made: Made | undefined;
    const use = (): Made => (made ??= makeOnce(route));
    byObject.set(schema, use);
    return use;
  };
}

const validator = createValidator();
const validatorOf = onceBySchema<{ schema: unknown }, ValidateFunction>(({ schema }) =>
  validator.compile(schema as object),
);

type Check = { (value: unknown): boolean; errors?: ErrorObject[] | null | undefined };

/** Compiles a schema's validator at the first request that needs it. */
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
