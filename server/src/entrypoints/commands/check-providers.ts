import { Resolver } from 'node:dns/promises';
import type { Ctx } from '#context';
import { ok, runCheck, warn, type Check, type Finding } from './check.ts';
import { describeSender } from './describe-sender.ts';

/** The network may be away; nobody waits long for it. */
const dns = new Resolver({ timeout: 2000, tries: 1 });

/** Everything that answers over a network: reached, and asked whether it knows our credentials. Nothing is sent or charged. */
export function checkProviders(ctx: Ctx): Promise<Check[]> {
  const { redisUrl, smtpUrl, production } = ctx.config;
  const store = 'make BLOB_DIR writable for the user of the service, or look at S3_*';
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
        return missing(
          production,
          'not set; messages are stored, not sent',
          'set SMTP_URL (docs/mail-for-operators.md)',
        );
      },
      'look at SMTP_URL: host, port, user and password, and whether this machine may reach it',
    ),
    runCheck('sender', async () =>
      smtpUrl === undefined
        ? ok('no mail is sent')
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
      'look at TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and whether this machine may reach the provider',
    ),
    runCheck(
      'cards',
      async () => {
        if (ctx.cards.configured) return ok(await ctx.cards.check());
        return missing(
          production,
          'not set; nobody can pre-authorize',
          'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
        );
      },
      'look at STRIPE_SECRET_KEY, and whether this machine may reach the provider',
    ),
  ]);
}

/** A service can do without it; in production somebody should have decided so. */
const missing = (production: boolean, says: string, todo: string): Finding =>
  production ? warn(says, todo) : ok(says);

/** Without a network nothing can be said of them, so they are never a fault. */
function describeRecords(says: string, production: boolean): Finding {
  const lacks = /missing|not signed|another|two records/.test(says);
  return lacks && production ? warn(says, 'publish what is missing (docs/mail-for-operators.md)') : ok(says);
}
