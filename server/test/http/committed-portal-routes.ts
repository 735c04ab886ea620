/** The routes for the partner portal. */
export const portalRoutes = `
DELETE /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id | portal | webhooks.portal-delete-endpoint | fresh in live mode
DELETE /api/portal/v1/:institution_id/:mode/invitations/:invitation_id | portal | portal.revoke-invitation | fresh
DELETE /api/portal/v1/:institution_id/:mode/members/:user_id | portal | portal.remove-member | fresh
DELETE /api/portal/v1/:institution_id/:mode/settings/issuer | portal | portal.remove-issuer | fresh
DELETE /api/portal/v1/passkeys/:passkey_id | portal | portal.remove-passkey | fresh
DELETE /api/portal/v1/roles/:institution_id | portal | portal.leave-institution | fresh
DELETE /api/portal/v1/session | portal | portal.sign-out
DELETE /api/portal/v1/sessions | portal | portal.sign-out-everywhere
GET /api/portal/v1/:institution_id/:mode/analytics | portal | analytics.portal-get
GET /api/portal/v1/:institution_id/:mode/analytics.csv | portal | analytics.portal-get-csv
GET /api/portal/v1/:institution_id/:mode/analytics/referrals | portal | analytics.portal-list-referrals
GET /api/portal/v1/:institution_id/:mode/credentials | portal | access.portal-list-credentials
GET /api/portal/v1/:institution_id/:mode/credentials/:credential_id | portal | access.portal-get-credential
GET /api/portal/v1/:institution_id/:mode/deliveries | portal | webhooks.portal-search-deliveries
GET /api/portal/v1/:institution_id/:mode/deliveries/:delivery_id | portal | webhooks.portal-get-delivery
GET /api/portal/v1/:institution_id/:mode/doctor/endpoints | portal | signature-check.portal-list-endpoints
GET /api/portal/v1/:institution_id/:mode/endpoints | portal | webhooks.portal-list-endpoints
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id | portal | webhooks.portal-get-endpoint
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/figures | portal | webhooks.portal-get-endpoint-figures
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/health | portal | webhooks.portal-get-endpoint-health
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recover-events/:recovery_id | portal | webhooks.portal-get-event-recovery
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recoveries | portal | webhooks.portal-list-recoveries
GET /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rotation | portal | webhooks.portal-get-rotation
GET /api/portal/v1/:institution_id/:mode/event-types | portal | webhooks.portal-list-event-types
GET /api/portal/v1/:institution_id/:mode/events | portal | events.portal-list
GET /api/portal/v1/:institution_id/:mode/events/:event_id | portal | events.portal-get
GET /api/portal/v1/:institution_id/:mode/events/receivers | portal | webhooks.portal-list-receivers
GET /api/portal/v1/:institution_id/:mode/events/seals | portal | events.portal-list-seals
GET /api/portal/v1/:institution_id/:mode/go-live | portal | portal.get-go-live
GET /api/portal/v1/:institution_id/:mode/institution | portal | portal.get-institution
GET /api/portal/v1/:institution_id/:mode/invitations | portal | portal.list-invitations
GET /api/portal/v1/:institution_id/:mode/keys | portal | access.portal-list-keys
GET /api/portal/v1/:institution_id/:mode/members | portal | portal.list-members
GET /api/portal/v1/:institution_id/:mode/referrals | portal | referrals.portal-list
GET /api/portal/v1/:institution_id/:mode/referrals.csv | portal | referrals.portal-download-csv
GET /api/portal/v1/:institution_id/:mode/referral-files | portal | referral-files.list
GET /api/portal/v1/:institution_id/:mode/referral-files/:file_id | portal | referral-files.get
GET /api/portal/v1/:institution_id/:mode/referral-files/:file_id/rejected.csv | portal | referral-files.get-rejected
GET /api/portal/v1/:institution_id/:mode/referral-files/:file_id/result.csv | portal | referral-files.get-result
GET /api/portal/v1/:institution_id/:mode/referral-files/:file_id/rows | portal | referral-files.list-rows
GET /api/portal/v1/:institution_id/:mode/referral-files/template.csv | portal | referral-files.get-template
GET /api/portal/v1/:institution_id/:mode/referrals/:referral_id | portal | referrals.portal-get
GET /api/portal/v1/:institution_id/:mode/referrals/:referral_id/documents/:sent_document_id/file | portal | referrals.portal-get-document-file
GET /api/portal/v1/:institution_id/:mode/referrals/:referral_id/timeline | portal | referrals.portal-get-timeline
GET /api/portal/v1/:institution_id/:mode/requests | portal | request-log.portal-list-requests
GET /api/portal/v1/:institution_id/:mode/requests/:request_id | portal | request-log.portal-get-request
GET /api/portal/v1/:institution_id/:mode/rosters | portal | roster-files.list
GET /api/portal/v1/:institution_id/:mode/rosters/:file_id | portal | roster-files.get
GET /api/portal/v1/:institution_id/:mode/rosters/:file_id/result.csv | portal | roster-files.get-result
GET /api/portal/v1/:institution_id/:mode/rosters/:file_id/rows | portal | roster-files.list-rows
GET /api/portal/v1/:institution_id/:mode/sandbox/enrollments | portal | sandbox.list-enrollments
GET /api/portal/v1/:institution_id/:mode/sandbox/enrollments/:enrollment_id | portal | sandbox.get-enrollment
GET /api/portal/v1/:institution_id/:mode/sandbox/messages | portal | sandbox.list-messages
GET /api/portal/v1/:institution_id/:mode/sandbox/messages/:message_id | portal | sandbox.get-message
GET /api/portal/v1/:institution_id/:mode/sandbox/messages/:message_id/mail.html | portal | sandbox.show-mail
GET /api/portal/v1/:institution_id/:mode/sandbox/referrals | portal | sandbox.list-referrals
GET /api/portal/v1/:institution_id/:mode/sandbox/referrals/:referral_id | portal | sandbox.get-referral
GET /api/portal/v1/:institution_id/:mode/sandbox/reset | portal | sandbox.get-reset
GET /api/portal/v1/:institution_id/:mode/settings/contacts | portal | partners.portal-get-contacts
GET /api/portal/v1/:institution_id/:mode/settings/issuer | portal | portal.get-issuer
GET /api/portal/v1/:institution_id/:mode/statements | portal | plans.portal-list-statements
GET /api/portal/v1/:institution_id/:mode/statements/:statement_id | portal | plans.portal-get-statement
GET /api/portal/v1/:institution_id/:mode/statements/:statement_id.csv | portal | plans.portal-get-statement-csv
GET /api/portal/v1/:institution_id/:mode/statements/:statement_id.pdf | portal | plans.portal-get-statement-pdf
GET /api/portal/v1/:institution_id/:mode/statements/:statement_id/vehicles.csv | portal | plans.portal-get-statement-vehicles
GET /api/portal/v1/:institution_id/:mode/tokens | portal | portal.list-tokens
GET /api/portal/v1/:institution_id/:mode/trail | portal | audit.portal-list-trail
GET /api/portal/v1/:institution_id/:mode/trail.csv | portal | audit.portal-download-trail-csv
GET /api/portal/v1/:institution_id/:mode/trail.json | portal | audit.portal-download-trail-json
GET /api/portal/v1/issuer-callback/:institution_id | portal | portal.finish-issuer-sign-in
GET /api/portal/v1/issuer-sign-in/:institution_id | portal | portal.start-issuer-sign-in
GET /api/portal/v1/me | portal | portal.get-me
GET /api/portal/v1/passkeys | portal | portal.list-passkeys
GET /api/portal/v1/sessions | portal | portal.list-sessions
GET /portal | anyone | portal.page
GET /portal/* | anyone | portal.page
GET /portal/assets/:name | anyone | portal.asset
PATCH /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id | portal | webhooks.portal-change-endpoint | fresh in live mode
PATCH /api/portal/v1/:institution_id/:mode/keys/:key_id | portal | access.portal-change-key | fresh in live mode
PATCH /api/portal/v1/:institution_id/:mode/members/:user_id | portal | portal.change-role | fresh
PATCH /api/portal/v1/:institution_id/:mode/referrals/:referral_id | portal | referrals.portal-edit
PATCH /api/portal/v1/passkeys/:passkey_id | portal | portal.name-passkey
POST /api/portal/v1/:institution_id/:mode/credentials | portal | access.portal-upload-credential | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/credentials/:credential_id/revoke | portal | access.portal-revoke-credential
POST /api/portal/v1/:institution_id/:mode/deliveries/resend | portal | webhooks.portal-resend-deliveries
POST /api/portal/v1/:institution_id/:mode/doctor/request | portal | signature-check.portal-check-request
POST /api/portal/v1/:institution_id/:mode/doctor/webhook | portal | signature-check.portal-check-delivery
POST /api/portal/v1/:institution_id/:mode/endpoints | portal | webhooks.portal-create-endpoint | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recover-events | portal | webhooks.portal-recover-events | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recoveries | portal | webhooks.portal-recover-deliveries | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recoveries/:recovery_id/stop | portal | webhooks.portal-stop-recovery
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/recoveries/preview | portal | webhooks.portal-preview-recovery
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rehearsal | portal | webhooks.portal-rehearse-endpoint
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rotate | portal | webhooks.portal-rotate-secret | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rotation/promote | portal | webhooks.portal-promote-secret | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rotation/revert | portal | webhooks.portal-revert-rotation | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/rotation/test | portal | webhooks.portal-test-secret
POST /api/portal/v1/:institution_id/:mode/endpoints/:endpoint_id/test | portal | webhooks.portal-send-test
POST /api/portal/v1/:institution_id/:mode/events/reconcile | portal | events.portal-reconcile
POST /api/portal/v1/:institution_id/:mode/go-live/rehearsals | portal | portal.send-rehearsal
POST /api/portal/v1/:institution_id/:mode/go-live/request | portal | portal.ask-for-live
POST /api/portal/v1/:institution_id/:mode/invitations | portal | portal.invite-member | fresh
POST /api/portal/v1/:institution_id/:mode/keys | portal | access.portal-create-key | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/keys/:key_id/revoke | portal | access.portal-revoke-key
POST /api/portal/v1/:institution_id/:mode/keys/:key_id/rotate | portal | access.portal-rotate-key | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/members/:user_id/reset-authenticator | portal | portal.reset-authenticator | fresh
POST /api/portal/v1/:institution_id/:mode/pairings/approve | portal | portal.approve-pairing | fresh
POST /api/portal/v1/:institution_id/:mode/referrals | portal | referrals.portal-create
POST /api/portal/v1/:institution_id/:mode/referrals/check | portal | referrals.portal-check
POST /api/portal/v1/:institution_id/:mode/referrals/search | portal | referrals.portal-search
POST /api/portal/v1/:institution_id/:mode/referral-files | portal | referral-files.upload
POST /api/portal/v1/:institution_id/:mode/referral-files/:file_id/apply | portal | referral-files.apply | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/referral-files/:file_id/resume | portal | referral-files.resume | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/referral-files/:file_id/stop | portal | referral-files.stop
POST /api/portal/v1/:institution_id/:mode/referrals/:referral_id/attest | portal | referrals.portal-attest
POST /api/portal/v1/:institution_id/:mode/referrals/:referral_id/cancel | portal | referrals.portal-cancel
POST /api/portal/v1/:institution_id/:mode/referrals/:referral_id/documents | portal | referrals.portal-send-document
POST /api/portal/v1/:institution_id/:mode/rosters | portal | roster-files.upload
POST /api/portal/v1/:institution_id/:mode/rosters/:file_id/apply | portal | roster-files.apply | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/rosters/:file_id/undo | portal | roster-files.undo | fresh in live mode
POST /api/portal/v1/:institution_id/:mode/sandbox/enrollments/:enrollment_id/simulate | portal | sandbox.simulate-enrollment
POST /api/portal/v1/:institution_id/:mode/sandbox/referrals/:referral_id/simulate | portal | sandbox.simulate-referral
POST /api/portal/v1/:institution_id/:mode/sandbox/reset | portal | sandbox.reset
POST /api/portal/v1/:institution_id/:mode/sandbox/samples/enrollments | portal | sandbox.create-sample-enrollment
POST /api/portal/v1/:institution_id/:mode/sandbox/samples/referrals | portal | sandbox.create-sample-referral
POST /api/portal/v1/:institution_id/:mode/settings/issuer | portal | portal.set-issuer | fresh
POST /api/portal/v1/:institution_id/:mode/settings/issuer/test | portal | portal.test-issuer
POST /api/portal/v1/:institution_id/:mode/tokens | portal | portal.create-token | fresh
POST /api/portal/v1/:institution_id/:mode/tokens/:token_id/revoke | portal | portal.revoke-token
POST /api/portal/v1/contact-confirmations | portal | partners.confirm-contact
POST /api/portal/v1/invitations/accept | portal | portal.accept-invitation
POST /api/portal/v1/invitations/finish | portal | portal.finish-invitation
POST /api/portal/v1/invitations/view | portal | portal.view-invitation
POST /api/portal/v1/pairings | portal | portal.start-pairing
POST /api/portal/v1/pairings/deny | portal | portal.deny-pairing
POST /api/portal/v1/pairings/poll | portal | portal.poll-pairing
POST /api/portal/v1/pairings/view | portal | portal.view-pairing
POST /api/portal/v1/passkeys | portal | portal.add-passkey | fresh
POST /api/portal/v1/passkeys/options | portal | portal.start-passkey | fresh
POST /api/portal/v1/password | portal | portal.change-password
POST /api/portal/v1/session | portal | portal.sign-in
POST /api/portal/v1/session/fresh | portal | portal.confirm-code
POST /api/portal/v1/session/fresh/passkey | portal | portal.confirm-with-passkey
POST /api/portal/v1/session/fresh/passkey-options | portal | portal.start-passkey-confirmation
POST /api/portal/v1/sign-in/authenticator/begin | portal | portal.begin-authenticator
POST /api/portal/v1/sign-in/authenticator/finish | portal | portal.set-up-authenticator
POST /api/portal/v1/sign-in/authenticator/stop | portal | portal.stop-authenticator-reset
POST /api/portal/v1/sign-in/authenticator/view | portal | portal.view-authenticator-reset
POST /api/portal/v1/sign-in/passkey | portal | portal.sign-in-with-passkey
POST /api/portal/v1/sign-in/passkey-options | portal | portal.start-passkey-sign-in
POST /api/portal/v1/sign-in/reset | portal | portal.request-reset
POST /api/portal/v1/sign-in/reset/finish | portal | portal.reset-password
POST /api/portal/v1/sign-up | portal | portal.sign-up
POST /api/portal/v1/sign-up/finish | portal | portal.finish-sign-up
POST /api/portal/v1/sign-up/view | portal | portal.view-sign-up
PUT /api/portal/v1/:institution_id/:mode/referral-files/:file_id/mapping | portal | referral-files.map-columns
PUT /api/portal/v1/:institution_id/:mode/rosters/:file_id/mapping | portal | roster-files.map-columns
PUT /api/portal/v1/:institution_id/:mode/settings/contacts/:kind | portal | partners.portal-change-contact | fresh
PUT /api/portal/v1/:institution_id/:mode/settings/notices | portal | partners.portal-set-notices | fresh
`
  .trim()
  .split('\n');
