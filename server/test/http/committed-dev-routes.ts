/** The routes served if DEV_PAGES is set. */
export const devRoutes = `
GET /dev | anyone | dev.page
GET /dev/case | anyone | dev.case
GET /dev/inbox | anyone | customers.dev-inbox
GET /dev/inbox.js | anyone | customers.dev-inbox-script
GET /dev/inbox.json | anyone | customers.dev-inbox-state
GET /dev/inbox/:id | anyone | customers.dev-message
GET /dev/metrics | anyone | dev.metrics
POST /dev/sign-in | anyone | dev.sign-in
`
  .trim()
  .split('\n');
