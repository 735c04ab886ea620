import type { Ctx } from '#context';
import { consultationSources } from '#app/bindings';
import { appraisalCustomerRoutes } from '#mount/appraisals/pages/customer-routes';
import { checkoutCustomerRoutes } from '#mount/checkout/pages/customer-routes';
import { numberCustomerRoutes } from '#mount/consultations/numbers/customer-routes';
import { intakeCustomerRoutes } from '#mount/intakes/confirmation/customer-routes';
import { referralCustomerRoutes } from '#mount/referrals/invitation/customer-routes';
import { stopCustomerRoutes } from '#mount/replies/stop-customer-routes';
import { createSurface, htmlErrors } from '#platform/http';
import type { FastifyInstance } from 'fastify';

/** The pages behind links in messages: for customers whose agent asked, and for borrowers whose lender invites. */
export async function mountCustomerPages(app: FastifyInstance, { metrics }: Ctx): Promise<void> {
  const common = { errors: htmlErrors, bodyLimit: 4_096, bodies: 'form', metrics } as const;
  const pages = [
    ['/c', intakeCustomerRoutes],
    ['/c/number', numberCustomerRoutes(consultationSources)],
    ['/i', referralCustomerRoutes],
    ['/checkout', checkoutCustomerRoutes],
    ['/appraisal', appraisalCustomerRoutes],
    ['/stop', stopCustomerRoutes],
  ] as const;
  for (const [prefix, routes] of pages) {
    await createSurface(app, { ...common, prefix, mount: async (surface) => void (await surface.register(routes)) });
  }
}
