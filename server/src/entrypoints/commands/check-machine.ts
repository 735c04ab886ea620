import type { Ctx } from '#context';
import { explainOffer, type Service } from '#lib/jurisdictions/may-offer';
import { listExamples } from '#platform/config';
import { fail, failInProduction, ok, runCheck, warn, type Check, type Finding } from './check.ts';

/** Checks this machine and its settings. Settings that production forbids are refused earlier, when they are read. */
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
      'see docs/operate/deploy.md#the-document-parser',
    ),
    runCheck('services', () => describeServices(ctx)),
    runCheck('team', () => describeTeam(ctx)),
    runCheck('anchors', () => describeAnchors(ctx), 'see docs/operate/deploy.md#anchors'),
  ]);
}

/** Settings that work but deserve attention. */
function describeSettings({ config }: Ctx): Finding {
  const { production, allowInsecure } = config;
  const open = [
    ...(config.devPages !== 'off' ? ['DEV_PAGES'] : []),
    ...(config.webhookAllowLocal ? ['WEBHOOK_ALLOW_LOCAL'] : []),
    ...(config.webhookHostOverrides.size > 0 ? ['WEBHOOK_HOST_OVERRIDES'] : []),
  ];
  if (!production) {
    if (open.length === 0)
      return ok('development settings; set NODE_ENV=production where the public can reach the service');
    return warn(
      `for development only: ${open.join(', ')}`,
      'remove them and set NODE_ENV=production where the public can reach the service',
    );
  }
  if (allowInsecure.length === 0) return ok('production settings');
  return warn(
    `ALLOW_INSECURE accepts: ${allowInsecure.join(', ')}`,
    'remove the ones you no longer need (docs/operate/configuration.md)',
  );
}

/** Describes which services are offered where; an expired license is a fault, because the operator relies on it. */
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
    const says = ended.map(({ name, endedOn }) => `the license for ${name} ended on ${endedOn}`).join('; ');
    return fail(
      says,
      'set the new end date in SERVICES_BY_STATE, or remove the service (docs/operate/services-by-state.md)',
    );
  }
  if (config.production && set.length === 0)
    return warn(
      'SERVICES_BY_STATE is not set, so representation is offered nowhere',
      'set it for the states where you have a license, or to {"*": {"representation": false}} to keep it off (docs/operate/services-by-state.md)',
    );
  const represented = offerings.filter(({ service, offered }) => service === 'representation' && offered);
  return ok(
    represented.length === 0
      ? 'representation is offered nowhere; enable it in SERVICES_BY_STATE'
      : `offered: ${represented.map(({ name }) => name).join(', ')}`,
  );
}

/** Checks the contact details on all pages and messages. In production an example would mislead customers. */
function describeTeam({ config: { team, production } }: Ctx): Finding {
  const examples = listExamples(team);
  if (examples.length === 0) return ok('name, numbers, address and email are set');
  if (!production) return ok(`examples, which are fine outside production: ${examples.join(', ')}`);
  return failInProduction(production, `still examples: ${examples.join(', ')}`, 'set your own values');
}

/** Without signed external anchors, someone with the database and `DATA_KEY` can rewrite the trail undetected. */
async function describeAnchors(ctx: Ctx): Promise<Finding> {
  const todo = 'set them up: docs/operate/deploy.md#anchors';
  if (ctx.config.anchors === undefined)
    return warn('not set; someone with the database and the keys could rewrite the audit trail undetected', todo);
  const { describeLastAnchor } = await import('#modules/ledger');
  const { state, since } = await describeLastAnchor(ctx);
  if (state === 'late')
    return fail(`none was written since ${since?.toISOString()}`, 'check that a worker runs and can write there');
  return ok(since === undefined ? 'none yet; a worker writes the first' : `the last is from ${since.toISOString()}`);
}
