// HTTP with all defaults that trust the client turned off, and one error format per surface.
export type { Admission, AdmittedSurface } from './admission/admit-requests.ts';
export { agentErrorBody, agentErrors } from './errors/agent-errors.ts';
export { toAppError, type ErrorRenderer } from './errors/render.ts';
export { readIdCursor, readIdRange, schemaIssues } from './validation.ts';
export { cacheAnswers } from './answers/cached-answers.ts';
export { signalDeprecations, noticeMonths, type Deprecation } from './answers/deprecations.ts';
export { limitHeaders } from './answers/limit-headers.ts';
export { createDrain, type Drain, abortOnDisconnect, serveHealth, describeReadiness } from './drain.ts';
export { refuseForeignForms, ignoreBodies } from './bodies/json-body.ts';
export { entityTagOf, isKnown, tagContent } from './answers/entity-tags.ts';
export { onlyFromThisMachine } from './served-methods.ts';
export { font, fontPath, storeAssets, sendStored, type PageAsset } from './stored-assets.ts';
export {
  framedHeaders,
  htmlHeaders,
  renderHtml,
  sendHtml,
  socialImagePath,
  type Frame,
  type HtmlPage,
} from './html-page.ts';
export { languageQuery, customerLanguage, requestLanguage } from './request-language.ts';
export { yourPageLine } from './your-page-line.ts';
export { withTestNotice } from './with-test-notice.ts';
export { customerErrors } from './errors/customer-errors.ts';
export { htmlErrors } from './errors/html-errors.ts';
export { noBodyIsEmpty, rawBody, readJsonObject, refuseOversized, streamBodies } from './bodies/raw-body.ts';
export { problemBody, problemErrors, problemTitle } from './errors/problem-errors.ts';
export { createHttpServer } from './server.ts';
export { filePolicy } from './security-headers.ts';
export { createSurface } from './surface.ts';
export {
  withUpload,
  readUpload,
  acceptUploads,
  uploadMaxBytes,
  uploadRefused,
  withSpooledBody,
  type Upload,
  type UploadMeter,
} from './bodies/upload.ts';
export { fileNameHeader, readFileName, readFiles, type FileBounds, readBytes } from './bodies/read-files.ts';
