import { agentConsoleRoutes } from './committed-agent-console-routes.ts';
import { devRoutes } from './committed-dev-routes.ts';
import { portalRoutes } from './committed-portal-routes.ts';
import { sandboxRoutes } from './committed-sandbox-routes.ts';

/** Every route, who may call it, and its name in logs: each new route needs a line here or in a file like this. */
export const committedRoutes = `
DELETE /api/agent/v1/me/webhook | agent | webhooks.remove-agent-webhook
DELETE /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.remove-endpoint
DELETE /api/staff/v1/me/sessions/:session_id | staff | access.revoke-session
GET / | anyone | site.home
GET /.well-known/agent-skills/index.json | anyone | discovery.skills
GET /.well-known/agent-skills/makewhole/SKILL.md | anyone | discovery.skill
GET /.well-known/api-catalog | anyone | discovery.api-catalog
GET /.well-known/mcp/catalog.json | anyone | discovery.mcp-catalog
GET /.well-known/mcp/server-card.json | anyone | discovery.mcp-server-card
GET /.well-known/security.txt | anyone | site.security-text
GET /api/agent/v1/agreement | anyone | agents.get-agreement
GET /api/agent/v1/intakes/:intake_id | poll token or agent key | intakes.get
GET /api/agent/v1/me | agent | agents.get-me
GET /api/gap/v1/analytics | partner | analytics.get
GET /api/gap/v1/events | partner | events.list
GET /api/gap/v1/me | partner | partners.get-me
GET /api/gap/v1/plans/enrollments | partner | plans.list-enrollments
GET /api/gap/v1/plans/enrollments/:id | partner | plans.get-enrollment
GET /api/gap/v1/plans/redemptions | partner | plans.list-redemptions
GET /api/gap/v1/plans/statements | partner | plans.list-statements
GET /api/gap/v1/referrals | partner | referrals.list
GET /api/gap/v1/referrals/:id | partner | referrals.get
GET /api/gap/v1/referrals/:id/review-record | partner | referrals.get-review-record
GET /api/staff/v1/authenticator-resets | staff | portal.list-authenticator-resets
GET /api/staff/v1/analytics/lenders | staff | analytics.get-lenders
GET /api/staff/v1/audit | staff | audit.list
GET /api/staff/v1/audit.csv | staff | audit.export | fresh
GET /api/staff/v1/board | staff | consultations.list-board
GET /api/staff/v1/board/agents | staff | board.list-agents
GET /api/staff/v1/board/cases/:consultation_id | staff | board.get-case
GET /api/staff/v1/board/columns | staff | board.list-columns
GET /api/staff/v1/board/figures | staff | board.get-figures
GET /api/staff/v1/board/figures.csv | staff | board.get-figures-csv
GET /api/staff/v1/board/figures/cases | staff | board.list-figure-cases
GET /api/staff/v1/board/institutions | staff | board.list-institutions
GET /api/staff/v1/board/late-callbacks | staff | board.list-late-callbacks
GET /api/staff/v1/board/load | staff | board.get-load
GET /api/staff/v1/board/mine | staff | board.list-mine
GET /api/staff/v1/board/search | staff | board.search
GET /api/staff/v1/board/states/:state/facts | staff | board.get-state-facts
GET /api/staff/v1/calling-rules | staff | consultations.list-calling-rules
GET /api/staff/v1/cases/:consultation_id/appraisal | staff | appraisals.get
GET /api/staff/v1/cases/:consultation_id/appraisal/preview | staff | appraisals.preview
GET /api/staff/v1/cases/:consultation_id/appraisal/preview.pdf | staff | appraisals.preview-pdf
GET /api/staff/v1/cases/:consultation_id/erasure-preview | staff | privacy.preview-erasure
GET /api/staff/v1/cases/:consultation_id/facts | staff | facts.get
GET /api/staff/v1/cases/:consultation_id/person | staff | privacy.get-customer-data
GET /api/staff/v1/cases/:consultation_id/person-export | staff | privacy.export-customer | fresh
GET /api/staff/v1/cases/:consultation_id/person-export.pdf | staff | privacy.export-customer-pdf | fresh
GET /api/staff/v1/cases/:consultation_id/report-check | staff | report-checks.get
GET /api/staff/v1/cases/:consultation_id/templates | staff | replies.list-templates
GET /api/staff/v1/colleagues | staff | access.list-colleagues
GET /api/staff/v1/consent/:consultation_id | staff | board.get-consent | fresh
GET /api/staff/v1/consent/:consultation_id.pdf | staff | board.get-consent-pdf | fresh
GET /api/staff/v1/customer-requests | staff | owner-page.list-requests
GET /api/staff/v1/deliveries | staff | webhooks.list-deliveries
GET /api/staff/v1/deliveries/:delivery_id | staff | webhooks.get-delivery
GET /api/staff/v1/documents/:document_id | staff | documents.get
GET /api/staff/v1/documents/:document_id/file | staff | documents.get-file
GET /api/staff/v1/documents/:document_id/page | staff | documents.get-page
GET /api/staff/v1/exposure/ledger | staff | exposure.get-ledger
GET /api/staff/v1/exposure/ledger.csv | staff | exposure.get-ledger-csv | fresh
GET /api/staff/v1/exposure/ledger.pdf | staff | exposure.get-ledger-pdf | fresh
GET /api/staff/v1/holds | staff | checkout.list-holds
GET /api/staff/v1/institutions/:institution_id | staff | partners.get-institution
GET /api/staff/v1/institutions/:institution_id/credentials | staff | access.list-credentials
GET /api/staff/v1/institutions/:institution_id/gap-terms | staff | exposure.list-terms
GET /api/staff/v1/institutions/:institution_id/keys | staff | access.list-partner-keys
GET /api/staff/v1/institutions/:institution_id/statements | staff | plans.list-statements-of
GET /api/staff/v1/institutions/:institution_id/statements/:statement_id | staff | plans.get-statement
GET /api/staff/v1/institutions/:institution_id/statements/:statement_id.csv | staff | plans.get-statement-csv
GET /api/staff/v1/institutions/:institution_id/statements/:statement_id.pdf | staff | plans.get-statement-pdf
GET /api/staff/v1/institutions/:institution_id/statements/:statement_id/changes | staff | plans.list-statement-changes
GET /api/staff/v1/institutions/:institution_id/statements/:statement_id/vehicles.csv | staff | plans.get-statement-vehicles | fresh
GET /api/staff/v1/institutions/:institution_id/webhook-endpoints | staff | webhooks.list-endpoints
GET /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.get-endpoint
GET /api/staff/v1/intakes/:intake_id | staff | intakes.get-record
GET /api/staff/v1/me | staff | access.get-staff-me
GET /api/staff/v1/me/sessions | staff | access.list-sessions
GET /api/staff/v1/messages/held | staff | customers.list-held
GET /api/staff/v1/referrals/:referral_id | staff | referrals.get-record
GET /api/staff/v1/referrals/:referral_id/evidence | staff | board.get-evidence | fresh
GET /api/staff/v1/referrals/:referral_id/evidence.pdf | staff | board.get-evidence-pdf | fresh
GET /api/staff/v1/referrals/:referral_id/exposure | staff | exposure.get
GET /api/staff/v1/replies | staff | replies.list-unattached
GET /api/staff/v1/settings | staff | switches.get
GET /api/staff/v1/sign-ups | staff | portal.list-sign-ups
GET /api/staff/v1/snapshots/:snapshot_id | staff | market.get-snapshot
GET /api/staff/v1/staff | staff | access.list-staff
GET /api/staff/v1/statements/settings | staff | plans.get-statement-settings
GET /api/staff/v1/stream | staff | board.stream
GET /api/staff/v1/telephone-wording | staff | intakes.get-telephone-wording
GET /api/staff/v1/webhook-endpoints/:endpoint_id/health | staff | webhooks.get-endpoint-health
GET /api/staff/v1/webhook-endpoints/:endpoint_id/recover | staff | webhooks.get-recovery
GET /appraisal/:token | customer with the link | appraisals.view
GET /appraisal/:token/appraisal.pdf | customer with the link | appraisals.view-pdf
GET /assets/:name | anyone | assets.kept
GET /assets/text-18b2a1a39a2f.woff2 | anyone | assets.font
GET /board | anyone | board.page
GET /board/* | anyone | board.page
GET /board/assets/:name | anyone | board.asset
GET /c/:token | customer with the link | intakes.view-link
GET /c/number/:token | customer with the link | consultations.view-number
GET /case | anyone | owner-page.view-search
GET /case/:token | customer with the link | owner-page.view
GET /case/:token/call | customer with the link | owner-page.leave-call
GET /case/:token/channels | customer with the link | owner-page.leave-channels
GET /case/:token/facts | customer with the link | owner-page.leave-facts
GET /case/:token/link | customer with the link | owner-page.leave-link
GET /case/:token/report | customer with the link | owner-page.leave-report
GET /case/:token/requests | customer with the link | owner-page.leave-requests
GET /case/:token/terms/:product/:version | customer with the link | owner-page.view-terms
GET /checkout/:token | customer with the link | checkout.view-options
GET /checkout/:token/representation | customer with the link | checkout.view-representation
GET /checkout/:token/research | customer with the link | checkout.view-research
GET /checkout/return/:hold_id | anyone | checkout.view-return
GET /checkout/terms/:name | anyone | checkout.view-terms
GET /contact | anyone | site.contact
GET /developers | anyone | developers.index
GET /developers.md | anyone | developers.index-markdown
GET /developers/* | anyone | developers.page
GET /developers/agent-console/openapi.json | anyone | developers.agent-console-openapi
GET /developers/agent-sandbox/openapi.json | anyone | developers.agent-sandbox-openapi
GET /developers/agent/openapi.json | anyone | developers.agent-openapi
GET /developers/agent/tools.json | anyone | developers.agent-tools
GET /developers/assets/:name | anyone | developers.asset
GET /developers/changelog.atom | anyone | developers.changelog-feed
GET /developers/gap/openapi.json | anyone | developers.gap-openapi
GET /developers/gap/vectors.json | anyone | developers.gap-vectors
GET /developers/packages/makewhole-cli.tgz | anyone | developers.package
GET /developers/packages/makewhole-sdk.tgz | anyone | developers.package
GET /developers/search | anyone | developers.search
GET /developers/status | anyone | developers.status
GET /developers/status.json | anyone | developers.status-json
GET /developers/status.md | anyone | developers.status-markdown
GET /favicon.ico | anyone | assets.old-icon
GET /favicon.svg | anyone | assets.icon
GET /healthz | anyone | http.health
GET /i/:token | customer with the link | referrals.view-invitation
GET /livez | anyone | http.health
GET /llms-full.txt | anyone | site.llms-full
GET /llms.txt | anyone | site.llms
GET /mcp/server-card | anyone | discovery.mcp-own-card
GET /privacy | anyone | site.privacy
GET /readyz | anyone | http.health
GET /robots.txt | anyone | site.robots
GET /sign-in | anyone | access.sign-in-page
GET /sign-in/demo/:token | anyone | access.sign-in-by-demo-link
GET /sign-in/oidc | anyone | access.start-oidc
GET /sign-in/oidc/callback | anyone | access.finish-oidc
GET /sign-in/password | anyone | access.view-password
GET /sign-in/set-up/:token | anyone | access.view-setup
GET /sign-out | anyone | access.sign-out-page
GET /sitemap.xml | anyone | site.sitemap
GET /social.png | anyone | assets.social
GET /stop/:token | customer with the link | replies.view-stop
GET /terms | anyone | site.terms
GET /test-cards/:session | customer with the link | test-cards.view-page
GET /touch-icon.png | anyone | assets.touch-icon
PATCH /api/gap/v1/plans/enrollments/:id | partner | plans.change-enrollment
PATCH /api/gap/v1/referrals/:id | partner | referrals.change
PATCH /api/staff/v1/cases/:consultation_id/facts | staff | facts.change
PATCH /api/staff/v1/institutions/:institution_id | staff | partners.change-institution
PATCH /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.change-endpoint | fresh
PATCH /api/staff/v1/settings | staff | switches.set
PATCH /api/staff/v1/staff/:staff_id | staff | access.change-staff | fresh
POST /api/agent/v1/intakes | agent or anonymous | intakes.open
POST /api/agent/v1/intakes/:intake_id/documents | poll token or agent key | intakes.attach-report
POST /api/agent/v1/me/rotate-key | agent | agents.rotate-key
POST /api/agent/v1/recover | anyone | agents.request-recovery
POST /api/agent/v1/recover/verify | anyone | agents.recover-key
POST /api/agent/v1/register | anyone | agents.register
POST /api/agent/v1/register/verify | anyone | agents.verify
POST /api/gap/v1/credentials/:id/verify | partner | partners.verify-credential
POST /api/gap/v1/plans/enrollments | partner | plans.enroll
POST /api/gap/v1/plans/enrollments/bulk | partner | plans.enroll-bulk
POST /api/gap/v1/plans/loss-notices | partner | plans.report-loss
POST /api/gap/v1/plans/roster-sync | partner | plans.sync-roster
POST /api/gap/v1/referrals | partner | referrals.create
POST /api/gap/v1/referrals/:id/attest | partner | referrals.attest
POST /api/gap/v1/referrals/:id/simulate | partner | referrals.simulate
POST /api/gap/v1/referrals/bulk | partner | referrals.create-bulk
POST /api/gap/v1/review-status/lookup | partner | referrals.look-up-reviews
POST /api/gap/v1/signature-check | partner | partners.check-signature
POST /api/staff/v1/agents/:agent_id/status | staff | agents.set-status
POST /api/staff/v1/cases/:consultation_id/appraisal/release | staff | appraisals.release
POST /api/staff/v1/cases/:consultation_id/appraisal/withdraw | staff | appraisals.withdraw
POST /api/staff/v1/cases/:consultation_id/documents | staff | facts.attach-report
POST /api/staff/v1/cases/:consultation_id/erasure | staff | privacy.ask-erasure | fresh
POST /api/staff/v1/cases/:consultation_id/legal-hold | staff | privacy.set-legal-hold | fresh
POST /api/staff/v1/cases/:consultation_id/legal-hold/lift | staff | privacy.lift-legal-hold | fresh
POST /api/staff/v1/cases/:consultation_id/messages | staff | replies.send-template
POST /api/staff/v1/cases/:consultation_id/notes | staff | consultations.add-note
POST /api/staff/v1/cases/:consultation_id/replies | staff | replies.answer
POST /api/staff/v1/cases/:consultation_id/replies/read | staff | replies.mark-read
POST /api/staff/v1/cases/:consultation_id/report-check/release | staff | report-checks.release
POST /api/staff/v1/cases/:consultation_id/report-check/withdraw | staff | report-checks.withdraw
POST /api/staff/v1/consultations/:consultation_id/assignee | staff | consultations.assign
POST /api/staff/v1/consultations/:consultation_id/checkout-link | staff | checkout.send-link
POST /api/staff/v1/consultations/:consultation_id/close | staff | consultations.close
POST /api/staff/v1/consultations/:consultation_id/deliver | staff | checkout.deliver
POST /api/staff/v1/consultations/:consultation_id/payments | staff | checkout.note-payment
POST /api/staff/v1/consultations/:consultation_id/reopen | staff | consultations.reopen
POST /api/staff/v1/consultations/:consultation_id/settlement | staff | checkout.record-settlement
POST /api/staff/v1/customer-requests/:request_id/done | staff | owner-page.finish-request
POST /api/staff/v1/deliveries/:delivery_id/resend | staff | webhooks.resend-delivery
POST /api/staff/v1/discounts | staff | customers.grant-discount | fresh
POST /api/staff/v1/do-not-contact | staff | customers.add-do-not-contact
POST /api/staff/v1/do-not-contact/lookup | staff | customers.find-do-not-contact
POST /api/staff/v1/authenticator-resets | staff | portal.reset-by-staff | fresh
POST /api/staff/v1/authenticator-resets/:reset_id/stop | staff | portal.stop-reset-by-staff
POST /api/staff/v1/holds/:hold_id/capture | staff | checkout.capture-hold | fresh
POST /api/staff/v1/holds/:hold_id/refund | staff | checkout.refund-charge | fresh
POST /api/staff/v1/holds/:hold_id/release | staff | checkout.release-hold | fresh
POST /api/staff/v1/institutions | staff | partners.create-institution
POST /api/staff/v1/institutions/:institution_id/credentials | staff | access.upload-credential | fresh
POST /api/staff/v1/institutions/:institution_id/credentials/:credential_id/revoke | staff | access.revoke-credential
POST /api/staff/v1/institutions/:institution_id/keys | staff | access.create-partner-key | fresh
POST /api/staff/v1/institutions/:institution_id/keys/:key_id/revoke | staff | access.revoke-partner-key
POST /api/staff/v1/institutions/:institution_id/open-live | staff | portal.open-live | fresh
POST /api/staff/v1/institutions/:institution_id/referrals | staff | referrals.create-for
POST /api/staff/v1/institutions/:institution_id/statements/:statement_id/send | staff | plans.send-statement
POST /api/staff/v1/institutions/:institution_id/statements/:statement_id/status | staff | plans.set-statement-status
POST /api/staff/v1/institutions/:institution_id/webhook-endpoints | staff | webhooks.create-endpoint | fresh
POST /api/staff/v1/intakes/:intake_id/calls | staff | intakes.log-call
POST /api/staff/v1/intakes/:intake_id/start | staff | intakes.start
POST /api/staff/v1/me/fresh | staff | access.confirm-password
POST /api/staff/v1/messages/held/:group_id/allow | staff | customers.allow-held
POST /api/staff/v1/messages/held/:group_id/drop | staff | customers.drop-held
POST /api/staff/v1/payments/:payment_id/void | staff | checkout.void-payment
POST /api/staff/v1/queue/:consultation_id/calls | staff | consultations.log-call
POST /api/staff/v1/queue/:consultation_id/claim | staff | consultations.claim
POST /api/staff/v1/queue/:consultation_id/heartbeat | staff | consultations.heartbeat
POST /api/staff/v1/queue/:consultation_id/release | staff | consultations.release
POST /api/staff/v1/queue/:consultation_id/take-over | staff | consultations.take-over
POST /api/staff/v1/queue/next | staff | consultations.claim-next
POST /api/staff/v1/redemptions/:redemption_id/cancel | staff | plans.cancel-redemption
POST /api/staff/v1/redemptions/:redemption_id/complete | staff | plans.complete-redemption
POST /api/staff/v1/referrals/:referral_id/activate | staff | referrals.activate
POST /api/staff/v1/referrals/:referral_id/close | staff | referrals.close
POST /api/staff/v1/referrals/:referral_id/decline | staff | referrals.decline
POST /api/staff/v1/referrals/:referral_id/review | staff | referrals.review
POST /api/staff/v1/referrals/:referral_id/settle | staff | referrals.settle
POST /api/staff/v1/replies/:reply_id/read | staff | replies.mark-one-read
POST /api/staff/v1/replies/:reply_id/resume | staff | replies.resume-contact
POST /api/staff/v1/staff | staff | access.invite-staff | fresh
POST /api/staff/v1/staff/:staff_id/sessions/end | staff | access.end-sessions
POST /api/staff/v1/staff/:staff_id/set-up | staff | access.reset-sign-in | fresh
POST /api/staff/v1/statements/run | staff | plans.run-statements
POST /api/staff/v1/telephone-cases | staff | intakes.create-by-telephone
POST /api/staff/v1/vin-decodings | staff | facts.decode-vin
POST /api/staff/v1/webhook-endpoints/:endpoint_id/promote | staff | webhooks.promote-secret
POST /api/staff/v1/webhook-endpoints/:endpoint_id/recover | staff | webhooks.recover-deliveries
POST /api/staff/v1/webhook-endpoints/:endpoint_id/rotate | staff | webhooks.rotate-secret | fresh
POST /api/staff/v1/webhook-endpoints/:endpoint_id/test | staff | webhooks.send-test-event
POST /c/:token | customer with the link | intakes.answer-link
POST /c/number/:token | customer with the link | consultations.give-number
POST /case | anyone | owner-page.request-link
POST /case/:token/call | customer with the link | owner-page.choose-call
POST /case/:token/channels | customer with the link | owner-page.stop-channels
POST /case/:token/facts | customer with the link | owner-page.correct-facts
POST /case/:token/link | customer with the link | owner-page.renew-link
POST /case/:token/report | customer with the link | owner-page.send-report
POST /case/:token/requests | customer with the link | owner-page.create-request
POST /checkout/:token/representation | customer with the link | checkout.accept-representation
POST /checkout/:token/representation/card | customer with the link | checkout.change-card
POST /checkout/:token/representation/withdraw | customer with the link | checkout.withdraw-card
POST /checkout/:token/research | customer with the link | checkout.accept-research
POST /hooks/text/replies | text provider | customers.record-text-reply
POST /hooks/text/status | text provider | customers.record-text-status
POST /i/:token | customer with the link | referrals.answer-invitation
POST /language/:token | customer with the link | consultations.switch-language
POST /mcp | agent or anonymous | mcp.message
POST /providers/mail | mail provider | replies.receive-mail
POST /providers/stripe | card provider | checkout.record-provider-event
POST /sign-in | anyone | access.sign-in
POST /sign-in/password | anyone | access.change-password
POST /sign-in/set-up/:token | anyone | access.finish-setup
POST /sign-out | anyone | access.sign-out
POST /stop/:token | customer with the link | replies.stop
POST /test-cards/:session | customer with the link | test-cards.enter-card
PUT /api/agent/v1/me/webhook | agent | webhooks.set-agent-webhook
PUT /api/staff/v1/cases/:consultation_id/appraisal/draft | staff | appraisals.compose
PUT /api/staff/v1/institutions/:institution_id/gap-terms | staff | exposure.set-terms
PUT /api/staff/v1/referrals/:referral_id/checklist | staff | exposure.record-receipt
PUT /api/staff/v1/referrals/:referral_id/loan | staff | exposure.state-loan
PUT /api/staff/v1/statements/settings | staff | plans.set-statement-settings
`
  .trim()
  .split('\n')
  .concat(portalRoutes, agentConsoleRoutes, sandboxRoutes, devRoutes)
  .sort();
