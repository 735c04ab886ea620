import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { html } from '#lib/text/html';
import { deliveryConsoleRoutes } from '#mount/sandbox/delivery-routes';
import { intakeConsoleRoutes } from '#mount/sandbox/console-intake-routes';
import { consolePageRoutes } from '#mount/sandbox/page-routes';
import { consoleSignInPage, consoleSignInRoutes } from '#mount/sandbox/sign-in-routes';
import {
  createSurface,
  htmlHeaders,
  problemErrors,
  problemTitle,
  renderHtml,
  type ErrorRenderer,
  type HtmlPage,
} from '#platform/http';
import { describeAgentConsole } from '#app/descriptions/agent-console-openapi';
import { guardAgentConsole, guardConsoleForms } from '#app/guards/agent-console-guard';
import { consoleSteps } from '#app/callbacks';
import { actForEveryAccount } from '#app/guards/every-account';

/** The agent console's interface and pages; returns the description, complete once everything is mounted. */
export async function createAgentConsole(app: FastifyInstance, { config, metrics }: Ctx): Promise<() => object> {
  let document: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/agent-console/v1',
    errors: problemErrors({ surface: 'agent-console', realm: 'agent-console', publicBaseUrl: config.publicBaseUrl }),
    bodyLimit: 65_536,
    metrics,
    mount: async (surface) => {
      document = await describeAgentConsole(surface, config);
      guardAgentConsole(surface);
      await surface.register(intakeConsoleRoutes(consoleSteps));
      await surface.register(deliveryConsoleRoutes);
    },
  });
  await createSurface(app, {
    prefix: '/agent-console',
    errors: pageErrors,
    bodyLimit: 4_096,
    bodies: 'form',
    metrics,
    mount: async (surface) => {
      await surface.register(async (open) => {
        guardConsoleForms(open);
        // A session is looked up by its token, for any account.
        actForEveryAccount(open);
        await open.register(consoleSignInRoutes);
      });
      await surface.register(async (pages) => {
        guardAgentConsole(pages);
        await pages.register(consolePageRoutes(consoleSteps));
      });
    },
  });
  return () => document();
}

/** Visitors who are not signed in get the sign-in form, at any address. */
const pageErrors: ErrorRenderer = {
  surface: 'agent-console-pages',
  render({ status, code, message }, request) {
    const page: HtmlPage =
      status === 401
        ? consoleSignInPage(request)
        : {
            status,
            title: problemTitle(code),
            body: html`<h1>${problemTitle(code)}</h1>
              <p>${message}</p>
              <p><a href="/agent-console">To the agent console</a></p>`,
          };
    return { status, headers: htmlHeaders, body: renderHtml(page, request.server.team) };
  },
};
