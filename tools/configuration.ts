import { readConfig } from '../server/src/platform/config/index.ts';
import { EnvReader, type Reading } from '../server/src/platform/config/env-reader.ts';
import { meaningOf, secretSettings, settings, type SettingName } from '../server/src/platform/config/settings.ts';

const head = `# Configuration

Settings come from the environment only and are read once, at start. An empty value counts as not set. What is missing or wrong
is listed in one message, and the process ends with exit code 1. \`makewhole doctor\` says whether what is set also answers.

A secret need not be in the environment. Behind its name with \`_FILE\` stands the file that holds it, such as
\`DATA_KEY_FILE=/run/secrets/data_key\`; space around it is dropped, an empty or unreadable file is a problem, and so is setting
both. Under systemd a secret is also found where \`LoadCredential=makewhole:DIRECTORY\` puts the files of a directory that have
the names of settings ([operations](operations.md)). These are secrets: ${[...secretSettings].map((name) => `\`${name}\``).join(', ')}.

Limits, message budgets and the numbers of the contract are not settings: they are in \`server/src/platform/config/policy.ts\`. This page
is made from that folder by \`npm run generate\`.
`;

/** Some settings are read only where others are set. */
const everything = {
  DATABASE_URL: 'postgres://127.0.0.1/makewhole',
  DATA_KEY: 'a key that encrypts nothing and makes this page',
  PARTNER_FEATURES: 'review_records',
  PLATE_PROVIDER: 'platetovin',
  PLATE_API_KEY: 'key',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'region',
  S3_BUCKET: 'bucket',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** docs/configuration.md: every setting as it is described and as it is read. */
export function describeConfiguration(): string {
  const read = new EnvReader(everything);
  readConfig(everything, 'api', { read });
  const groups = Object.entries(settings).map(([group, described]) => {
    const rows = Object.entries<string | { readonly unset: string }>(described).map(([name, description]) => {
      const reading = read.readings.get(name as SettingName);
      if (reading === undefined) throw new Error(`${name} is described in settings.ts and read nowhere`);
      const unset = typeof description === 'string' ? unsetOf(reading) : description.unset;
      return [`\`${name}\``, unset, reading.form, meaningOf(name as SettingName)];
    });
    return `\n## ${group}\n\n${toTable([['Setting', 'Default', 'Form', 'Meaning'], ...rows])}`;
  });
  return `${head}${groups.join('')}`;
}

const unsetOf = ({ fallback }: Reading): string =>
  fallback === undefined || fallback === 'required' || /^\d+$/.test(fallback)
    ? (fallback ?? 'none')
    : `\`${fallback}\``;

/** Aligned as the formatter aligns tables. */
function toTable([header = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('');
}
