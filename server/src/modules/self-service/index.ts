// Owns what customers see and do on their own page: links to it, requests to the team, what it shows.
// Promises that opening the page changes nothing, and that a link shows a case only to a contact it was sent to.
export { isPageLinkWanted } from './links/links.ts';
export { recordLinkSent } from './links/links.ts';
export { finishDataRequests } from './requests/requests.ts';
export { listRequests } from './requests/requests.ts';
export { requestSchema, type RequestView } from './schemas.ts';
export { personalData } from './personal-data.ts';
