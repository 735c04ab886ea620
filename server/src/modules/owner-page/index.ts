// Owns what customers see and do on their own page: the links to it, requests to the team, and its contents. Promises
// that opening the page changes nothing, and that a link shows a case only to a contact it was sent to.
export { isPageLinkWanted, recordLinkSent } from './links/links.ts';
export { personalData } from './personal-data.ts';
export { finishDataRequests, listRequests } from './requests/requests.ts';
export { requestSchema } from './schemas.ts';
