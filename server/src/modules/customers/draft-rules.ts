import type { Mail } from '#lib/mail/mail';

/** What a module writes to somebody; the mail gets its form, its stop link and the link to the page when it is queued. */
export type MessageDraft =
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly mail: Mail;
      /** The case whose page the mail links to beside its button. */
      readonly pageOf?: string;
      /** The staff member who sent it. */
      readonly by?: string;
      /** Small files made by us, as base64. */
      readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
    }
  | {
      readonly channel: 'text';
      readonly to: string;
      readonly text: string;
      /** The staff member who wrote it. */
      readonly by?: string;
    };
