import type { Ctx } from '#context';
import { explainOffer, type Service } from '#lib/jurisdictions/may-offer';
import { listExamples } from '#platform/config';
import { fail, failInProduction, ok, runCheck, warn, type Check, type Finding } from './check.ts';

/** This machine and its settings. What production must not have at all is refused when settings are read. */
export function checkMachine(ctx: Ctx): Promise<Check[]> {
  return Promise.all([
    runCheck('node', () => {
      const [major = 0] = process.versions.node.split('.').map(Number);
      const says = `version ${process.versions.node}`;
      return major >= 24 ? ok(says) : fail(says, 'use Node 24 or later');
    }),
    runCheck('settings', () => describeSettings(ctx)),
    runCheck(
      'documents',
      async () => {
        const { checkReaders } = await import('#app/cli-dependencies');
        return ok(await checkReaders(ctx.config));
      },
      'see docs/operations.md#the-document-parser',
    ),
    runCheck('services', () => describeServices(ctx)),
    runCheck('team', () => describeTeam(ctx)),
    runCheck('anchors', () => describeAnchors(ctx), 'see docs/operations.md#anchors'),
  ]);
}

/** Settings that work and that somebody should know of. */
function describeSettings({ config }: Ctx): Finding {
  const { production, allowInsecure } = config;
  const open = [
    ...(config.devPages !== 'off' ? ['DEV_PAGES'] : []),
    ...(config.webhookAllowLocal ? ['WEBHOOK_ALLOW_LOCAL'] : []),
    ...(config.webhookHostOverrides.size > 0 ? ['WEBHOOK_HOST_OVERRIDES'] : []),
  ];
  if (!production) {
    if (open.length === 0)
      return ok('not those of production; set NODE_ENV=production where strangers reach the service');
    return warn(
      `for tests only: ${open.join(', ')}`,
      'leave them out, and set NODE_ENV=production, where strangers reach the service',
    );
  }
  if (allowInsecure.length === 0) return ok('those of production');
  return warn(
    `ALLOW_INSECURE lets production have: ${allowInsecure.join(', ')}`,
    'take out what is not needed any more (docs/configuration.md)',
  );
}

/** What is offered where; a licence that has ended is a fault, since somebody counts on it. */
function describeServices({ config, clock }: Ctx): Finding {
  const now = clock.now();
  const set = Object.entries(config.servicesByState).flatMap(([state, rules]) =>
    Object.keys(rules).map((service) => ({ state, service: service as Service })),
  );
  const offerings = set.map(({ state, service }) => ({
    name: `${service} in ${state === '*' ? 'all other states' : state}`,
    service,
    ...explainOffer(config, service, { state: state === '*' ? undefined : state, now }),
  }));
  const ended = offerings.flatMap((one) => (one.offered || one.why !== 'licence_ended' ? [] : [one]));
  if (ended.length > 0) {
    const says = ended.map(({ name, endedOn }) => `the licence for ${name} ended on ${endedOn}`).join('; ');
    return fail(says, 'set the new day in SERVICES_BY_STATE, or take the service out (docs/services-by-state.md)');
  }
  if (config.production && set.length === 0)
    return warn(
      'SERVICES_BY_STATE is not set, so representation is offered nowhere',
      'set it for the states where you have a licence, or to {"*": {"representation": false}} to keep it off (docs/services-by-state.md)',
    );
  const represented = offerings.filter(({ service, offered }) => service === 'representation' && offered);
  return ok(
    represented.length === 0
      ? 'representation is offered nowhere; SERVICES_BY_STATE says where'
      : `offered: ${represented.map(({ name }) => name).join(', ')}`,
  );
}

/** Who we are on every page and in every message. In production an example would be a lie to customers. */
function describeTeam({ config: { team, production } }: Ctx): Finding {
  const examples = listExamples(team);
  if (examples.length === 0) return ok('name, numbers, address and email are set');
  if (!production) return ok(`examples, as is fine outside production: ${examples.join(', ')}`);
  return failInProduction(production, `examples instead of your own: ${examples.join(', ')}`, 'set them to your own');
}

/** Without signed anchors outside, whoever has the database and `DATA_KEY` can rewrite the trail unseen. */
async function describeAnchors(ctx: Ctx): Promise<Finding> {
  const todo = 'set them up: docs/operations.md#anchors';
  if (ctx.config.anchors === undefined)
    return warn('not set; whoever has database and keys can rewrite the audit trail unseen', todo);
  const { describeLastAnchor } = await import('#modules/ledger');
  const { state, since } = await describeLastAnchor(ctx);
  if (state === 'late')
    return fail(`none was written since ${since?.toISOString()}`, 'see that a worker runs and may write there');
  return ok(since === undefined ? 'none yet; a worker writes the first' : `the last is of ${since.toISOString()}`);
}
