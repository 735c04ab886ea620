import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import type { Ctx } from '#context';
import { validationFailed } from '#platform/errors';
import type { Outcome, ServiceCommand } from '../command.ts';

/** Manages partners from the command line: enough for a first call before anybody has signed in. */
export const institutionCommands: readonly ServiceCommand[] = [
  {
    name: 'institution create',
    operation: 'partners.create-institution',
    about: 'Create a partner institution',
    options: ['name'],
    optional: ['technical-contact'],
    async run(ctx, { name, 'technical-contact': technical_contact_email }) {
      const { createInstitution, newInstitutionSchema } = await import('#modules/partners');
      const input = await checked(newInstitutionSchema, { name, technical_contact_email });
      const { id } = await createInstitution(ctx, input);
      return { ok: true, result: { id }, lines: [`created ${id}`] };
    },
  },
  {
    name: 'institution list',
    about: 'List institutions: id, active or suspended, live since or test only, name. --after: continue after this id',
    options: [],
    optional: ['after'],
    anyClock: true,
    anyKeys: true,
    async run(ctx, { after = '' }) {
      const { describeInstitutions } = await import('#app/cli-dependencies');
      const { institutions, hasMore } = await describeInstitutions(ctx, after);
      const lines = institutions.map(({ id, status, live_opened_at: live, name }) =>
        [id, status.padEnd(9), (live ?? 'test only').padEnd(24), name].join('  '),
      );
      if (lines.length === 0) lines.push(after === '' ? 'There are no institutions yet.' : 'There are no more.');
      if (hasMore) lines.push(`There are more: --after ${institutions.at(-1)?.id}`);
      return { ok: true, result: { institutions, has_more: hasMore }, lines };
    },
  },
  {
    name: 'institution show',
    about: 'Show an institution with its keys, signed credentials and webhook endpoints, without secrets',
    options: [],
    argument: 'institution',
    anyClock: true,
    anyKeys: true,
    run: showInstitution,
  },
  {
    name: 'institution key create',
    operation: 'access.create-partner-key',
    about: 'Create a bearer key for an institution in live or test mode. It is shown once',
    options: ['institution', 'mode'],
    optional: ['role', 'label', 'expires-at'],
    run: createKey,
  },
  {
    name: 'institution key revoke',
    operation: 'access.revoke-partner-key',
    about: 'Revoke a bearer key',
    options: ['institution', 'key'],
    async run(ctx, { institution = '', key = '' }) {
      const { revokePartnerKey } = await import('#modules/credentials');
      const { id, status } = await revokePartnerKey(ctx, { institutionId: institution, livemode: 'both' }, key);
      return { ok: true, result: { id, status }, lines: [`revoked ${id}`] };
    },
  },
  {
    name: 'institution credential upload',
    operation: 'access.upload-credential',
    about: 'Upload a public key (SPKI PEM file) for signed requests. Sign the challenge to activate it',
    options: ['institution', 'mode', 'alg', 'public-key-file'],
    optional: ['role', 'label'],
    run: uploadFromFile,
  },
  {
    name: 'institution endpoint create',
    operation: 'webhooks.create-endpoint',
    about: 'Create a webhook endpoint for an institution. Its secret is shown once',
    options: ['institution', 'mode', 'url'],
    async run(ctx, { institution = '', mode, url = '' }) {
      const livemode = isLive(mode);
      const { getInstitution } = await import('#modules/partners');
      const { createEndpoint } = await import('#modules/webhooks');
      const { id: accountId } = await getInstitution(ctx, institution);
      const made = await createEndpoint(ctx, {
        accountId,
        url,
        livemode,
        eventTypes: [],
        payload: 'thin',
        secretKind: undefined,
      });
      return { ok: true, result: { id: made.id, secret: made.secret }, lines: [`created ${made.id}`, made.secret] };
    },
  },
];

type Options = Readonly<Record<string, string>>;

async function showInstitution(ctx: Ctx, { institution = '' }: Options): Promise<Outcome> {
  const { getInstitution, findInstitutionAccess } = await import('#modules/partners');
  const { listCredentials, listPartnerKeys } = await import('#modules/credentials');
  const { listEndpoints } = await import('#modules/webhooks');
  const shown = await getInstitution(ctx, institution);
  const owner = { institutionId: shown.id, livemode: 'both' as const };
  const [access, keys, credentials, endpoints] = await Promise.all([
    findInstitutionAccess(ctx, shown.id),
    listPartnerKeys(ctx, owner),
    listCredentials(ctx, owner),
    listEndpoints(ctx, { accountId: shown.id, livemode: 'any' }),
  ]);
  const live = access?.liveOpenedAt?.toISOString() ?? null;
  const mode = (livemode: boolean) => (livemode ? 'live' : 'test');
  const lines = [
    `${shown.id}  ${shown.name}`,
    `status ${shown.status}; live mode ${live === null ? 'not open' : `open since ${live}`}; program ${shown.program.mode}`,
    `technical contact ${shown.technical_contact_email ?? 'none'}; created ${shown.created_at}`,
    ...keys.map((key) =>
      ['key', key.id, mode(key.livemode), key.status, key.role, `last used ${key.last_used_at ?? 'never'}`].join('  '),
    ),
    ...credentials.map((one) => ['credential', one.id, mode(one.livemode), one.status, one.role, one.alg].join('  ')),
    ...endpoints.map((one) => ['endpoint', one.id, mode(one.livemode), one.status, one.url].join('  ')),
  ];
  return { ok: true, result: { institution: { ...shown, live_opened_at: live }, keys, credentials, endpoints }, lines };
}

async function createKey(ctx: Ctx, options: Options): Promise<Outcome> {
  const { createPartnerKey, newKeySchema, readExpiry } = await import('#modules/credentials');
  const { getInstitution } = await import('#modules/partners');
  const { institution = '', mode, 'expires-at': expires_at, ...rest } = options;
  const {
    livemode,
    role = 'full',
    label,
    ...input
  } = await checked(newKeySchema, {
    livemode: isLive(mode),
    expires_at,
    role: rest['role'],
    label: rest['label'],
  });
  const { id: institutionId } = await getInstitution(ctx, institution);
  const expiresAt = readExpiry(ctx, input.expires_at);
  const made = await createPartnerKey(ctx, { institutionId, livemode, role, label, expiresAt });
  return { ok: true, result: { id: made.id, key: made.key }, lines: [`created ${made.id}`, made.key] };
}

async function uploadFromFile(ctx: Ctx, options: Options): Promise<Outcome> {
  const { newCredentialSchema, uploadCredential } = await import('#modules/credentials');
  const { getInstitution } = await import('#modules/partners');
  const { institution = '', mode, alg, role, label } = options;
  const public_key = readText(options['public-key-file'] ?? '');
  const input = await checked(newCredentialSchema, { alg, public_key, livemode: isLive(mode), role, label });
  const { id: institutionId } = await getInstitution(ctx, institution);
  const { id, challenge, challenge_expires_at } = await uploadCredential(ctx, institutionId, input);
  return { ok: true, result: { id, challenge, challenge_expires_at }, lines: [`created ${id}`, challenge] };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw validationFailed([{ path: 'public_key', message: 'cannot be read' }]);
  }
}

function isLive(mode: string | undefined): boolean {
  if (mode !== 'live' && mode !== 'test')
    throw validationFailed([{ path: 'mode', message: 'must be one of: live, test' }]);
  return mode === 'live';
}

/** Applies the interface's rules; options that are not given are left out. */
async function checked<T extends TSchema>(schema: T, members: Readonly<Record<string, unknown>>): Promise<Static<T>> {
  const { createValidator, toIssues } = await import('#platform/validation');
  const input = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const validate = createValidator().compile(schema);
  if (validate(input)) return input as Static<T>;
  throw validationFailed(toIssues(validate.errors ?? []));
}
