import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type { Ctx } from '#context';
import type { ListingFormat } from '#modules/vehicles';
import { GatewayError, validationFailed, type Issue } from '#platform/errors';
import type { Outcome, ServiceCommand } from '../command.ts';

type Options = Readonly<Record<string, string>>;

/** Sources of listings: files, the feed, and for development a generator. */
export const listingCommands: readonly ServiceCommand[] = [
  {
    name: 'listings import',
    about: 'Import listings from a CSV or NDJSON file. --source: a name for their origin',
    argument: 'file',
    options: [],
    optional: ['source', 'format'],
    run: importFile,
  },
  {
    name: 'listings generate',
    about: 'Generate synthetic listings; the same seed gives the same listings. Not in production',
    options: ['seed', 'rows'],
    run: generate,
  },
  {
    name: 'listings fetch',
    about: 'Fetch listings of a vehicle near a ZIP or in a state from the feed (MARKETCHECK_API_KEY)',
    options: ['year', 'make', 'model'],
    optional: ['trim', 'zip', 'state', 'vin'],
    run: fetchFromFeed,
  },
];

async function importFile(ctx: Ctx, { file = '', source = 'import', format }: Options): Promise<Outcome> {
  const known = format ?? (/\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv');
  const issues: Issue[] = [];
  if (known !== 'csv' && known !== 'ndjson') issues.push({ path: 'format', message: 'must be one of: csv, ndjson' });
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(source))
    issues.push({ path: 'source', message: 'must be letters, digits and hyphens' });
  if (!(await isReadable(file))) issues.push({ path: 'file', message: 'cannot be read' });
  if (issues.length > 0) throw validationFailed(issues);
  const { importListings } = await import('#modules/vehicles');
  const imported = await importListings(ctx, {
    chunks: createReadStream(file, { highWaterMark: 262_144 }),
    format: known as ListingFormat,
    source,
  });
  const { rows, created, updated, bad, problems } = imported;
  return {
    ok: bad === 0,
    result: { ...imported },
    lines: [
      `${rows} rows: ${created} new, ${updated} updated, ${bad} rejected`,
      ...problems.map(({ line, message }) => `  line ${line} ${message}`),
    ],
  };
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

async function generate(ctx: Ctx, { seed, rows }: Options): Promise<Outcome> {
  const { generateListings } = await import('#modules/vehicles');
  const { created, updated } = await generateListings(ctx, {
    seed: wholeNumber('seed', seed, 1_000_000_000),
    rows: wholeNumber('rows', rows, 100_000_000),
  });
  return {
    ok: true,
    result: { created, updated },
    lines: [`${created} synthetic listings created, ${updated} updated`],
  };
}

async function fetchFromFeed(ctx: Ctx, options: Options): Promise<Outcome> {
  const { fetchListings } = await import('#modules/vehicles');
  const { make = '', model = '', trim, zip, state, vin } = options;
  const subject = { year: wholeNumber('year', options['year'], 2100), make, model, trim, zip, state };
  try {
    const { found, created, updated, bad } = await fetchListings(ctx, {
      subject,
      ...(vin === undefined ? {} : { vin }),
    });
    const line = `${found} found: ${created} new, ${updated} updated, ${bad} rejected`;
    return { ok: true, result: { found, created, updated, bad }, lines: [line] };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { ok: false, result: { kind: error.kind }, lines: [`${error.message} (${error.kind})`] };
  }
}

function wholeNumber(path: string, text: string | undefined, max: number): number {
  const number = /^\d{1,12}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (number <= max) return number;
  throw validationFailed([{ path, message: `must be a whole number up to ${max}` }]);
}
