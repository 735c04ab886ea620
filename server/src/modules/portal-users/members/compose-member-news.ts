import type { Mail } from '#lib/mail/mail';

type News = Pick<Mail, 'subject' | 'paragraphs'>;

const where = 'at the Makewhole partner portal';

/** What an institution is told of its members: the role, and nothing that anybody typed. */
export const composeMemberNews = (news: 'joined' | 'role changed', role: string): News =>
  news === 'joined'
    ? {
        subject: 'Somebody joined your institution',
        paragraphs: [
          `Somebody accepted an invitation to your institution ${where}. Their role is ${nameOf(role)}.`,
          'Who it is, you see under Members; who invited them, in the trail. If nobody of you meant to, remove them under Members.',
        ],
      }
    : {
        subject: 'The role of a member was changed',
        paragraphs: [
          `Somebody of your institution ${where} has another role now: ${nameOf(role)}.`,
          'Who it is, and who changed it, you see in the trail. If nobody of you meant to, change it back under Members.',
        ],
      };

const nameOf = (role: string): string => role.replace('_', '-');
