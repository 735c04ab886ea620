// The portal's diagnosis. It is pure server code, and the package carries a copy: see build.ts.
export { diagnoseRequest } from '../../../server/src/lib/signature-diagnosis/diagnose-request.ts';
export type { OwnCredential } from '../../../server/src/lib/signature-diagnosis/diagnose-request.ts';
export { diagnoseWebhook } from '../../../server/src/lib/signature-diagnosis/diagnose-webhook.ts';
export type { Mistake } from '../../../server/src/lib/signature-diagnosis/mistakes.ts';
