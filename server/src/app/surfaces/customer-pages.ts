import type { Ctx } from '#context';
import { cardEvents, consultationSources, factSources } from '#app/callbacks';
import { appraisalCustomerRoutes } from '#mount/appraisals/pages/customer-routes';
import { checkoutCustomerRoutes } from '#mount/checkout/pages/customer-routes';
import { languageRoutes } from '#mount/consultations/lifecycle/language-routes';
import { numberCustomerRoutes } from '#mount/consultations/numbers/customer-routes';
import { intakeCustomerRoutes } from '#mount/intakes/confirmation/customer-routes';
import { referralCustomerRoutes } from '#mount/referrals/invitation/customer-routes';
import { selfServiceCustomerRoutes } from '#mount/owner-page/customer-routes';
import { testCardRoutes } from '#mount/checkout/customer-routes';
import { stopCustomerRoutes } from '#mount/replies/stop-customer-routes';
import { createSurface, customerErrors } from '#platform/http';
import type { FastifyInstance } from 'fastify';
import { actForEveryAccount } from '#app/guards/every-account';

/** A customer's message to the team has up to six hundred letters, each of which may be several bytes. */
const bodyLimits: Readonly<Record<string, number>> = { '/case': 16_384 };

/** The pages behind links in messages: for agents' customers, and for borrowers invited by their lender. */
export async function mountCustomerPages(app: FastifyInstance, { metrics }: Ctx): Promise<void> {
  const common = { errors: customerErrors, bodyLimit: 4_096, bodies: 'form', metrics } as const;
  const pages = [
    ['/c', intakeCustomerRoutes],
    ['/c/number', numberCustomerRoutes(consultationSources)],
    ['/i', referralCustomerRoutes],
    ['/checkout', checkoutCustomerRoutes],
    ['/test-cards', testCardRoutes(cardEvents)],
    ['/appraisal', appraisalCustomerRoutes],
    ['/stop', stopCustomerRoutes],
    ['/language', languageRoutes],
    ['/case', selfServiceCustomerRoutes({ facts: factSources })],
  ] as const;
  for (const [prefix, routes] of pages) {
    const bodyLimit = bodyLimits[prefix] ?? common.bodyLimit;
    await createSurface(app, {
      ...common,
      bodyLimit,
      prefix,
      mount: async (surface) => {
        actForEveryAccount(surface);
        await surface.register(routes);
      },
    });
  }
}
