import { Resolver } from 'node:dns/promises';
import type { Ctx } from '#context';
import { ok, runCheck, warn, type Check, type Finding } from './check.ts';
import { describeSender } from './describe-sender.ts';

/** The network may be down, and a person is waiting. */
const dns = new Resolver({ timeout: 2000, tries: 1 });

/** Connects to everything that is on a network, and checks our credentials there. Nothing is sent or charged. */
export function checkProviders(ctx: Ctx): Promise<Check[]> {
  const { redisUrl, smtpUrl, production } = ctx.config;
  const store = 'make BLOB_DIR writable for the service user, or check S3_*';
  return Promise.all([
    runCheck('objects', async () => ok(await ctx.objects.check()), store),
    runCheck('redis', async () => {
      if (redisUrl === undefined) return ok('not set; limits are counted in PostgreSQL');
      const { pingRedis } = await import('./ping-redis.ts');
      return ok(await pingRedis(redisUrl.reveal()));
    }),
    runCheck(
      'mail',
      async () => {
        if (ctx.mail.configured) return ok(await ctx.mail.check());
        return missing(production, 'not set; messages are stored, not sent', 'set SMTP_URL (docs/operate/email.md)');
      },
      'check SMTP_URL (host, port, user, password) and whether this machine can reach it',
    ),
    runCheck('sender', async () =>
      smtpUrl === undefined
        ? ok('no email is sent')
        : describeRecords(await describeSender(ctx.config, (name) => dns.resolveTxt(name)), production),
    ),
    runCheck(
      'text',
      async () => {
        if (ctx.text.configured) return ok(await ctx.text.check());
        return missing(
          production,
          'not set; texts are stored, not sent',
          'set TWILIO_ACCOUNT_SID, _AUTH_TOKEN and _FROM',
        );
      },
      'check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and whether this machine can reach the provider',
    ),
    runCheck(
      'cards',
      async () => {
        if (ctx.cards.configured) return ok(await ctx.cards.check());
        return missing(
          production,
          'not set; customers cannot pre-authorize',
          'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
        );
      },
      'check STRIPE_SECRET_KEY, and whether this machine can reach the provider',
    ),
  ]);
}

/** The service works without it; in production that should be a decision. */
const missing = (production: boolean, says: string, todo: string): Finding =>
  production ? warn(says, todo) : ok(says);

/** Without a network the records are unknown, so they are never a fault. */
function describeRecords(says: string, production: boolean): Finding {
  const lacks = /missing|not signed|another|two records/.test(says);
  return lacks && production ? warn(says, 'publish the missing records (docs/operate/email.md)') : ok(says);
}
