/** The nightly run has hours, so slow tests that rarely fail run only there. */
export const isNightly = process.env['NIGHTLY'] === '1';

const turns = 4;

/** Returns a quarter of a list in CI, chosen by the number of whole days since 1970; nightly all of it. */
export const pickTurn = <Item>(items: readonly Item[]): Item[] => {
  const today = Math.floor(Date.now() / 86_400_000) % turns;
  return isNightly ? [...items] : items.filter((_item, place) => place % turns === today);
};

/**
 * They start many processes, or wait for processes to die, and take minutes of CPU time; they run with NIGHTLY=1, or by
 * name.
 */
export const atNight = [
  'server/src/app/docs/every-page.test.ts',
  'server/src/gateways/objects/s3-lock.test.ts',
  'server/src/modules/credentials/uploads/compose-verify-calls.test.ts',
  'server/src/modules/webhooks/dispatch/followed-shards.test.ts',
  'server/src/platform/db/silence.test.ts',
  'server/src/entrypoints/demo/retired-key.test.ts',
  'server/src/entrypoints/wrong-clock.test.ts',
  'server/test/flows/a-year-of-cases.test.ts',
  'server/test/flows/appraisal-kills.test.ts',
  'server/test/flows/checkout-kills.test.ts',
  'server/test/flows/documents-in-a-bucket.test.ts',
  'server/test/flows/drain.test.ts',
  'server/test/import-rules.test.ts',
];

/**
 * Exhaustive tests that prove no clause and used to take half as long as all other tests together. CI runs each of them
 * every fourth day, the nightly run all of them. Their order balances the quarters.
 */
export const inTurn = [
  'server/src/app/docs/developer-pages.test.ts',
  'server/test/samples/samples.test.ts',
  'server/test/flows/canary.test.ts',
  'server/test/flows/hostile-reads.test.ts',
  'server/src/modules/sandbox/agent-console/console-pages.test.ts',
  'server/test/database/statement-types.test.ts',
  'server/src/modules/vehicles/vin/decode-vin.test.ts',
  'server/test/flows/order-of-events.test.ts',
  'server/src/entrypoints/demo/demo-command.test.ts',
  'server/src/modules/intakes/reports/upload-budgets.test.ts',
  'server/src/modules/memberships/rosters/roster-uploads.test.ts',
  'server/src/app/surfaces/hostile-bodies.test.ts',
  'cli/src/failures.test.ts',
  'server/test/truth/case-page-truth.test.ts',
  'server/src/modules/webhooks/recovery/recovery.test.ts',
  'cli/src/conformance/conformance.test.ts',
  'server/src/entrypoints/commands/doctor.test.ts',
  'server/src/modules/portal/signature-check/planted-mistakes.test.ts',
  'server/src/modules/customers/budgets/budgets.test.ts',
  'server/src/app/docs/docs-pages.test.ts',
  'server/src/app/reference/request-members.test.ts',
  'server/test/truth/messages-truth.test.ts',
  'server/src/modules/documents/jail/run-confined.test.ts',
  'server/src/modules/credentials/signatures/replay.test.ts',
  'server/test/flows/message-purposes.test.ts',
  'server/src/platform/db/migrate.test.ts',
  'server/test/tenancy/connections.test.ts',
  'cli/src/conformance/conformance-command.test.ts',
  'server/test/truth/checkout-pages-truth.test.ts',
  'server/test/truth/answer-pages-truth.test.ts',
  'server/src/modules/vehicles/data/prepare-vehicle-data.test.ts',
  'server/src/platform/config/production.test.ts',
  'server/src/modules/vehicles/feed/fetch-listings.test.ts',
  'server/test/truth/appraisal-page-truth.test.ts',
  'server/src/modules/documents/reading/read-variants.test.ts',
  'server/src/modules/customers/templates/templates.test.ts',
  'server/src/app/reference/search-index.test.ts',
  'server/src/entrypoints/process.test.ts',
  'server/src/modules/referrals/invitation/invitation-page.test.ts',
  'server/test/deploy/alarms.test.ts',
  'server/src/modules/intakes/confirmation/link-page.test.ts',
  'server/src/modules/staff/sign-in/sign-in-page.test.ts',
  'server/src/modules/board/detail/call-script-truth.test.ts',
  'server/test/flows/allowed-outcomes.test.ts',
  'server/src/app/surfaces/staff-audit.test.ts',
  // server/test/growth compares every statement at two sizes in every run.
  'server/src/modules/board/columns/reads-by-size.test.ts',
  'server/src/modules/board/columns/board-size.test.ts',
  'server/src/modules/referrals/query-plans.test.ts',
];

/**
 * Browser tests that visit every view, one part of the portal, or the administration screens. Stories of a workday
 * always run.
 */
export const inTurnInBrowser = [
  'server/test/e2e/views.e2e.ts',
  'server/test/e2e/portal/keys-and-credentials.e2e.ts',
  'server/test/e2e/portal/every-page.e2e.ts',
  'server/test/e2e/portal/money.e2e.ts',
  'server/test/e2e/failures.e2e.ts',
  'server/test/e2e/portal/users.e2e.ts',
  'server/test/e2e/portal/webhooks.e2e.ts',
  'server/test/e2e/getting-around.e2e.ts',
  'server/test/e2e/hostile.e2e.ts',
  'server/test/e2e/lead-and-administrator.e2e.ts',
  'server/test/e2e/lender/lender-figure.e2e.ts',
  'server/test/e2e/portal/access.e2e.ts',
  'server/test/e2e/administration-forms.e2e.ts',
  'server/test/e2e/portal/lost-authenticator.e2e.ts',
  'server/test/e2e/portal/requests-and-doctor.e2e.ts',
  'server/test/e2e/keys.e2e.ts',
  'server/test/e2e/administration.e2e.ts',
  'server/test/e2e/portal/events.e2e.ts',
  'server/test/e2e/portal/pairing.e2e.ts',
  'server/test/e2e/portal/sandbox.e2e.ts',
];

/** Returns what a run skips today: nothing when files are named, so that a developer who changes one can run it. */
export function leftOutToday(never: readonly string[], walks: readonly string[], words: readonly string[]): string[] {
  const isWhole = words.every((word) => /^(run|list|-.*|\.|.*vitest\.config\.ts)$/.test(word));
  if (isNightly || !isWhole) return [];
  const today = pickTurn(walks);
  return [...never, ...walks.filter((file) => !today.includes(file))];
}

/** How often a property test tries its property: in every test run, and in the nightly one, which has hours. */
export const runs = ({ always, nightly }: { always: number; nightly: number }): number =>
  isNightly ? nightly : always;
