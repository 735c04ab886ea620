import { readConfig } from '../../server/src/platform/config/index.ts';
import { EnvReader, type Reading } from '../../server/src/platform/config/env-reader.ts';
import { meaningOf, secretSettings, settings, type SettingName } from '../../server/src/platform/config/settings.ts';
import { toTable } from './to-table.ts';

const head = `# Configuration

Settings come from the environment and are read once, at start. An empty value counts as not set. If any are missing or wrong, the
process lists them all and exits with code 1. \`makewhole doctor\` checks whether they work.

A secret can be in a file instead: append \`_FILE\` to its name, as in \`DATA_KEY_FILE=/run/secrets/data_key\`. Surrounding space is
dropped; an empty or unreadable file is an error, and so is setting both. Under systemd, \`LoadCredential=makewhole:DIRECTORY\` works
too, with files named after the settings ([deploy](deploy.md)). Secrets are ${[...secretSettings].map((name) => `\`${name}\``).join(', ')}.

Rate limits, message budgets and the numbers of the contract are not settings; they are in \`server/src/platform/config/policy.ts\`.
This page is generated from that folder by \`npm run generate\`.
`;

/** Some settings are read only if others are set. */
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

/** docs/operate/configuration.md: every setting, as described and read. */
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
