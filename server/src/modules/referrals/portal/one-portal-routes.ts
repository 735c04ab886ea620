import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import type { Ctx } from '#context';
import { meterUpload, withUploadSlot } from '#modules/documents';
import type { FactSources } from '#modules/consultations';
import { tenantOf } from '#modules/partners';
import { transact } from '#platform/db';
import { abortOnDisconnect, fileNameHeader, filePolicy, readBytes, readFileName, streamBodies } from '#platform/http';
import { attestReferral } from '../lifecycle/referral-moves.ts';
import { attestSchema } from '../lifecycle/schemas.ts';
import { cancelReferral, getReferral } from '../submission/edit-referral.ts';
import { refuseIssues } from '../submission/partner-routes.ts';
import { agreementIssues, documentBytesMax } from './rules.ts';
import {
  cancelSchema,
  ofDocument,
  ofReferral,
  portalReferralSchema,
  seenEditSchema,
  timelineSchema,
} from './schemas.ts';
import { editSeenReferral, getPortalReferral, type ListUserNames } from './portal-referrals.ts';
import { getTimeline } from './referral-history.ts';
import { getSentDocumentFile, sendDocument } from './sent-documents.ts';

const read = { audience: 'portal', needs: 'referrals.read' } as const;
const write = { audience: 'portal', needs: 'referrals.write' } as const;

/** `base` is the service's own context, which is not audited. */
type Sources = { readonly listNames: ListUserNames; readonly facts: FactSources; readonly base: Ctx };

/** One referral in the portal: its data, its history, and the institution's actions on it. */
export const oneReferralPortalRoutes =
  (sources: Sources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(readRoutes(sources));
    await app.register(changeRoutes(sources));
    await app.register(uploadRoutes(sources));
    await app.register(fileRoutes);
  };

const readRoutes =
  ({ listNames }: Sources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/referrals/:referral_id',
      {
        config: { ...read, operation: 'referrals.portal-get', summary: 'Get a referral and what can be done with it.' },
        schema: { params: ofReferral, response: { 200: portalReferralSchema } },
      },
      async ({ ctx, params }) => getPortalReferral(ctx, tenantOf(ctx), { id: params.referral_id, listNames }),
    );
    app.get(
      '/referrals/:referral_id/timeline',
      {
        config: { ...read, operation: 'referrals.portal-get-timeline', summary: 'List what happened to a referral.' },
        schema: { params: ofReferral, response: { 200: timelineSchema } },
      },
      async ({ ctx, params }) => getTimeline(ctx, tenantOf(ctx), { id: params.referral_id, listNames }),
    );
  };

const changeRoutes =
  ({ listNames }: Sources): FastifyPluginAsyncTypebox =>
  async (app) => {
    const viewOf = (ctx: Ctx, id: string) => getPortalReferral(ctx, tenantOf(ctx), { id, listNames });
    app.patch(
      '/referrals/:referral_id',
      {
        config: { ...write, operation: 'referrals.portal-edit', duringReset: 'refused', summary: 'Edit a referral.' },
        schema: {
          description:
            'Only what changed, with the version that was seen. 403 contacts_hidden: who sees live borrowers masked does not change their name, email or phone. 409 referral_changed: somebody else changed it since. 409 invalid_state: this can no longer be edited. A new email or phone gets an invitation of its own.',
          params: ofReferral,
          body: seenEditSchema,
          response: { 200: portalReferralSchema },
        },
      },
      async ({ ctx, params: { referral_id: id }, body: { version, changes } }) => {
        await editSeenReferral(ctx, tenantOf(ctx), { id, version, patch: changes });
        return viewOf(ctx, id);
      },
    );
    app.post(
      '/referrals/:referral_id/cancel',
      {
        config: {
          ...write,
          operation: 'referrals.portal-cancel',
          duringReset: 'refused',
          summary: 'Cancel a referral nobody has answered.',
        },
        schema: { params: ofReferral, body: cancelSchema, response: { 200: portalReferralSchema } },
      },
      async ({ ctx, params: { referral_id: id }, body: { reason } }) => {
        await transact(ctx, (tx) => cancelReferral(tx, tenantOf(tx), { id, reason }));
        return viewOf(ctx, id);
      },
    );
    app.post(
      '/referrals/:referral_id/attest',
      {
        config: {
          ...write,
          operation: 'referrals.portal-attest',
          duringReset: 'refused',
          summary: 'Attest a warm handoff: the borrower knows about the call and wants it.',
        },
        schema: {
          description: 'confirmed_at is when the borrower agreed: not in the future, and at most 30 days ago.',
          params: ofReferral,
          body: attestSchema,
          response: { 200: portalReferralSchema },
        },
      },
      async ({ ctx, params: { referral_id: id }, body: attestation }) => {
        refuseIssues(agreementIssues(attestation, ctx.clock.now()));
        await transact(ctx, (tx) => attestReferral(tx, tenantOf(tx), { id, attestation }));
        return viewOf(ctx, id);
      },
    );
  };

/** Separate from the other routes, because its bodies are files. */
const uploadRoutes =
  ({ listNames, facts, base }: Sources): FastifyPluginAsyncTypebox =>
  async (app) => {
    streamBodies(app);
    app.post(
      '/referrals/:referral_id/documents',
      {
        bodyLimit: documentBytesMax,
        config: {
          ...write,
          operation: 'referrals.portal-send-document',
          duringReset: 'refused',
          takesBytes: true,
          summary: 'Send the insurer’s valuation report.',
        },
        schema: {
          description:
            'The bytes of a PDF, at most 15 MB. It is read while you wait. 409 invalid_state: there is no open case. 429: other reports are being read, or the bytes that your institution may upload on a UTC day are used up.',
          params: ofReferral,
          headers: fileNameHeader,
          response: { 201: portalReferralSchema },
        },
      },
      async (request, reply) => {
        const { ctx, params, headers } = request;
        const { referral_id: id } = params;
        const tenant = tenantOf(ctx);
        // A foreign id takes no upload slot.
        await getReferral(ctx, tenant, id);
        // The trail records a document only once it is sent: counting and storing its bytes is not an action.
        const files = { ...ctx, db: base.db };
        await withUploadSlot({ actor: ctx.actor, intakeId: id }, () =>
          sendDocument(ctx, tenant, {
            id,
            fileName: readFileName(headers),
            read: () => readBytes(request, documentBytesMax, meterUpload(files)),
            signal: abortOnDisconnect(reply),
            sources: facts,
            files,
          }),
        );
        return reply.status(201).send(await getPortalReferral(ctx, tenant, { id, listNames }));
      },
    );
  };

const fileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:referral_id/documents/:sent_document_id/file',
    {
      config: {
        audience: 'portal',
        // A report names the vehicle's owner.
        needs: 'contacts.read',
        operation: 'referrals.portal-get-document-file',
        summary: 'Download a document that your institution sent.',
      },
      schema: {
        params: ofDocument,
        response: { 200: fileSchema('application/pdf') },
      },
    },
    async ({ ctx, params: { referral_id: referralId, sent_document_id: documentId } }, reply) => {
      const { name, sizeBytes, content } = await getSentDocumentFile(ctx, tenantOf(ctx), { referralId, documentId });
      // The file is untrusted: browsers must download it, not display it or guess its type.
      reply.headers({
        'content-length': sizeBytes,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': filePolicy,
      });
      return sendFile(reply, { name, type: 'application/pdf', content });
    },
  );
};
