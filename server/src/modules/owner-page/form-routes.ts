import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Ctx, Tx } from '#context';
import { closed } from '#lib/api/shapes';
import { channels, choices, setLanguage, listConsultationFacts, recordCustomerFacts } from '#modules/consultations';
import { transact } from '#platform/db';
import { refuseForeignForms, sendHtml } from '#platform/http';
import type { Limit } from '#platform/limits';
import type { PageSources } from './facts.ts';
import { consultationPage, type Notice } from './pages/consultation-page.ts';
import { findCurrent, findProven, sendBack, type CurrentPage } from './pages/pages.ts';
import { createRequest } from './requests/requests.ts';
import { requestKinds } from './schemas.ts';
import { readTyped } from './views/form-rules.ts';
import { getPageView } from './views/views.ts';

const params = Type.Object({ token: Type.String({ maxLength: 200 }) });
const audience = 'customer with the link';
const typedText = Type.Optional(Type.String({ maxLength: 30 }));
const factsSchema = Type.Object({ vin: typedText, odometer: typedText, offer: typedText, zip: typedText }, closed);
const tick = Type.Optional(Type.Literal('stop'));
const channelsSchema = Type.Object({ channels: Type.Literal('set'), email: tick, text: tick, call: tick }, closed);
const requestBody = Type.Object(
  {
    kind: Type.Enum([...requestKinds], { type: 'string' }),
    words: Type.Optional(Type.String({ maxLength: 1200 })),
  },
  closed,
);

/** More corrections than a customer needs; each one reads the market again. */
const corrected: Limit = { name: 'page-corrected', points: 20, windowS: 3600, whenStoreIsGone: 'refuse' };

const callNotices: Record<choices.TimeChoice, Notice> = {
  chosen: 'call',
  forgotten: 'no-call',
  gone: 'gone',
  busy: 'busy',
  'not called': 'gone',
};

/** The buttons of the customer's page. Submitting a form also stores the language of the page as the customer's language. */
export const formRoutes =
  (sources: PageSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/:token/call',
      {
        config: { operation: 'owner-page.choose-call', audience },
        schema: { params, body: Type.Object({ at: Type.String({ maxLength: 30 }) }, closed) },
        preValidation: refuseForeignForms('at'),
      },
      async (request, reply) => {
        const current = await findCurrent(request, reply);
        if (current === undefined) return reply;
        const at = request.body.at === 'any' ? undefined : new Date(request.body.at);
        const choice = await inLanguage(request.ctx, current, (tx) =>
          Number.isNaN(at?.getTime())
            ? 'gone'
            : choices.chooseCallTime(tx, { consultationId: current.standing.id, at }),
        );
        return sendBack(reply, { ...current, done: callNotices[choice] });
      },
    );

    app.post(
      '/:token/channels',
      {
        config: { operation: 'owner-page.stop-channels', audience },
        schema: { params, body: channelsSchema },
        preValidation: refuseForeignForms('channels'),
      },
      async (request, reply) => {
        const current = await findCurrent(request, reply);
        if (current === undefined) return reply;
        const stopped = channels.filter((channel) => request.body[channel] === 'stop');
        await inLanguage(request.ctx, current, (tx) =>
          choices.stopChannels(tx, { consultationId: current.standing.id, channels: stopped }),
        );
        return sendBack(reply, { ...current, done: 'channels' });
      },
    );

    app.post(
      '/:token/requests',
      {
        config: { operation: 'owner-page.create-request', audience },
        schema: { params, body: requestBody },
        preValidation: refuseForeignForms('kind'),
      },
      async (request, reply) => {
        const current = await findCurrent(request, reply);
        if (current === undefined) return reply;
        const { kind, words } = request.body;
        const { isProven, test } = current.standing;
        // The team does not handle requests on test cases.
        if (test || (kind !== 'reopen' && !isProven)) return sendBack(reply, { ...current, done: 'request' });
        await inLanguage(request.ctx, current, (tx) =>
          createRequest(tx, { consultationId: current.standing.id, kind, words }),
        );
        return sendBack(reply, { ...current, done: 'request' });
      },
    );

    await app.register(factsRoute(sources));
  };

const factsRoute =
  (sources: PageSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/:token/facts',
      {
        config: { operation: 'owner-page.correct-facts', audience },
        schema: { params, body: factsSchema },
        preValidation: refuseForeignForms('vin'),
      },
      async (request, reply) => {
        const current = await findProven(request, reply);
        if (current === undefined) return reply;
        await request.ctx.limits.consume(corrected, current.standing.id);
        const { body, clientAddress: address } = request;
        // The link identifies the customer, so the read does not use up an anonymous allowance of market reads.
        const livemode = !current.standing.test;
        const ctx: Ctx = { ...request.ctx, actor: { kind: 'poll', address, tokenHashes: [], livemode } };
        const consultationId = current.standing.id;
        const { values, wrong } = readTyped(body, await listConsultationFacts(ctx, sources.facts, consultationId));
        if (wrong.length > 0) {
          const view = await getPageView(ctx, sources, current);
          return sendHtml(reply, consultationPage(view, { facts: { typed: body, wrong } }));
        }
        await inLanguage(ctx, current, async () => undefined);
        if (Object.values(values).some((value) => value !== undefined))
          await recordCustomerFacts(ctx, sources.facts, { consultationId, values });
        return sendBack(reply, { ...current, done: 'facts' });
      },
    );
  };

/** Stores the change and the language in which it was made, in one transaction. */
const inLanguage = <T>(ctx: Ctx, { standing, language }: CurrentPage, change: (tx: Tx) => Promise<T> | T): Promise<T> =>
  transact(ctx, async (tx) => {
    const changed = await change(tx);
    setLanguage(tx, { consultationId: standing.id, language });
    return changed;
  });
