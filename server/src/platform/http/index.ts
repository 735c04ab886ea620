// HTTP with the defaults that trust the caller turned off, and one way per surface of wording errors.
export { agentErrors } from './agent-errors.ts';
export { createDrain, type Drain } from './drain.ts';
export { refuseForeignForms } from './form-body.ts';
export { serveHealth } from './health.ts';
export { sendPage, type Page } from './page.ts';
export { pageErrors } from './page-errors.ts';
export { ignoreBodies, tooDeep, unstorable } from './json-body.ts';
export { problemBody, problemErrors, problemTitle } from './problem-errors.ts';
export { rawBody, readJsonObject, refuseOversized, streamBodies } from './raw-body.ts';
export type { ErrorRenderer } from './render.ts';
export { createHttpServer } from './server.ts';
export { openSurface } from './surface.ts';
export { lendUpload, readUpload, takeUploads, uploadMaxBytes, uploadRefused, type Upload } from './upload.ts';
export { createValidator, maxIssues, schemaIssues, toIssues } from './validation.ts';
