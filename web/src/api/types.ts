// Names for the staff API types that the board uses. The types themselves are generated from openapi/staff.json.
import type { RowIn } from '#lib/calls.ts';
import type { Operations } from './types.gen.ts';

/** The success response of an operation. */
export type ResponseOf<Key extends keyof Operations> = Operations[Key]['response'];
/** The request body of an operation. */
export type BodyOf<Key extends keyof Operations> = Operations[Key] extends { readonly body: infer Body } ? Body : never;
/** Its query parameters. */
export type QueryOf<Key extends keyof Operations> = Operations[Key] extends { readonly query: infer Query }
  ? Query
  : never;
/** One row of an operation's list. */
type RowOf<Key extends keyof Operations> = RowIn<ResponseOf<Key>>;

export type Case = ResponseOf<'GET /board/cases/{consultation_id}'>;
export type Card = Case['card'];
export type Held = NonNullable<Card['held']>;
export type Lane = Card['lane'];
export type Source = Card['source'];
export type Market = NonNullable<Case['market']>;
export type Entry = Case['timeline'][number];
export type Hold = Case['holds'][number];
export type Payment = Case['payment'];
export type Templates = ResponseOf<'GET /cases/{consultation_id}/templates'>;
export type Template = Templates['data'][number];
export type Fact = Case['facts'][number];
export type Paper = Case['documents'][number];
export type CaseFacts = ResponseOf<'GET /cases/{consultation_id}/facts'>;
export type CaseFact = CaseFacts['fields'][number];
export type FactField = CaseFact['field'];
export type ChangedFacts = ResponseOf<'PATCH /cases/{consultation_id}/facts'>;
export type DecodedVin = ResponseOf<'POST /vin-decodings'>;
export type StateFacts = ResponseOf<'GET /board/states/{state}/facts'>;
export type CallBody = BodyOf<'POST /intakes/{intake_id}/calls'>;

export type AssignBody = BodyOf<'POST /consultations/{consultation_id}/assignee'>;

export type Columns = Omit<ResponseOf<'GET /board/columns'>, 'object'>;
export type Column = Columns['columns'][number];
export type Mine = ResponseOf<'GET /board/mine'>;
export type Colleague = RowOf<'GET /colleagues'>;
export type NewCaseBody = BodyOf<'POST /telephone-cases'>;
export type MadeCase = ResponseOf<'POST /telephone-cases'>;
export type TelephoneWording = ResponseOf<'GET /telephone-wording'>;
export type NextCall = ResponseOf<'POST /queue/next'>;
export type Snapshot = ResponseOf<'GET /snapshots/{snapshot_id}'>;
export type Comparable = Snapshot['comparables'][number];
export type CallingRules = ResponseOf<'GET /calling-rules'>;
export type Jurisdiction = CallingRules['data'][number];
export type { Operations } from './types.gen.ts';
export type Figures = ResponseOf<'GET /board/figures'>;
export type Load = ResponseOf<'GET /board/load'>;
export type Exposure = ResponseOf<'GET /referrals/{referral_id}/exposure'>;
export type LenderAnalytics = ResponseOf<'GET /analytics/lenders'>;
export type ActivationCohort = LenderAnalytics['activation'][number];

export type Appraisal = ResponseOf<'GET /cases/{consultation_id}/appraisal'>;
export type ReportCheck = ResponseOf<'GET /cases/{consultation_id}/report-check'>;
export type Finding = ReportCheck['findings'][number];
export type AppraisalDraft = NonNullable<Appraisal['draft']>;
export type Me = ResponseOf<'GET /me'>;
export type Role = Me['role'];

export type Account = RowOf<'GET /board/agents'>;
export type ApiKey = RowOf<'GET /institutions/{institution_id}/keys'>;
export type AuditEntry = RowOf<'GET /audit'>;
export type Credential = RowOf<'GET /institutions/{institution_id}/credentials'>;
export type Delivery = RowOf<'GET /deliveries'>;
export type Endpoints = ResponseOf<'GET /institutions/{institution_id}/webhook-endpoints'>;
export type Endpoint = Endpoints['data'][number];
export type HeldGroup = RowOf<'GET /messages/held'>;
export type Institution = ResponseOf<'GET /institutions/{institution_id}'>;
export type Reply = RowOf<'GET /replies'>;
export type Settings = ResponseOf<'GET /settings'>;
export type StaffMember = RowOf<'GET /staff'>;
export type Statement = RowOf<'GET /institutions/{institution_id}/statements'>;
export type StatementRun = ResponseOf<'POST /statements/run'>;
export type Suppression = ResponseOf<'POST /do-not-contact'>;
export type Person = ResponseOf<'GET /cases/{consultation_id}/person'>;
export type PersonScope = Person['scopes'][number];
export type ErasurePreview = ResponseOf<'GET /cases/{consultation_id}/erasure-preview'>;
export type ErasureReason = BodyOf<'POST /cases/{consultation_id}/erasure'>['reason'];
export type CustomerRequest = RowOf<'GET /customer-requests'>;
